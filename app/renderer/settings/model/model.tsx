// The model that thinks about what no rule wants: what it is, where it is asked, what it costs, and a way to try it.
import { Brain, KeyRound, Pencil, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import type { ModelRow } from "../../../preload/contract/thinking-settings.ts";
import type { Done, SettingsView } from "../../../preload/contract/views.ts";
import { useCommand } from "../../api/queries.ts";
import { Breakable } from "../../parts/breakable.tsx";
import { Button, IconButton } from "../../parts/button.tsx";
import { Chip } from "../../parts/chip.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Outcome, OutcomeLine } from "../../parts/outcome.tsx";
import { Region } from "../../parts/page.tsx";
import { keyTexts, texts as words } from "../../texts/model.ts";
import { ModelDialog } from "./model-dialog.tsx";

interface Props {
  model: ModelRow | null;
  settings: SettingsView;
}

export function Model({ model, settings }: Props) {
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState<Done | null>(null);
  return (
    <Region name={words.heading} heading={words.heading}>
      <div role="status" className="not-empty:mb-2">
        {said !== null && <OutcomeLine ok={said.ok} sentence={said.sentence} />}
      </div>
      {model === null ? (
        <div className="rounded-card border border-dashed border-strong px-5 py-5">
          <p className="mb-3 max-w-[60ch] text-ink2">{words.none}</p>
          <Button size="small" onClick={() => setOpen(true)}>
            <Brain size={13} aria-hidden="true" />
            {words.choose}
          </Button>
        </div>
      ) : (
        <ModelCard
          key={`${model.baseUrl} ${model.name}`}
          model={model}
          settings={settings}
          edit={() => setOpen(true)}
          said={setSaid}
        />
      )}
      <ModelDialog
        key={open ? "open" : "closed"}
        open={open}
        row={model}
        settings={settings}
        close={(done) => {
          setOpen(false);
          if (done !== null) setSaid(done);
        }}
      />
    </Region>
  );
}

interface CardProps {
  model: ModelRow;
  settings: SettingsView;
  edit: () => void;
  said: (done: Done) => void;
}

function ModelCard({ model, settings, edit, said }: CardProps) {
  const id = useId();
  const attempt = useCommand("model.try", ["settings"]);
  const remove = useCommand("model.remove", ["settings"]);
  const removing = { onSuccess: said, onError: (error: Error) => said({ ok: false, sentence: error.message }) };
  const { key, keyState, countedPrice } = model;
  const kept = settings.secrets.find(({ name }) => key === `keychain:${name}`)?.kept;
  return (
    <article
      aria-labelledby={`${id}-name`}
      className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4 shadow-card"
    >
      <Confirm
        question={words.removeSure}
        yes={words.removeYes}
        no={words.removeNo}
        act={() => remove.mutate(undefined, removing)}
      >
        {(ask) => (
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <h3 id={`${id}-name`} className="text-card font-semibold break-words">
                {model.name}
              </h3>
              <p className="text-head text-ink2">{words.providers[model.provider]}</p>
            </div>
            <span className="-mt-1 -mr-1 flex">
              <IconButton icon={Pencil} label={words.edit(model.name)} onClick={edit} />
              <IconButton icon={Trash2} label={words.remove(model.name)} onClick={ask} />
            </span>
          </div>
        )}
      </Confirm>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-head">
        <dt className="text-ink2">{words.at}</dt>
        <dd className="min-w-0">
          <code className="[overflow-wrap:anywhere]">
            <Breakable text={model.baseUrl} />
          </code>
        </dd>
        <dt className="text-ink2">{words.price}</dt>
        <dd className={countedPrice === null ? "text-warn" : ""}>
          {countedPrice === null ? words.priceUnknown : words.priceOf(countedPrice.input, countedPrice.output)}
        </dd>
        <dt className="text-ink2">{words.context}</dt>
        <dd>{words.contextOf(model.contextTokens, model.maxOutputTokens)}</dd>
      </dl>
      <div className="flex flex-wrap gap-1.5">
        {key === null || keyState === null ? (
          <Chip>{words.noKey}</Chip>
        ) : (
          <Chip icon={KeyRound} tone={keyState === "ok" ? "plain" : "warn"}>
            <code className="text-small">{key}</code> ·{" "}
            {kept === "until_quit" && keyState === "ok" ? keyTexts.untilQuit : keyTexts.states[keyState]}
          </Chip>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" busy={attempt.isPending} onClick={() => attempt.mutate(undefined)}>
          {attempt.isPending ? words.trying : words.try}
        </Button>
        <Outcome of={attempt} />
      </div>
    </article>
  );
}
