// Where a source's secret comes from: the keychain, the memory until quit, the environment, or one kept already.
import { useId, useRef, useState } from "react";
import type { SettingsView } from "../../../preload/contract/views.ts";
import { Button } from "../../parts/button.tsx";
import { Field, TextInput } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import { texts as common } from "../../texts/common.ts";
import { texts } from "../../texts/settings.ts";
import { type Keep, makeSecret, type Field as Named, type SourceForm } from "./source-form.ts";

const words = texts.form;

interface Props {
  form: SourceForm;
  change: (part: Partial<SourceForm>) => void;
  problem: (field: Named) => string | null;
  settings: SettingsView;
  legend?: string;
}

export function SecretFields({ form, change, problem, settings, legend = words.secret }: Props) {
  const group = useId();
  const choices: { keep: Exclude<Keep, "as_is">; possible: boolean }[] = [
    { keep: "sealed", possible: settings.keychain.usable },
    { keep: "until_quit", possible: true },
    { keep: "env", possible: true },
    { keep: "kept", possible: settings.secrets.length > 0 },
  ];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-head font-medium">{legend}</legend>
      <div className="mb-2.5 flex flex-col gap-1.5">
        {choices
          .filter(({ keep, possible }) => possible || keep === "sealed")
          .map(({ keep, possible }) => (
            <label key={keep} className="flex items-start gap-2.5">
              <input
                type="radio"
                name={group}
                checked={form.keep === keep}
                disabled={!possible}
                onChange={() => change({ keep })}
                className="mt-[3.5px] size-3.5 accent-accent"
              />
              <span className={possible ? "" : "text-ink2"}>
                {words.keep[keep]}
                {!possible && <span className="block text-small">{settings.keychain.sentence}</span>}
              </span>
            </label>
          ))}
      </div>
      <Details form={form} change={change} problem={problem} settings={settings} />
    </fieldset>
  );
}

function Details({ form, change, problem, settings }: Props) {
  switch (form.keep) {
    case "sealed":
    case "until_quit":
      return <Pasted form={form} change={change} problem={problem} />;
    case "env":
      return (
        <Field label={words.variable} hint={words.variableHint} problem={problem("variable")}>
          {(wiring) => (
            <TextInput
              {...wiring}
              mono
              value={form.variable}
              onChange={(event) => change({ variable: event.target.value })}
            />
          )}
        </Field>
      );
    case "as_is":
      return null;
    case "kept":
      return (
        <Field label={words.keptName} problem={problem("kept")}>
          {(wiring) => (
            <Select
              {...wiring}
              value={form.keptName}
              items={settings.secrets.map(({ name }) => ({ value: name, label: name }))}
              onChange={(keptName) => change({ keptName })}
            />
          )}
        </Field>
      );
  }
}

/** A secret typed, pasted or made here. A made one is nowhere else yet, so it can be copied while it stands here. */
function Pasted({ form, change, problem }: Omit<Props, "settings">) {
  const input = useRef<HTMLInputElement>(null);
  const [made, setMade] = useState<string | null>(null);
  const [copied, setCopied] = useState<"copied" | "selected" | null>(null);
  const isMade = made !== null && form.value === made;
  const make = () => {
    const value = makeSecret(form.kind, (bytes) => crypto.getRandomValues(bytes));
    setMade(value);
    setCopied(null);
    change({ value });
  };
  const copy = () => {
    input.current?.select();
    // oxlint-disable-next-line typescript/no-deprecated -- the clipboard's own interface asks for a permission, all of which are refused
    setCopied(document.execCommand("copy") ? "copied" : "selected");
  };
  return (
    <Field label={words.value} hint={isMade ? words.madeHint : words.valueHint} problem={problem("value")}>
      {(wiring) => (
        <div className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 flex-1 basis-40">
            <TextInput
              {...wiring}
              ref={input}
              mono
              value={form.value}
              onChange={(event) => change({ value: event.target.value })}
            />
          </span>
          {isMade && <Button onClick={copy}>{common.copy}</Button>}
          <Button onClick={make}>{words.make}</Button>
          <span role="status" className={isMade && copied !== null ? "text-small text-ink2" : "sr-only"}>
            {isMade && copied === "copied" ? common.copied : isMade && copied === "selected" ? common.copyByHand : ""}
          </span>
        </div>
      )}
    </Field>
  );
}
