// Adding a credential, editing one, or entering its new secret. The secret goes to main once and never comes back.
import { type SubmitEvent, useState } from "react";
import type { CredentialRow } from "../../preload/contract/permissions.ts";
import type { Done } from "../../preload/contract/views.ts";
import { useCommand, useView } from "../api/queries.ts";
import { useSecretFirst } from "../api/secret-first.ts";
import { Dialog } from "../parts/dialog.tsx";
import { DialogForm } from "../parts/dialog-form.tsx";
import { Field, TextArea, TextInput } from "../parts/field.tsx";
import { Select } from "../parts/select.tsx";
import { texts } from "../texts/permissions.ts";
import {
  type CredentialField,
  type CredentialForm,
  credentialProblems,
  credentialRequests,
  startCredential,
} from "./credential-form.ts";
import { CredentialSecret } from "./credential-secret.tsx";

const words = texts.credentialForm;
const headers = (["bearer", "key", "basic", "own"] as const).map((value) => ({ value, label: words.headers[value] }));

export type Editing = { what: "new"; row: null } | { what: "edit" | "rotate"; row: CredentialRow };

interface Props {
  editing: Editing | null;
  /** Names there are. */
  taken: readonly string[];
  /** Closed without saving: null. */
  close: (done: Done | null) => void;
}

function titleOf(editing: Editing | null): string {
  if (editing === null || editing.what === "new") return words.addTitle;
  return editing.what === "edit" ? words.editTitle(editing.row.name) : words.rotateTitle(editing.row.name);
}

export function CredentialDialog({ editing, taken, close }: Props) {
  const keychain = useView("settings.get").data?.keychain;
  return (
    <Dialog open={editing !== null} setOpen={(open) => !open && close(null)} title={titleOf(editing)}>
      {editing !== null && keychain !== undefined && (
        <Form editing={editing} taken={taken} close={close} keychain={keychain} />
      )}
    </Dialog>
  );
}

interface FormProps extends Props {
  editing: Editing;
  keychain: { usable: boolean; sentence: string };
}

function Form({ editing, taken, close, keychain }: FormProps) {
  const { what, row } = editing;
  const [form, setForm] = useState(() => startCredential(row, what, keychain.usable));
  const [tried, setTried] = useState(false);
  const save = useCommand("credentials.save", ["settings", "approvals"]);
  const { send, sending, failed } = useSecretFirst(close);
  const others = what === "new" ? taken : [];
  const problems = tried ? credentialProblems(form, others) : {};
  const problem = (field: CredentialField) => problems[field] ?? null;
  const change = (part: Partial<CredentialForm>) => setForm({ ...form, ...part });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(credentialProblems(form, others)).length > 0) return;
    const { secret, credential } = credentialRequests(form);
    void send(secret, () => save.mutateAsync(credential));
  };
  return (
    <DialogForm submit={submit} failed={failed} sending={sending} cancel={() => close(null)}>
      {what === "rotate" && <p className="text-ink2">{words.rotateLead}</p>}
      {what === "new" && (
        <Field label={words.name} hint={words.nameHint} problem={problem("name")}>
          {(wiring) => (
            <TextInput {...wiring} value={form.name} onChange={(event) => change({ name: event.target.value })} />
          )}
        </Field>
      )}
      <CredentialSecret form={form} change={change} problem={problem} keychain={keychain} keeps={what === "edit"} />
      {what !== "rotate" && <Travels form={form} change={change} problem={problem} />}
      <Field label={words.expires} hint={words.expiresHint} problem={problem("expires")}>
        {(wiring) => (
          <TextInput {...wiring} value={form.expires} onChange={(event) => change({ expires: event.target.value })} />
        )}
      </Field>
    </DialogForm>
  );
}

interface PartProps {
  form: CredentialForm;
  change: (part: Partial<CredentialForm>) => void;
  problem: (field: CredentialField) => string | null;
}

/** Where it may go, and in which header. */
function Travels({ form, change, problem }: PartProps) {
  const own = form.header === "own";
  return (
    <>
      <Field label={words.destinations} hint={words.destinationsHint} problem={problem("destinations")}>
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={Math.max(2, form.destinations.split("\n").length)}
            value={form.destinations}
            onChange={(event) => change({ destinations: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.header} problem={own ? null : problem("header")}>
        {(wiring) => (
          <Select {...wiring} value={form.header} items={headers} onChange={(header) => change({ header })} />
        )}
      </Field>
      {own && (
        <Field label={words.ownHeader} hint={words.ownHeaderHint} problem={problem("header")}>
          {(wiring) => (
            <TextInput
              {...wiring}
              mono
              value={form.ownHeader}
              onChange={(event) => change({ ownHeader: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}
