// One group of settings with its own Save: what is typed stays until it is saved, and each save says what happened.
import { type ReactNode, type SubmitEvent, useState } from "react";
import type { Input } from "../../preload/contract/channels.ts";
import type { Done, Topic } from "../../preload/contract/views.ts";
import { useCommand } from "../api/queries.ts";
import { Button } from "../parts/button.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { Region } from "../parts/page.tsx";
import { texts as common } from "../texts/common.ts";

/** What is typed, or what is saved as long as nothing is. */
export function useDraft<T>(saved: T) {
  const [draft, setDraft] = useState<{ value: T } | null>(null);
  return {
    value: draft?.value ?? saved,
    changed: draft !== null,
    set: (value: T) => setDraft({ value }),
    clear: () => setDraft(null),
  };
}

type Saving = "settings.save" | "limits.save";

interface Props<C extends Saving> {
  channel: C;
  topics: readonly Topic[];
  heading: string;
  /** What to save; null while something typed can't be taken. */
  patch: Input<C> | null;
  changed: boolean;
  /** Called when it was saved, to let go of what was typed. */
  saved: () => void;
  children: ReactNode;
}

export function SavedSection(props: Omit<Props<"settings.save">, "channel" | "topics">) {
  return <EditedSection channel="settings.save" topics={["settings", "outbox"]} {...props} />;
}

export function EditedSection<C extends Saving>(props: Props<C>) {
  const { channel, topics, heading, patch, changed, saved, children } = props;
  const save = useCommand(channel, topics);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (patch === null || save.isPending) return;
    save.mutate(patch, { onSuccess: (done: Done) => done.ok && saved() });
  };
  return (
    <Region name={heading} heading={heading}>
      <form
        onSubmit={submit}
        noValidate
        className="flex flex-col gap-4 rounded-card border border-line bg-raised p-4 shadow-card"
      >
        {children}
        {/* Out of the column while there is nothing in it to see: what is said must have a place to be heard from. */}
        <div className="absolute flex flex-wrap items-center gap-3 has-[button,p]:static">
          {changed && (
            <>
              <Button type="submit" variant="primary" size="small" busy={save.isPending} disabled={patch === null}>
                {save.isPending ? common.saving : common.save}
              </Button>
              <Button variant="quiet" size="small" onClick={saved}>
                {common.cancel}
              </Button>
            </>
          )}
          <Outcome of={save} />
        </div>
      </form>
    </Region>
  );
}
