// The line in which the person writes to Nightjar, at the foot of Today. Promises: what it let go of is on disk; one message however
// often it is pressed; the focus stays. Refuses: to let go of a draft that was not taken.
import { ArrowUp } from "lucide-react";
import { type KeyboardEvent, type SyntheticEvent, useId, useRef, useState } from "react";
import type { ConversationView } from "../../../preload/contract/conversation.ts";
import { useCommand } from "../../api/queries.ts";
import { Button } from "../../parts/button.tsx";
import { OutcomeLine } from "../../parts/outcome.tsx";
import { texts } from "../../texts/talk.ts";
import { type Draft, keepDraft, newDraft, readDraft } from "./draft.ts";

interface Props {
  view: ConversationView;
  /** Called when a message is on disk, before it is shown. */
  sent: () => void;
}

export function Composer({ view, sent }: Props) {
  const id = useId();
  const [draft, setDraft] = useState<Draft>(() => readDraft() ?? newDraft());
  const field = useRef<HTMLTextAreaElement>(null);
  const write = useCommand("conversation.write", ["outbox", "status"]);
  const length = draft.text.trim().length;
  const tooLong = length > view.textMax;
  const problem = tooLong
    ? texts.tooLong(length, view.textMax)
    : write.error !== null
      ? write.error.message
      : write.data?.ok === false
        ? write.data.sentence
        : null;

  function change(next: Draft): void {
    keepDraft(next);
    setDraft(next);
  }

  function send(): void {
    field.current?.focus();
    if (length === 0 || tooLong || write.isPending) return;
    write.mutate(
      { ...draft, offer: null },
      {
        onSuccess: ({ ok }) => {
          if (!ok) return;
          change(newDraft());
          sent();
        },
      },
    );
  }

  function onKey(event: KeyboardEvent): void {
    // While a word is being composed, Enter ends the word.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <div
      data-composer=""
      className="pointer-events-none sticky bottom-0 z-10 -mx-2 mt-auto -mb-16 bg-linear-to-t from-ground from-70% to-transparent px-2 pt-6 pb-4 slim:bottom-14 slim:-mb-24 slim:pb-2"
    >
      {view.outside && <Outside />}
      <form
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault();
          send();
        }}
        className="pointer-events-auto rounded-card border border-control bg-raised shadow-float"
      >
        <div className="flex items-end gap-2 p-1.5">
          <textarea
            ref={field}
            id={`${id}-line`}
            aria-label={texts.line}
            aria-describedby={`${id}-keys ${id}-problem`}
            aria-invalid={tooLong || undefined}
            placeholder={texts.line}
            rows={1}
            spellCheck
            readOnly={write.isPending}
            value={draft.text}
            onKeyDown={onKey}
            onChange={({ target }) => {
              if (!write.isPending) write.reset();
              change({ ...draft, text: target.value });
            }}
            className="field-sizing-content max-h-[170px] min-h-[33px] min-w-0 flex-1 resize-none bg-transparent rounded-control py-1.5 pl-2 select-text"
          />
          <button
            type="submit"
            aria-label={texts.send}
            title={texts.send}
            aria-disabled={length === 0 || tooLong || write.isPending || undefined}
            className="inline-flex size-[33px] shrink-0 items-center justify-center rounded-full bg-accent text-on-accent transition-opacity forced-color-adjust-none hover:bg-accent-deep aria-disabled:opacity-50"
          >
            <ArrowUp size={17} strokeWidth={2} aria-hidden="true" />
          </button>
        </div>
        <span id={`${id}-keys`} className="sr-only">
          {texts.keys}
        </span>
        <div
          id={`${id}-problem`}
          role="status"
          className={problem === null ? "sr-only" : "border-t border-line px-3.5 py-2"}
        >
          {problem !== null && <OutcomeLine ok={false} sentence={problem} />}
        </div>
      </form>
    </div>
  );
}

function Outside() {
  const begin = useCommand("conversation.begin", ["outbox"]);
  return (
    <div className="pointer-events-auto mb-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-card border border-warn-line bg-warn-soft px-3.5 py-1.5">
      <p className="min-w-0 flex-1 basis-60 text-small text-warn">{texts.outside}</p>
      <Button size="small" busy={begin.isPending} onClick={() => begin.mutate(undefined)}>
        {texts.begin}
      </Button>
    </div>
  );
}
