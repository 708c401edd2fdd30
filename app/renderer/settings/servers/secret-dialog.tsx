// A secret that a server waits for. It goes to main once and never comes back; the server starts anew with it.
import { type SubmitEvent, useId, useState } from "react";
import type { ToEnterRow } from "../../../preload/contract/thinking-settings.ts";
import type { Done, SettingsView } from "../../../preload/contract/views.ts";
import { useCommand } from "../../api/queries.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { DialogForm } from "../../parts/dialog-form.tsx";
import { Field, TextInput } from "../../parts/field.tsx";
import { texts } from "../../texts/servers.ts";

const words = texts.secretForm;

interface Props {
  /** Null: none is asked for. */
  wanted: ToEnterRow | null;
  settings: SettingsView;
  /** Closed without keeping one: null. */
  close: (done: Done | null) => void;
}

export function SecretDialog({ wanted, settings, close }: Props) {
  return (
    <Dialog open={wanted !== null} setOpen={(open) => !open && close(null)} title={words.title(wanted?.for ?? "")}>
      {wanted !== null && <Form wanted={wanted} settings={settings} close={close} />}
    </Dialog>
  );
}

function Form({ wanted, settings: { keychain }, close }: Props & { wanted: ToEnterRow }) {
  const group = useId();
  const [value, setValue] = useState("");
  const [keep, setKeep] = useState<"sealed" | "until_quit">(keychain.usable ? "sealed" : "until_quit");
  const [tried, setTried] = useState(false);
  const set = useCommand("settings.setSecret", ["settings"]);
  const empty = value.trim() === "";
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (empty || set.isPending) return;
    const name = wanted.reference.replace(/^keychain:/, "");
    set.mutate(
      { name, value: value.trim(), untilQuit: keep === "until_quit" },
      { onSuccess: (done) => done.ok && close(done) },
    );
  };
  const failed = set.error?.message ?? (set.data?.ok === false ? set.data.sentence : null);
  return (
    <DialogForm submit={submit} failed={failed} sending={set.isPending} cancel={() => close(null)}>
      <p className="text-ink2">{words.lead(wanted.server)}</p>
      <Field label={words.value} hint={words.valueHint} problem={tried && empty ? words.problem : null}>
        {(wiring) => (
          <TextInput
            {...wiring}
            type="password"
            mono
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-col gap-1.5">
        {(["sealed", "until_quit"] as const).map((way) => (
          <label key={way} className="flex items-start gap-2.5">
            <input
              type="radio"
              name={group}
              checked={keep === way}
              disabled={way === "sealed" && !keychain.usable}
              onChange={() => setKeep(way)}
              className="mt-[3.5px] size-3.5 accent-accent"
            />
            <span className={way === "sealed" && !keychain.usable ? "text-ink2" : ""}>
              {words.keep[way]}
              {way === "sealed" && !keychain.usable && <span className="block text-small">{keychain.sentence}</span>}
            </span>
          </label>
        ))}
      </div>
    </DialogForm>
  );
}
