// The person's instructions: what is typed stays until it is saved, also when the file changes meanwhile; main brings both together.
import { type SubmitEvent, useState } from "react";
import type { MemoryView } from "../../preload/contract/memory.ts";
import { Button } from "../parts/button.tsx";
import { Field, TextArea } from "../parts/field.tsx";
import { Region } from "../parts/page.tsx";
import { texts as common } from "../texts/common.ts";
import { texts } from "../texts/memory.ts";
import { useMemoryCommand } from "./said.tsx";

const words = texts.instructions;
const rowsLeast = 5;
const rowsMost = 16;

export function Instructions({ saved }: { saved: MemoryView["instructions"] }) {
  /** What is typed, and what the file was when that began. */
  const [draft, setDraft] = useState<{ text: string; base: string | null } | null>(null);
  const save = useMemoryCommand("memory.saveInstructions");
  const text = draft?.text ?? saved.text;
  const { room } = saved;
  const length = text.trim().length;
  const tooLong = room !== null && length > room;
  const rows = Math.min(Math.max(text.split("\n").length + Math.floor(text.length / 100), rowsLeast), rowsMost);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (draft === null || save.busy) return;
    save.send(draft, (done) => {
      if (done.ok) setDraft(null);
    });
  };
  return (
    <Region name={words.heading} heading={words.heading}>
      <form
        onSubmit={submit}
        noValidate
        className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4 shadow-card"
      >
        <Field
          label={words.label}
          hint={
            room === null
              ? `${words.hint} ${words.noModel}`
              : tooLong
                ? words.hint
                : `${words.hint} ${words.room(length, room)}.`
          }
          problem={tooLong ? words.tooLong(length, room) : null}
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              plain
              spellCheck
              rows={rows}
              value={text}
              placeholder={words.placeholder}
              onChange={(event) =>
                setDraft({ text: event.target.value, base: draft === null ? saved.hash : draft.base })
              }
            />
          )}
        </Field>
        {draft !== null && (
          <div className="flex gap-2">
            <Button type="submit" variant="primary" size="small" busy={save.busy}>
              {save.busy ? common.saving : common.save}
            </Button>
            <Button variant="quiet" size="small" onClick={() => setDraft(null)}>
              {common.cancel}
            </Button>
          </div>
        )}
      </form>
    </Region>
  );
}
