// The new secret of a source. It goes to main once and never comes back; the present one works on until the exchange is finished.
import { type SubmitEvent, useState } from "react";
import type { Done, SettingsView, SourceRow } from "../../../preload/contract/views.ts";
import { useCommand } from "../../api/queries.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { OutcomeLine } from "../../parts/outcome.tsx";
import { texts as common } from "../../texts/common.ts";
import { texts } from "../../texts/exchange.ts";
import { type ExchangeForm, exchangeRequests, startExchange } from "./exchange-form.ts";
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
  const { send, sending, failed } = useSending(close);
  const problems = tried ? formProblems(form, false, settings) : {};
  const problem = (field: Named) => problems[field] ?? null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(formProblems(form, false, settings)).length === 0) void send(form);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p className="text-ink2">{texts.lead}</p>
      <SecretFields
        legend={texts.legend}
        form={form}
        change={(part) => setForm({ ...form, ...part })}
        problem={problem}
        settings={settings}
      />
      <div role="alert" className="empty:hidden">
        {failed !== null && <OutcomeLine ok={false} sentence={failed} />}
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={() => close(null)}>
          {common.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={sending}>
          {texts.begin}
        </Button>
      </div>
    </form>
  );
}

/** The secret first: an exchange that names one which is not there yet would be no exchange. */
function useSending(close: (done: Done | null) => void) {
  const setSecret = useCommand("settings.setSecret", ["settings"]);
  const exchange = useCommand("settings.exchangeSecret", ["settings"]);
  const [failed, setFailed] = useState<string | null>(null);
  const send = async (form: ExchangeForm) => {
    setFailed(null);
    const requests = exchangeRequests(form);
    try {
      const kept = requests.secret === null ? null : await setSecret.mutateAsync(requests.secret);
      if (kept?.ok === false) return setFailed(kept.sentence);
      const begun = await exchange.mutateAsync(requests.exchange);
      if (!begun.ok) return setFailed(begun.sentence);
      close(begun);
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
  };
  return { send, failed, sending: setSecret.isPending || exchange.isPending };
}
