// The conversation as the window shows it: what the person wrote, how it stands, and what was offered with a reply. Types only.
// Refuses: the stream's pages; those hold deliveries too.
import type { Reading } from "./reminders.ts";

/** A place in the stream: at the same second what was said is newer than what was written. */
export interface StreamMark {
  at: number;
  kind: "said" | "wrote";
  id: number;
}

/** Beside a reply: what a press or a word of the person's settles. */
export type Offer =
  | ({ kind: "reminder" } & Omit<Extract<Reading, { kind: "set" }>, "kind">)
  | { kind: "choices"; phrase: string; question: string; choices: { label: string; phrase: string }[] }
  | { kind: "forget"; path: string; hash: string; title: string }
  /** The one step that lets Nightjar answer more. */
  | { kind: "settings" };

export interface OfferView {
  id: number;
  offer: Offer;
  settled: "yes" | "no" | "replaced" | null;
}

export interface WroteItem {
  id: number;
  at: number;
  text: string;
  state: "waiting" | "working" | "held" | "asked" | "answered" | "quiet" | "dead";
  /** Why it waits, why there is no answer; null where there is nothing to say. */
  why: string | null;
  /** The run that works on it. */
  run: number | null;
}

/** What the writing line needs to know. */
export interface ConversationView {
  wrote: WroteItem[];
  /** Where the page before today's begins; null when there is none. */
  older: StreamMark | null;
  /** The longest message, in characters. */
  textMax: number;
  /** It has read text from outside. */
  outside: boolean;
}
