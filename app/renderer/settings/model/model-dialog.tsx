// Choosing the model. The key goes to main once and never comes back; what fails is said here and nothing is lost.
import { type SubmitEvent, useState } from "react";
import type { ModelRow } from "../../../preload/contract/thinking-settings.ts";
import type { Done, SettingsView } from "../../../preload/contract/views.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { DialogForm } from "../../parts/dialog-form.tsx";
import { Disclosure } from "../../parts/disclosure.tsx";
import { Field, TextInput } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import { texts } from "../../texts/model.ts";
import { KeyFields } from "../key-fields.tsx";
import { useSecretFirst } from "../secret-first.ts";
import {
  isTakeable,
  keyOptional,
  type ModelField,
  type ModelForm,
  modelProblems,
  modelRequests,
  moveTo,
  providerOf,
  startModel,
  suggestions,
  usual,
} from "./model-form.ts";

const words = texts.form;
const places = (["anthropic", "ollama", "lmstudio", "other"] as const).map((value) => ({
  value,
  label: words.places[value],
}));

interface Props {
  open: boolean;
  row: ModelRow | null;
  settings: SettingsView;
  /** Closed without saving: null. */
  close: (done: Done | null) => void;
}

export function ModelDialog({ open, row, settings, close }: Props) {
  return (
    <Dialog open={open} setOpen={(next) => !next && close(null)} title={row === null ? words.title : words.editTitle}>
      {open && <Form row={row} settings={settings} close={close} />}
    </Dialog>
  );
}

function Form({ row, settings, close }: Omit<Props, "open">) {
  const [form, setForm] = useState(() => startModel(row, settings));
  const [tried, setTried] = useState(false);
  const { send, sending, failed } = useSecretFirst("model.save", close);
  const problems = tried ? modelProblems(form) : {};
  const problem = (field: ModelField) => problems[field] ?? null;
  const change = (part: Partial<ModelForm>) => setForm({ ...form, ...part });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isTakeable(form)) return;
    const { secret, model } = modelRequests(form);
    void send(secret, model);
  };
  return (
    <DialogForm submit={submit} failed={failed} sending={sending} cancel={() => close(null)}>
      <Field label={words.place} hint={words.placeHints[form.place]}>
        {(wiring) => (
          <Select
            {...wiring}
            value={form.place}
            items={places}
            onChange={(place) => setForm(moveTo(place, form, settings))}
          />
        )}
      </Field>
      <div className="flex flex-col gap-2">
        <Field label={words.name} hint={words.nameHints[form.place]} problem={problem("name")}>
          {(wiring) => (
            <TextInput {...wiring} mono value={form.name} onChange={(event) => change({ name: event.target.value })} />
          )}
        </Field>
        {suggestions[form.place].length > 0 && (
          <div className="flex flex-wrap gap-1.5">
            {suggestions[form.place].map((name) => (
              <Button
                key={name}
                size="small"
                variant="quiet"
                aria-label={words.suggest(name)}
                onClick={() => change({ name })}
              >
                <span className="font-mono font-normal">{name}</span>
              </Button>
            ))}
          </div>
        )}
      </div>
      <Field
        label={words.baseUrl}
        hint={form.place === "anthropic" ? words.baseUrlUsual : words.baseUrlHint}
        problem={problem("baseUrl")}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            mono
            placeholder={form.place === "anthropic" ? "https://api.anthropic.com" : undefined}
            value={form.baseUrl}
            onChange={(event) => change({ baseUrl: event.target.value })}
          />
        )}
      </Field>
      <KeyFields
        form={form.key}
        change={(key) => change({ key })}
        settings={settings}
        optional={keyOptional(form)}
        tried={tried}
      />
      <Disclosure label={words.more} open={row !== null && row.price !== null}>
        {() => <More form={form} change={change} problem={problem} />}
      </Disclosure>
    </DialogForm>
  );
}

interface PartProps {
  form: ModelForm;
  change: (part: Partial<ModelForm>) => void;
  problem: (field: ModelField) => string | null;
}

function More({ form, change, problem }: PartProps) {
  const context = usual.contextTokens[providerOf(form.place)];
  const number = (field: Exclude<ModelField, "name" | "baseUrl">, label: string, placeholder?: string) => (
    <Field label={label} problem={problem(field)}>
      {(wiring) => (
        <TextInput
          {...wiring}
          inputMode="decimal"
          placeholder={placeholder}
          value={form[field]}
          onChange={(event) => change({ [field]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 slim:grid-cols-1">
        {number("contextTokens", words.contextTokens, words.usual(context))}
        {number("maxOutputTokens", words.maxOutputTokens, words.usual(usual.maxOutputTokens))}
      </div>
      <p className="text-small text-ink2">{words.contextHint}</p>
      <p className="text-small text-ink2">{words.priceLead}</p>
      <div className="grid grid-cols-2 gap-3 slim:grid-cols-1">
        {number("priceInput", words.priceInput)}
        {number("priceOutput", words.priceOutput)}
        {number("priceCacheRead", words.priceCacheRead)}
        {number("priceCacheWrite", words.priceCacheWrite)}
      </div>
    </div>
  );
}
