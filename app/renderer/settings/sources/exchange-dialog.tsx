// The new secret of a source. It goes to main once and never comes back; the present one works on until the exchange is finished.
import { type SubmitEvent, useState } from "react";
import type { Done, SettingsView, SourceRow } from "../../../preload/contract/views.ts";
import { useCommand } from "../../api/queries.ts";
import { useSecretFirst } from "../../api/secret-first.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { DialogForm } from "../../parts/dialog-form.tsx";
import { texts } from "../../texts/exchange.ts";
import { exchangeRequests, startExchange } from "./exchange-form.ts";
import { SecretFields } from "./secret-fields.tsx";
import { type Field as Named, formProblems } from "./source-form.ts";

interface Props {
  /** The source whose secret is exchanged; null while none is. */
  source: SourceRow | null;
  settings: SettingsView;
  /** Closed without a change: null. */
  close: (done: Done | null) => void;
}

export function ExchangeDialog({ source, settings, close }: Props) {
  return (
    <Dialog open={source !== null} setOpen={(open) => !open && close(null)} title={texts.title(source?.name ?? "")}>
      {source !== null && <Form source={source} settings={settings} close={close} />}
    </Dialog>
  );
}

function Form({ source, settings, close }: Props & { source: SourceRow }) {
  const [form, setForm] = useState(() => startExchange(source, settings));
  const [tried, setTried] = useState(false);
  const exchange = useCommand("settings.exchangeSecret", ["settings"]);
  const { send, sending, failed } = useSecretFirst(close);
  const problems = tried ? formProblems(form, false, settings) : {};
  const problem = (field: Named) => problems[field] ?? null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(formProblems(form, false, settings)).length > 0) return;
    const wanted = exchangeRequests(form);
    void send(wanted.secret, () => exchange.mutateAsync(wanted.exchange));
  };
  return (
    <DialogForm submit={submit} failed={failed} sending={sending} cancel={() => close(null)} does={texts.begin}>
      <p className="text-ink2">{texts.lead}</p>
      <SecretFields
        legend={texts.legend}
        form={form}
        change={(part) => setForm({ ...form, ...part })}
        problem={problem}
        settings={settings}
      />
    </DialogForm>
  );
}
