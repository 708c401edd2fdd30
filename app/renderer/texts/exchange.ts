// The words of exchanging a source's secret for another.
import type { SecretState } from "../../preload/contract/views.ts";

const going: Record<SecretState | "gone", string> = {
  ok: "The secret is being exchanged: deliveries signed with either one are accepted.",
  missing: "The secret is being exchanged, but the new one is not there: only the old one is accepted.",
  empty: "The secret is being exchanged, but the new one is empty: only the old one is accepted.",
  unreadable: "The secret is being exchanged, but the new one can't be opened: only the old one is accepted.",
  gone: "The secret is being exchanged, and the old one can't be used any more.",
};

const states: Record<SecretState, string> = {
  ok: "found",
  missing: "not found",
  empty: "empty",
  unreadable: "can't be opened",
};

export const texts = {
  ask: "Exchange the secret…",
  title: (name: string) => `Exchange the secret of ${name}`,
  lead: "From now on deliveries signed with either secret are accepted, so change it at the sender whenever it suits you. Then finish the exchange here, and the old one counts no more.",
  legend: "The new secret",
  begin: "Accept both",
  group: (name: string) => `Exchange of ${name}'s secret`,
  going,
  states,
  old: "Old",
  fresh: "New",
  proved: (time: string) => `found; a delivery came with it ${time}`,
  notProved: "found; no delivery has come with it yet",
  finishAsk: "Finish the exchange…",
  finish: "Finish the exchange",
  sure: (name: string, proved: boolean) =>
    proved
      ? `From then on ${name} accepts the new secret alone, and the old one is forgotten.`
      : `No delivery has come with the new secret yet. From then on ${name} refuses everything signed with the old one, which is forgotten.`,
  giveUpSure: (name: string, proved: boolean) =>
    `${proved ? "A delivery has come with the new secret already. " : ""}From then on ${name} refuses everything signed with the new one, which is forgotten.`,
  wait: "Not yet",
  giveUpAsk: "Keep the old one…",
  giveUp: "Keep the old one",
  editing: "It is being exchanged; finish that first.",
  expires: (day: string) => `expires ${day}`,
};
