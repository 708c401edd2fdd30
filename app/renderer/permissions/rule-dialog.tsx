// Adding or editing a rule. What main can't take is said here, and nothing is lost.
import { type SubmitEvent, useState } from "react";
import type { PermissionRow } from "../../preload/contract/permissions.ts";
import type { Done } from "../../preload/contract/views.ts";
import { useCommand } from "../api/queries.ts";
import { Dialog } from "../parts/dialog.tsx";
import { DialogForm } from "../parts/dialog-form.tsx";
import { Disclosure } from "../parts/disclosure.tsx";
import { Field, TextInput } from "../parts/field.tsx";
import { Select } from "../parts/select.tsx";
import { texts } from "../texts/permissions.ts";
import {
  anyCredential,
  type RuleField,
  type RuleForm,
  ruleInput,
  ruleOfForm,
  ruleProblems,
  startRule,
} from "./rule-form.ts";
import { RulePreview } from "./rule-preview.tsx";
import { Tick } from "./tick.tsx";

const words = texts.ruleForm;
const decisions = (["allow", "ask", "deny"] as const).map((value) => ({ value, label: words.decisions[value] }));

interface Props {
  edited: PermissionRow | "new" | null;
  credentials: readonly string[];
  /** Closed without saving: null. */
  close: (done: Done | null) => void;
}

export function RuleDialog({ edited, credentials, close }: Props) {
  const title = edited === "new" ? words.addTitle : words.editTitle;
  return (
    <Dialog open={edited !== null} setOpen={(open) => !open && close(null)} title={title}>
      {edited !== null && <Form edited={edited} credentials={credentials} close={close} />}
    </Dialog>
  );
}

function Form({ edited, credentials, close }: Props & { edited: PermissionRow | "new" }) {
  const [form, setForm] = useState(() => startRule(edited));
  const [tried, setTried] = useState(false);
  const add = useCommand("permissions.addRule", ["settings", "approvals"]);
  const changeRule = useCommand("permissions.changeRule", ["settings", "approvals"]);
  const [failed, setFailed] = useState<string | null>(null);
  const problems = tried ? ruleProblems(form) : {};
  const change = (part: Partial<RuleForm>) => setForm({ ...form, ...part });
  const sending = add.isPending || changeRule.isPending;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (sending || Object.keys(ruleProblems(form)).length > 0) return;
    const rule = ruleOfForm(form);
    try {
      const done = await (edited === "new"
        ? add.mutateAsync({ rule })
        : changeRule.mutateAsync({ index: edited.index, seen: ruleInput(edited), rule }));
      if (done.ok) close(done);
      else setFailed(done.sentence);
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
  };
  const text = (
    key: "tool" | "methods" | "host" | "path" | "folder" | "recipient" | "amount" | "window",
    hint?: string,
  ) => (
    <Field label={words[key]} {...(hint === undefined ? {} : { hint })} problem={problems[key as RuleField] ?? null}>
      {(wiring) => (
        <TextInput {...wiring} mono value={form[key]} onChange={(event) => change({ [key]: event.target.value })} />
      )}
    </Field>
  );
  const names = [
    { value: anyCredential, label: words.anyCredential },
    ...credentials.map((name) => ({ value: name, label: name })),
  ];
  const restricted = form.folder !== "" || form.recipient !== "" || form.amount !== "" || form.window !== "";
  return (
    <DialogForm
      submit={(event) => void submit(event)}
      failed={failed}
      sending={sending}
      cancel={() => close(null)}
      shown={
        <RulePreview
          index={edited === "new" ? null : edited.index}
          rule={Object.keys(ruleProblems(form)).length === 0 ? ruleOfForm(form) : null}
        />
      }
    >
      <Field label={words.decide}>
        {(wiring) => (
          <Select {...wiring} value={form.decide} items={decisions} onChange={(decide) => change({ decide })} />
        )}
      </Field>
      {text("tool", words.toolHint)}
      {text("methods", words.methodsHint)}
      {text("host", words.hostHint)}
      {text("path", words.pathHint)}
      <Field label={words.credential}>
        {(wiring) => (
          <Select {...wiring} value={form.credential} items={names} onChange={(credential) => change({ credential })} />
        )}
      </Field>
      {form.decide === "allow" && (
        <Tick
          label={words.outside}
          hint={words.outsideHint}
          on={form.outside}
          onChange={(outside) => change({ outside })}
        />
      )}
      {edited !== "new" && edited.exact && (
        <Tick label={words.exact} on={form.exact} onChange={(exact) => change({ exact })} />
      )}
      <Disclosure label={words.more} open={restricted}>
        {() => (
          <div className="flex flex-col gap-4">
            {text("folder")}
            {text("recipient")}
            {text("amount")}
            {text("window", words.windowHint)}
          </div>
        )}
      </Disclosure>
    </DialogForm>
  );
}
