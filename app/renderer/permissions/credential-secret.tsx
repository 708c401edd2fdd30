// Where a credential's secret comes from: the keychain, the memory until quit, the environment, or as it is.
import { useId } from "react";
import { Field, TextInput } from "../parts/field.tsx";
import { texts } from "../texts/permissions.ts";
import type { CredentialField, CredentialForm, Keep } from "./credential-form.ts";

const words = texts.credentialForm;

interface Props {
  form: CredentialForm;
  change: (part: Partial<CredentialForm>) => void;
  problem: (field: CredentialField) => string | null;
  keychain: { usable: boolean; sentence: string };
  /** The present secret may stay. */
  keeps: boolean;
}

export function CredentialSecret({ form, change, problem, keychain, keeps }: Props) {
  const group = useId();
  const choices: { keep: Keep; possible: boolean }[] = [
    ...(keeps ? [{ keep: "kept" as const, possible: true }] : []),
    { keep: "sealed", possible: keychain.usable },
    { keep: "until_quit", possible: true },
    { keep: "env", possible: true },
  ];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-head font-medium">{words.secret}</legend>
      <div className="mb-2.5 flex flex-col gap-1.5">
        {choices.map(({ keep, possible }) => (
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
              {!possible && <span className="block text-small">{keychain.sentence}</span>}
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
              onChange={(event) => change({ value: event.target.value })}
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
              onChange={(event) => change({ variable: event.target.value })}
            />
          )}
        </Field>
      )}
    </fieldset>
  );
}
