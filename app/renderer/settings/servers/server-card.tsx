// One server: its state, how it is reached in full, what it is handed, its tools.
import { KeyRound, Pencil, RotateCw, Trash2 } from "lucide-react";
import { useId } from "react";
import type { ServerRow, ToEnterRow } from "../../../preload/contract/thinking-settings.ts";
import type { Done, SecretState, SettingsView } from "../../../preload/contract/views.ts";
import { useCommand } from "../../api/queries.ts";
import { Button, IconButton } from "../../parts/button.tsx";
import { Chip } from "../../parts/chip.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Disclosure } from "../../parts/disclosure.tsx";
import { Outcome } from "../../parts/outcome.tsx";
import { Switch } from "../../parts/switch.tsx";
import { texts as words } from "../../texts/servers.ts";
import { canEdit } from "./server-form.ts";
import { ServerTools } from "./server-tools.tsx";
import { SignIn } from "./sign-in.tsx";

interface Props {
  server: ServerRow;
  settings: SettingsView;
  edit: () => void;
  enter: (wanted: ToEnterRow) => void;
  /** What became of it, said where it stays. */
  said: (done: Done) => void;
}

export function ServerCard({ server, settings, edit, enter, said }: Props) {
  const id = useId();
  const { name, enabled, state } = server;
  const start = useCommand("servers.start", ["settings"]);
  const enable = useCommand("servers.enable", ["settings"]);
  const remove = useCommand("servers.remove", ["settings"]);
  const failing = { onError: (error: Error) => said({ ok: false, sentence: error.message }) };
  const refused = (done: Done) => {
    if (!done.ok) said(done);
  };
  const running = state.kind === "ready" || state.kind === "failed";
  return (
    <article
      aria-labelledby={`${id}-name`}
      className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4 shadow-card"
    >
      <Confirm
        question={words.removeSure(name)}
        yes={words.removeYes}
        no={words.removeNo}
        act={() => remove.mutate({ name }, { ...failing, onSuccess: said })}
      >
        {(ask) => (
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <h3 id={`${id}-name`} className="text-card font-semibold break-words">
                {name}
              </h3>
              <p className={`text-head break-words ${enabled && state.kind === "failed" ? "text-warn" : "text-ink2"}`}>
                {stateText(server)}
              </p>
            </div>
            <span className="-mt-1 -mr-1 flex items-center gap-1">
              <Switch
                label={words.enabled(name)}
                on={enabled}
                busy={enable.isPending}
                onChange={(next) => enable.mutate({ name, enabled: next }, { ...failing, onSuccess: refused })}
              />
              {canEdit(server) && <IconButton icon={Pencil} label={words.edit(name)} onClick={edit} />}
              <IconButton icon={Trash2} label={words.remove(name)} onClick={ask} />
            </span>
          </div>
        )}
      </Confirm>
      <CodeBlock label={server.way.kind === "url" ? words.address : words.line}>{server.line}</CodeBlock>
      {server.way.kind === "command" && server.way.cwd !== null && (
        <p className="text-small break-words text-ink2">{words.in(server.way.cwd)}</p>
      )}
      <Handed server={server} settings={settings} enter={enter} />
      {enabled && server.way.kind === "url" && server.way.signIn !== null && (
        <SignIn name={name} state={server.way.signIn} failed={state.kind === "failed"} said={said} />
      )}
      {enabled && state.kind === "failed" && <Failed state={state} />}
      <Changed server={server} said={said} />
      <ServerTools server={server} />
      {enabled && state.kind !== "starting" && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            size="small"
            aria-label={running ? words.restartName(name) : words.startName(name)}
            busy={start.isPending}
            onClick={() => start.mutate({ name }, failing)}
          >
            {running && <RotateCw size={12} aria-hidden="true" />}
            {running ? words.restart : words.start}
          </Button>
          <Outcome of={start} />
        </div>
      )}
    </article>
  );
}

function stateText({ enabled, state, tools }: ServerRow): string {
  if (!enabled) return words.state.disabled;
  return state.kind === "ready" ? words.state.ready(state.server, tools?.length ?? 0) : words.state[state.kind];
}

function Failed({ state }: { state: Extract<ServerRow["state"], { kind: "failed" }> }) {
  return (
    <div>
      <p className="text-head break-words">{state.sentence}</p>
      {state.said.trim() !== "" && (
        <Disclosure label={words.said}>
          {() => <CodeBlock label={words.said}>{state.said.trimEnd()}</CodeBlock>}
        </Disclosure>
      )}
    </div>
  );
}

function Changed({ server, said }: Pick<Props, "server" | "said">) {
  const accept = useCommand("servers.acknowledge", ["settings"]);
  const { name, print } = server;
  const count = server.tools?.filter(({ changed }) => changed.length > 0).length ?? 0;
  if (count === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-warn-line bg-warn-soft px-3 py-2.5">
      <p className="min-w-0 flex-1 basis-64 text-head">{words.changed(count)}</p>
      <Button
        size="small"
        aria-label={words.acceptName(name)}
        busy={accept.isPending}
        onClick={() =>
          accept.mutate(
            { name, print },
            { onSuccess: said, onError: (error) => said({ ok: false, sentence: error.message }) },
          )
        }
      >
        {words.accept}
      </Button>
    </div>
  );
}

/** A variable in the keychain is known by its own name. */
const handedText = (what: string, value: string): string =>
  what === words.key ? value : value.startsWith("keychain:") ? what : `${what}=${value}`;

/** Variables and keys: by name and state. */
function Handed({ server, settings, enter }: Pick<Props, "server" | "settings" | "enter">) {
  const { name, way } = server;
  const handed: { what: string; value: string; state: SecretState | null }[] =
    way.kind === "command"
      ? way.env.map(({ name: what, value, state }) => ({ what, value, state }))
      : way.key === null
        ? []
        : [{ what: words.key, value: way.key, state: way.keyState }];
  if (handed.length === 0) {
    const without = way.kind === "url" && (way.signIn === null || way.signIn.kind === "none");
    return without ? <Chip>{words.noKey}</Chip> : null;
  }
  const untilQuit = (value: string) =>
    settings.secrets.some((kept) => kept.kept === "until_quit" && value === `keychain:${kept.name}`);
  return (
    <ul className="flex flex-col gap-1.5">
      {handed.map(({ what, value, state }) => (
        <li key={what} className="flex flex-wrap items-center gap-2">
          <Chip
            {...(state === null ? {} : { icon: KeyRound })}
            tone={state === null || state === "ok" ? "plain" : "warn"}
          >
            <code className="text-small">{handedText(what, value)}</code>
            {state !== null && ` · ${state === "ok" && untilQuit(value) ? words.untilQuit : words.states[state]}`}
          </Chip>
          {state !== null && value.startsWith("keychain:") && (
            <Button
              size="small"
              variant={state === "ok" ? "quiet" : "plain"}
              aria-label={state === "ok" ? words.renewName(what, name) : words.enterName(what, name)}
              onClick={() => enter({ reference: value, server: name, for: what })}
            >
              {state === "ok" ? words.renew : words.enter}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
