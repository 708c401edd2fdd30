// Writing a note, or correcting a note or task. What can't be kept is said here, and nothing typed is lost.
import { createContext, type SubmitEvent, useContext, useState } from "react";
import type { MemoryEntry } from "../../preload/contract/memory.ts";
import { Dialog } from "../parts/dialog.tsx";
import { DialogForm } from "../parts/dialog-form.tsx";
import { Field, TextArea, TextInput } from "../parts/field.tsx";
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
    <DialogForm submit={submit} failed={failed} sending={save.busy} cancel={close}>
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
    </DialogForm>
  );
}
