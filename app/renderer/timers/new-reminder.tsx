// The line in which a reminder is written: read back as it is written, set when it is right.
import { type SyntheticEvent, useRef, useState } from "react";
import { useCommand } from "../api/queries.ts";
import { Button } from "../parts/button.tsx";
import { Field, TextInput } from "../parts/field.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { texts } from "../texts/timers.ts";
import { Reading, useUnderstood } from "./reading.tsx";

export function NewReminder() {
  const [phrase, setPhrase] = useState("");
  const line = useRef<HTMLFormElement>(null);
  const understood = useUnderstood(phrase);
  const add = useCommand("timers.add", ["timers", "status"]);
  const { read } = understood;
  const ready = read?.kind === "set" && read.text !== "" ? read : null;
  const focus = () => line.current?.querySelector("input")?.focus();

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (ready === null || add.isPending) return;
    add.mutate(
      { text: ready.text, timing: ready.timing },
      {
        onSuccess: (done) => {
          if (!done.ok) return;
          setPhrase("");
          focus();
        },
      },
    );
  }

  function choose(next: string) {
    setPhrase(next);
    focus();
  }

  return (
    <form ref={line} onSubmit={submit} className="mb-[26px] rounded-card border border-line bg-raised p-4 shadow-card">
      <Field label={texts.line} hint={phrase === "" ? texts.examples : undefined}>
        {(wiring) => (
          <div className="flex items-center gap-2 slim:flex-wrap">
            <TextInput
              {...wiring}
              spellCheck
              maxLength={1000}
              value={phrase}
              onChange={(event) => {
                setPhrase(event.target.value);
                add.reset();
              }}
            />
            <Button variant="primary" type="submit" waits={ready === null} busy={add.isPending}>
              {texts.add}
            </Button>
          </div>
        )}
      </Field>
      <Reading of={understood} choose={choose} withText />
      <div className="has-[p]:mt-3">
        <Outcome of={add} />
      </div>
    </form>
  );
}
