// Adding or editing a source. The secret goes to main once and never comes back; what fails is said here and nothing is lost.
import { type SubmitEvent, useState } from "react";
import type { Done, SettingsView, SourceRow } from "../../../preload/contract/views.ts";
import { useCommand } from "../../api/queries.ts";
import { useSecretFirst } from "../../api/secret-first.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { DialogForm } from "../../parts/dialog-form.tsx";
import { Field, TextInput } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import { texts as exchange } from "../../texts/exchange.ts";
import { texts } from "../../texts/settings.ts";
import { SecretFields } from "./secret-fields.tsx";
import { type Field as Named, formProblems, requests, type SourceForm, startForm } from "./source-form.ts";

const words = texts.form;
const kinds = (["github", "standard-webhooks", "token"] as const).map((kind) => ({
  value: kind,
  label: texts.sources.kinds[kind],
}));
const identicals = (["twin", "run"] as const).map((way) => ({ value: way, label: words.identicals[way] }));
const duringRuns = (["next", "fold", "restart"] as const).map((way) => ({ value: way, label: words.duringRuns[way] }));

interface Props {
  edited: SourceRow | "new" | null;
  settings: SettingsView;
  /** Closed without saving: null. */
  close: (done: Done | null) => void;
}

export function SourceDialog({ edited, settings, close }: Props) {
  const title = edited === null || edited === "new" ? words.addTitle : words.editTitle(edited.name);
  return (
    <Dialog open={edited !== null} setOpen={(open) => !open && close(null)} title={title}>
      {edited !== null && <Form edited={edited} settings={settings} close={close} />}
    </Dialog>
  );
}

function Form({ edited, settings, close }: Props & { edited: SourceRow | "new" }) {
  const isNew = edited === "new";
  const exchanging = !isNew && edited.nextSecret !== null;
  const [form, setForm] = useState(() => startForm(edited, settings));
  const [tried, setTried] = useState(false);
  const save = useCommand("settings.saveSource", ["settings"]);
  const { send, sending, failed } = useSecretFirst(close);
  const problems = tried ? formProblems(form, isNew, settings) : {};
  const problem = (field: Named) => problems[field] ?? null;
  const change = (part: Partial<SourceForm>) => setForm({ ...form, ...part });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(formProblems(form, isNew, settings)).length > 0) return;
    const { secret, source } = requests(form);
    void send(secret, () => save.mutateAsync(source));
  };
  return (
    <DialogForm submit={submit} failed={failed} sending={sending} cancel={() => close(null)}>
      <Field label={words.kind} hint={texts.sources.kindHints[form.kind]}>
        {(wiring) => <Select {...wiring} value={form.kind} items={kinds} onChange={(kind) => change({ kind })} />}
      </Field>
      <Field label={words.name} hint={words.nameHint} problem={problem("name")}>
        {(wiring) => (
          <TextInput
            {...wiring}
            value={form.name}
            disabled={!isNew}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      {exchanging ? (
        <Field label={words.secret} hint={exchange.editing}>
          {(wiring) => <TextInput {...wiring} mono disabled value={edited.secret} />}
        </Field>
      ) : (
        <SecretFields form={form} change={change} problem={problem} settings={settings} />
      )}
      <Field label={words.expires} hint={words.expiresHint} problem={problem("expires")}>
        {(wiring) => (
          <TextInput {...wiring} value={form.expires} onChange={(event) => change({ expires: event.target.value })} />
        )}
      </Field>
      {form.kind === "github" && (
        <Field label={words.identical}>
          {(wiring) => (
            <Select
              {...wiring}
              value={form.identicalBodies}
              items={identicals}
              onChange={(identicalBodies) => change({ identicalBodies })}
            />
          )}
        </Field>
      )}
      <Field label={words.duringRun} hint={words.duringRunHints[form.duringRun]}>
        {(wiring) => (
          <Select
            {...wiring}
            value={form.duringRun}
            items={duringRuns}
            onChange={(duringRun) => change({ duringRun })}
          />
        )}
      </Field>
      <Field label={words.urgent} hint={words.urgentHint} problem={problem("urgent")}>
        {(wiring) => (
          <TextInput {...wiring} value={form.urgent} onChange={(event) => change({ urgent: event.target.value })} />
        )}
      </Field>
    </DialogForm>
  );
}
