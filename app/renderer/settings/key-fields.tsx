// Where a key comes from: nowhere, the keychain, the memory until quit, the environment, or as it is.
import { useId } from "react";
import type { SettingsView } from "../../preload/contract/views.ts";
import { Field, TextInput } from "../parts/field.tsx";
import { keyTexts as words } from "../texts/model.ts";
import { type KeyField, type KeyForm, type KeyKeep, keyProblems } from "./key-form.ts";

interface Props {
  form: KeyForm;
  change: (form: KeyForm) => void;
  settings: SettingsView;
  /** Whether it may be left out. */
  optional: boolean;
  /** Complaints are shown from the first try on. */
  tried: boolean;
}

export function KeyFields({ form, change, settings, optional, tried }: Props) {
  const group = useId();
  const { usable, sentence } = settings.keychain;
  const choices: { keep: KeyKeep; there: boolean; possible: boolean }[] = [
    { keep: "none", there: optional, possible: true },
    { keep: "as_is", there: form.saved.startsWith("keychain:"), possible: true },
    { keep: "sealed", there: true, possible: usable },
    { keep: "until_quit", there: true, possible: true },
    { keep: "env", there: true, possible: true },
  ];
  const problems = tried ? keyProblems(form) : {};
  const problem = (field: KeyField) => problems[field] ?? null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-head font-medium">{words.legend}</legend>
      <div className="mb-2.5 flex flex-col gap-1.5 last:mb-0">
        {choices
          .filter(({ there }) => there)
          .map(({ keep, possible }) => (
            <label key={keep} className="flex items-start gap-2.5">
              <input
                type="radio"
                name={group}
                checked={form.keep === keep}
                disabled={!possible}
                onChange={() => change({ ...form, keep })}
                className="mt-[3.5px] size-3.5 accent-accent"
              />
              <span className={possible ? "" : "text-ink2"}>
                {words.keep[keep]}
                {!possible && <span className="block text-small">{sentence}</span>}
              </span>
            </label>
          ))}
      </div>
      {(form.keep === "sealed" || form.keep === "until_quit") && (
        <Field label={words.value} hint={words.valueHint} problem={problem("value")}>
          {(wiring) => (
            <TextInput
              {...wiring}
              type="password"
              mono
              value={form.value}
              onChange={(event) => change({ ...form, value: event.target.value })}
            />
          )}
        </Field>
      )}
      {form.keep === "env" && (
        <Field label={words.variable} hint={words.variableHint} problem={problem("variable")}>
          {(wiring) => (
            <TextInput
              {...wiring}
              mono
              value={form.variable}
              onChange={(event) => change({ ...form, variable: event.target.value })}
            />
          )}
        </Field>
      )}
    </fieldset>
  );
}
