// What Settings only shows: rules, kept secrets, files.
import type { SettingsView } from "../../preload/contract/views.ts";
import { useCommand } from "../api/queries.ts";
import { Button } from "../parts/button.tsx";
import { CopyField } from "../parts/copy-field.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { Region } from "../parts/page.tsx";
import { texts } from "../texts/settings.ts";
import { Confirm } from "../parts/confirm.tsx";

interface Props {
  settings: SettingsView;
}

export function Rules({ settings }: Props) {
  const words = texts.rules;
  const open = useCommand("settings.openFile", []);
  return (
    <Region
      name={words.heading}
      heading={words.heading}
      count={settings.rules.length}
      aside={
        <Button size="small" busy={open.isPending} onClick={() => open.mutate({ file: "rules.yaml" })}>
          {words.open}
        </Button>
      }
    >
      <Outcome of={open} />
      <p className="mb-2 text-ink2">{settings.rules.length === 0 ? words.none : words.lead}</p>
      {settings.rules.length > 0 && (
        <ol className="rounded-card border border-line bg-raised shadow-card">
          {settings.rules.map((rule, index) => (
            <li
              key={`${rule.line} ${rule.name}`}
              className="flex items-baseline gap-3 border-line px-4 py-2 not-first:border-t"
            >
              <span className="w-5 shrink-0 text-right text-small text-ink3 tabular-nums">{index + 1}</span>
              <span className="min-w-0 flex-1">
                <span className="block break-words">{rule.name}</span>
                <span className="block text-small text-ink2">
                  {words.on(rule.on, rule.event)} · {words.line(rule.line)}
                </span>
              </span>
              <span className={`shrink-0 text-head ${rule.urgent ? "font-medium text-bad" : "text-ink2"}`}>
                {rule.urgent ? words.urgent : words.endings[rule.ending]}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Region>
  );
}

export function Secrets({ settings }: Props) {
  const words = texts.secrets;
  const forget = useCommand("settings.forgetSecret", ["settings"]);
  return (
    <Region name={words.heading} heading={words.heading} count={settings.secrets.length}>
      <p className="mb-2 text-ink2">
        {settings.secrets.length === 0 ? `${words.none} ` : ""}
        {settings.keychain.sentence}
      </p>
      {settings.secrets.length > 0 && (
        <ul className="rounded-card border border-line bg-raised shadow-card">
          {settings.secrets.map((secret) => (
            <li key={secret.name} className="flex min-h-11 items-center gap-3 border-line px-4 py-2 not-first:border-t">
              <Confirm
                question={words.forgetSure(secret.name)}
                yes={words.forgetYes}
                no={words.forgetNo}
                act={() => forget.mutate({ name: secret.name })}
              >
                {(ask) => (
                  <>
                    <code className="min-w-0 flex-1 break-words">{secret.name}</code>
                    <span className="text-head text-ink2">{words.kept[secret.kept]}</span>
                    <Button size="small" variant="quiet" onClick={ask}>
                      {words.forget}
                    </Button>
                  </>
                )}
              </Confirm>
            </li>
          ))}
        </ul>
      )}
      <div className="has-[p]:mt-2">
        <Outcome of={forget} />
      </div>
    </Region>
  );
}

export function Files({ settings }: Props) {
  const words = texts.files;
  const open = useCommand("settings.openFile", []);
  return (
    <Region name={words.heading} heading={words.heading}>
      <div className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4 shadow-card">
        <p className="text-head font-medium">{words.profile}</p>
        <CopyField text={settings.profile} label={words.profile} />
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => open.mutate({ file: "folder" })}>
            {words.openFolder}
          </Button>
          <Button size="small" onClick={() => open.mutate({ file: "config.yaml" })}>
            {words.openConfig}
          </Button>
        </div>
        <Outcome of={open} />
      </div>
    </Region>
  );
}
