// Servers out of another app's JSON: first what would be started, whole and in full, then the yes. What is secret in it goes to main
// and never comes back.
import { type SubmitEvent, useState } from "react";
import type { ServersAdded, ServersRead } from "../../../preload/contract/thinking-settings.ts";
import { useCommand } from "../../api/queries.ts";
import { Button } from "../../parts/button.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { DialogForm } from "../../parts/dialog-form.tsx";
import { Field, TextArea } from "../../parts/field.tsx";
import { OutcomeLine } from "../../parts/outcome.tsx";
import { texts as common } from "../../texts/common.ts";
import { texts } from "../../texts/servers.ts";
import { Warning } from "./warning.tsx";

const words = texts.pasteForm;

interface Props {
  open: boolean;
  /** Closed without adding: null. */
  close: (added: ServersAdded | null) => void;
}

export function PasteDialog({ open, close }: Props) {
  return (
    <Dialog open={open} setOpen={(next) => !next && close(null)} title={words.title} wide textFirst>
      {open && <Form close={close} />}
    </Dialog>
  );
}

function Form({ close }: Omit<Props, "open">) {
  const [text, setText] = useState("");
  const [seen, setSeen] = useState<Extract<ServersRead, { ok: true }> | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const read = useCommand("servers.read", []);
  const add = useCommand("servers.import", ["settings"]);
  const failure = { onError: (error: Error) => setFailed(error.message) };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setFailed(null);
    if (seen === null) {
      if (text.trim() === "") return;
      const onSuccess = (found: ServersRead) => (found.ok ? setSeen(found) : setFailed(found.sentence));
      return read.mutate({ text }, { ...failure, onSuccess });
    }
    const onSuccess = (added: ServersAdded) => (added.done.ok ? close(added) : setFailed(added.done.sentence));
    add.mutate({ text }, { ...failure, onSuccess });
  };
  return (
    <DialogForm
      submit={submit}
      failed={failed}
      cancel={() => close(null)}
      buttons={
        <>
          {seen !== null && (
            <span className="mr-auto">
              <Button
                variant="quiet"
                onClick={() => {
                  setSeen(null);
                  setFailed(null);
                }}
              >
                {words.back}
              </Button>
            </span>
          )}
          <Button variant="quiet" onClick={() => close(null)}>
            {common.cancel}
          </Button>
          {seen === null ? (
            <Button type="submit" variant="primary" busy={read.isPending} disabled={text.trim() === ""}>
              {read.isPending ? words.looking : words.look}
            </Button>
          ) : (
            seen.servers.length > 0 && (
              <Button type="submit" variant="primary" busy={add.isPending}>
                {words.add(seen.servers.length)}
              </Button>
            )
          )}
        </>
      }
    >
      {seen === null ? (
        <Field label={words.text} hint={words.hint}>
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={10}
              placeholder={words.placeholder}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      ) : (
        <Found read={seen} />
      )}
    </DialogForm>
  );
}

function Found({ read: { servers, refused } }: { read: Extract<ServersRead, { ok: true }> }) {
  return (
    <>
      {servers.length === 0 && <p>{words.nothing}</p>}
      {(["command", "url"] as const).map(
        (kind) => servers.some((one) => one.kind === kind) && <Warning key={kind} of={kind} />,
      )}
      {servers.map((server) => (
        <section key={server.name} aria-label={server.name} className="flex flex-col gap-1.5">
          <h3 className="font-semibold break-words">{server.name}</h3>
          <p className="text-head text-ink2">{server.kind === "command" ? words.will : words.asked}</p>
          <CodeBlock label={server.kind === "command" ? texts.line : texts.address}>
            {[server.line, ...server.env.map(({ name, value }) => `${name}=${value}`)].join("\n")}
          </CodeBlock>
          {server.cwd !== null && <p className="text-small text-ink2 break-words">{texts.in(server.cwd)}</p>}
          {server.sealed.length > 0 && <p className="text-small text-ink2">{words.sealed(server.sealed)}</p>}
          {!server.enabled && <p className="text-small text-ink2">{words.off}</p>}
          {server.notes.map((note) => (
            <p key={note} className="text-small text-ink2 break-words">
              {note}
            </p>
          ))}
        </section>
      ))}
      {refused.map(({ name, reason }) => (
        <OutcomeLine key={name} ok={false} sentence={words.refused(name, reason)} />
      ))}
    </>
  );
}
