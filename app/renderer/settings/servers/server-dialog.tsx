// Adding or editing one server, as a program or an address. What fails is said here and nothing is lost.
import { type SubmitEvent, useState } from "react";
import type { ServerRow } from "../../../preload/contract/thinking-settings.ts";
import type { Done, SettingsView } from "../../../preload/contract/views.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { DialogForm } from "../../parts/dialog-form.tsx";
import { Field, TextArea, TextInput } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import { texts } from "../../texts/servers.ts";
import { KeyFields } from "../key-fields.tsx";
import { useSecretFirst } from "../secret-first.ts";
import {
  isTakeable,
  type ServerField,
  type ServerForm,
  serverProblems,
  serverRequests,
  startServer,
} from "./server-form.ts";
import { Warning } from "./warning.tsx";

const words = texts.form;
const kinds = (["command", "url"] as const).map((value) => ({ value, label: words.kinds[value] }));

interface Props {
  edited: ServerRow | "new" | null;
  settings: SettingsView;
  /** Names there are. */
  taken: readonly string[];
  /** Closed without saving: null. */
  close: (done: Done | null) => void;
}

export function ServerDialog({ edited, settings, taken, close }: Props) {
  const title = edited === null || edited === "new" ? words.addTitle : words.editTitle(edited.name);
  return (
    <Dialog open={edited !== null} setOpen={(open) => !open && close(null)} title={title}>
      {edited !== null && <Form edited={edited} settings={settings} taken={taken} close={close} />}
    </Dialog>
  );
}

function Form({ edited, settings, taken, close }: Props & { edited: ServerRow | "new" }) {
  const isNew = edited === "new";
  const others = isNew ? taken : [];
  const [form, setForm] = useState(() => startServer(isNew ? null : edited, settings));
  const [tried, setTried] = useState(false);
  const { send, sending, failed } = useSecretFirst("servers.save", close);
  const problems = tried ? serverProblems(form, others) : {};
  const problem = (field: ServerField) => problems[field] ?? null;
  const change = (part: Partial<ServerForm>) => setForm({ ...form, ...part });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isTakeable(form, others)) return;
    const { secret, server } = serverRequests(form);
    void send(secret, server);
  };
  return (
    <DialogForm submit={submit} failed={failed} sending={sending} cancel={() => close(null)}>
      {isNew && (
        <>
          <Field label={words.kind}>
            {(wiring) => <Select {...wiring} value={form.kind} items={kinds} onChange={(kind) => change({ kind })} />}
          </Field>
          <Warning of={form.kind} />
          <Field label={words.name} hint={words.nameHint} problem={problem("name")}>
            {(wiring) => (
              <TextInput {...wiring} value={form.name} onChange={(event) => change({ name: event.target.value })} />
            )}
          </Field>
        </>
      )}
      {form.kind === "command" ? (
        <Program form={form} change={change} problem={problem} />
      ) : (
        <>
          <Line form={form} change={change} problem={problem} field="url" label={words.url} hint={words.urlHint} />
          <KeyFields form={form.key} change={(key) => change({ key })} settings={settings} optional tried={tried} />
          {form.key.keep !== "none" && (
            <Line
              form={form}
              change={change}
              problem={problem}
              field="header"
              label={words.header}
              hint={words.headerHint}
            />
          )}
        </>
      )}
      <Field label={words.timeout} problem={problem("timeout")}>
        {(wiring) => (
          <div className="max-w-40">
            <TextInput
              {...wiring}
              inputMode="numeric"
              placeholder={words.timeoutUsual}
              value={form.timeout}
              onChange={(event) => change({ timeout: event.target.value })}
            />
          </div>
        )}
      </Field>
    </DialogForm>
  );
}

interface PartProps {
  form: ServerForm;
  change: (part: Partial<ServerForm>) => void;
  problem: (field: ServerField) => string | null;
}

function Program({ form, change, problem }: PartProps) {
  const area = (field: "args" | "env", label: string, hint: string) => (
    <Field label={label} hint={hint} problem={field === "env" ? problem("env") : null}>
      {(wiring) => (
        <TextArea
          {...wiring}
          rows={Math.min(8, Math.max(2, form[field].split("\n").length))}
          value={form[field]}
          onChange={(event) => change({ [field]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      <Line
        form={form}
        change={change}
        problem={problem}
        field="command"
        label={words.command}
        hint={words.commandHint}
      />
      {area("args", words.args, words.argsHint)}
      {area("env", words.env, words.envHint)}
      <Line form={form} change={change} problem={problem} field="cwd" label={words.cwd} hint={words.cwdHint} />
    </>
  );
}

interface LineProps extends PartProps {
  field: "command" | "cwd" | "url" | "header";
  label: string;
  hint: string;
}

function Line({ form, change, problem, field, label, hint }: LineProps) {
  return (
    <Field label={label} hint={hint} problem={field === "cwd" ? null : problem(field)}>
      {(wiring) => (
        <TextInput {...wiring} mono value={form[field]} onChange={(event) => change({ [field]: event.target.value })} />
      )}
    </Field>
  );
}
