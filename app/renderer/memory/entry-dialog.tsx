// Writing a note, or correcting a note or task. What can't be kept is said here, and nothing typed is lost.
import { createContext, type SubmitEvent, useContext, useState } from "react";
import type { MemoryEntry } from "../../preload/contract/memory.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field, TextArea, TextInput } from "../parts/field.tsx";
import { OutcomeLine } from "../parts/outcome.tsx";
import { texts as common } from "../texts/common.ts";
import { texts } from "../texts/memory.ts";
import { useMemoryCommand } from "./said.tsx";

const words = texts.dialog;

/** Opens the dialog for one, or for a new one. */
export const EditContext = createContext<(entry: MemoryEntry | "new") => void>(() => undefined);
export const useEdit = () => useContext(EditContext);

interface Props {
  /** Null: closed. */
  edited: MemoryEntry | "new" | null;
  close: () => void;
}

export function EntryDialog({ edited, close }: Props) {
  const title = edited === null || edited === "new" ? words.note : words.edit(edited.title);
  return (
    <Dialog open={edited !== null} setOpen={(next) => !next && close()} title={title} wide>
      {edited !== null && <Form entry={edited === "new" ? null : edited} close={close} />}
    </Dialog>
  );
}

function Form({ entry, close }: { entry: MemoryEntry | null; close: () => void }) {
  const [title, setTitle] = useState(entry?.title ?? "");
  const [text, setText] = useState(entry?.body.trim() ?? "");
  const [done, setDone] = useState(entry?.done ?? false);
  const [tried, setTried] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const save = useMemoryCommand("memory.save");
  const isTask = entry?.path.startsWith("tasks/") ?? false;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (save.busy || title.trim() === "" || text.trim() === "") return;
    const folder = isTask ? ("tasks" as const) : ("notes" as const);
    save.send(
      { path: entry?.path ?? null, base: entry?.hash ?? null, folder, title: title.trim(), text, done },
      (result) => {
        if (result.ok || result.change !== null) close();
        else setFailed(result.sentence);
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label={words.name} problem={tried && title.trim() === "" ? words.needsTitle : null}>
        {(wiring) => (
          <TextInput {...wiring} maxLength={120} value={title} onChange={(event) => setTitle(event.target.value)} />
        )}
      </Field>
      <Field label={words.text} hint={words.textHint} problem={tried && text.trim() === "" ? words.needsText : null}>
        {(wiring) => (
          <TextArea
            {...wiring}
            plain
            spellCheck
            rows={10}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {isTask && (
        <label className="flex items-center gap-2 text-head">
          <input
            type="checkbox"
            checked={done}
            onChange={(event) => setDone(event.target.checked)}
            className="size-4 accent-accent"
          />
          {words.done}
        </label>
      )}
      <div role="alert" className="empty:hidden">
        {failed !== null && <OutcomeLine ok={false} sentence={failed} />}
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={close}>
          {common.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={save.busy}>
          {save.busy ? common.saving : common.save}
        </Button>
      </div>
    </form>
  );
}
