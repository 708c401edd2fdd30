// Another text or another time for a reminder. The time is read back like a new one; left alone, it stays as it is.
import { type SyntheticEvent, useState } from "react";
import type { TimerRow } from "../../preload/contract/views.ts";
import { useCommand } from "../api/queries.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field, TextInput } from "../parts/field.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { texts } from "../texts/timers.ts";
import { Reading, useUnderstood } from "./reading.tsx";

interface Props {
  timer: TimerRow;
  open: boolean;
  setOpen: (open: boolean) => void;
}

export function EditReminder({ timer, open, setOpen }: Props) {
  return (
    <Dialog open={open} setOpen={setOpen} title={texts.editTitle}>
      <Form timer={timer} close={() => setOpen(false)} />
    </Dialog>
  );
}

function Form({ timer, close }: { timer: TimerRow; close: () => void }) {
  // What stands when the dialog opens: a push meanwhile takes nothing out of the person's hands.
  const [stood] = useState(timer);
  const [text, setText] = useState(stood.says ?? "");
  const [when, setWhen] = useState(stood.when);
  const same = when.trim() === stood.when;
  const understood = useUnderstood(same ? "" : when);
  const change = useCommand("timers.change", ["timers", "status"]);
  const { read } = understood;
  const timing = read?.kind === "set" && read.text === "" ? read.timing : null;
  const ready = text.trim() !== "" && (same || timing !== null);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (!ready || change.isPending) return;
    change.mutate({ id: stood.id, text, timing: same ? null : timing }, { onSuccess: ({ ok }) => ok && close() });
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label={texts.what}>
        {(wiring) => (
          <TextInput
            {...wiring}
            spellCheck
            maxLength={500}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Field label={texts.when}>
          {(wiring) => (
            <TextInput {...wiring} maxLength={500} value={when} onChange={(event) => setWhen(event.target.value)} />
          )}
        </Field>
        <Reading of={understood} choose={setWhen} withText={false} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" type="submit" waits={!ready} busy={change.isPending}>
          {texts.save}
        </Button>
        <Button variant="quiet" onClick={close}>
          {texts.giveUp}
        </Button>
      </div>
      <Outcome of={change} />
    </form>
  );
}
