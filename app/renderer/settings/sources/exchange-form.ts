// The secret that takes another one's place, as typed, and what main is asked for it. Pure; main checks everything again.
import type { Input } from "../../../preload/contract/channels.ts";
import type { SettingsView, SourceRow } from "../../../preload/contract/views.ts";
import { type SourceForm, startForm } from "./source-form.ts";

/** A name that nothing has yet: pasted under the present one's, the new secret would end the old one at once. */
function freeName({ name, secret }: SourceRow, { secrets }: Pick<SettingsView, "secrets">): string {
  const taken = new Set([secret, ...secrets.map((kept) => `keychain:${kept.name}`)]);
  for (let at = 1; ; at++) {
    const free = at === 1 ? `${name}-secret` : `${name}-secret-${at}`;
    if (!taken.has(`keychain:${free}`)) return free;
  }
}

export interface ExchangeForm extends SourceForm {
  /** Under which name a pasted one is kept. */
  freshName: string;
}

export function startExchange(source: SourceRow, settings: SettingsView): ExchangeForm {
  const others = settings.secrets.filter(({ name }) => source.secret !== `keychain:${name}`);
  return {
    ...startForm(source, settings),
    keep: settings.keychain.usable ? "sealed" : "until_quit",
    variable: "",
    keptName: others[0]?.name ?? "",
    freshName: freeName(source, settings),
  };
}

/** What to ask of main, in order: first the secret when one was pasted, then the exchange that names it. */
export function exchangeRequests(form: ExchangeForm): {
  secret: Input<"settings.setSecret"> | null;
  exchange: Input<"settings.exchangeSecret">;
} {
  const { name, keep } = form;
  if (keep === "env") return { secret: null, exchange: { name, next: `env:${form.variable}` } };
  if (keep === "kept") return { secret: null, exchange: { name, next: `keychain:${form.keptName}` } };
  return {
    secret: { name: form.freshName, value: form.value.trim(), untilQuit: keep === "until_quit" },
    exchange: { name, next: `keychain:${form.freshName}` },
  };
}
