// Answers the person's own words by itself, where no rule and no model does: reminders read back, memory searched and written, and
// otherwise one honest sentence. Promises: nothing stands before the person said yes to it. Refuses: to quote what may be others' words.
import type { Offer } from "../../preload/contract/conversation.ts";
import type { Reading, Timing } from "../../preload/contract/reminders.ts";
import type { ClaimedEvent } from "../engine/inbox/events.ts";
import type { ConversationPort, Spoken } from "../engine/worker/ports.ts";
import { found, type Recall, titleOf } from "./recall.ts";
import { texts } from "./texts.ts";
import { isQuestion, wishOf } from "./wishes.ts";

interface OfferRow {
  id: number;
  session: string;
  body: string;
  settled: string | null;
}

export interface ListeningDeps {
  /** What was understood of a phrase at that moment. */
  read(phrase: string, now: number): Reading;
  /** Sets a reminder; joins the open transaction. */
  remind(
    text: string,
    timing: Timing,
  ): { ok: true } | { ok: false; why: "passed" | "unknown" | "unusable"; sentence?: string };
  offers: {
    read(id: number): OfferRow | null;
    open(session: string): OfferRow | null;
    settle(id: number, settled: "yes" | "no", now: number): boolean;
  };
  recall: Recall;
  clock: { now(): number };
  watched(): boolean;
}

type Speak = () => Spoken;

const says =
  (text: string, offer: Offer | null = null): Speak =>
  () => ({ text, offer });

interface Payload {
  text: string;
  offer?: { id: number; yes: boolean };
}

const payloadOf = ({ payload }: ClaimedEvent) => JSON.parse(payload) as Payload;
const offerOf = ({ body }: OfferRow) => JSON.parse(body) as Offer;

export function createListening({ read, remind, offers, recall, clock, watched }: ListeningDeps): ConversationPort {
  function answered(row: OfferRow | null, yes: boolean): Speak {
    if (row === null || row.settled !== null) return says(texts.settled);
    const offer = offerOf(row);
    const settle = (how: "yes" | "no", then: () => string): Speak => {
      return () => ({ text: offers.settle(row.id, how, clock.now()) ? then() : texts.settled, offer: null });
    };
    if (!yes) return settle("no", () => texts.left);
    switch (offer.kind) {
      case "reminder":
        return settle("yes", () => {
          const set = remind(offer.text, offer.timing);
          if (set.ok) return texts.set(offer.text);
          return set.why === "passed" ? texts.passed : texts.notSet(set.sentence ?? "");
        });
      case "forget": {
        const sentence = recall.remove(offer.path, offer.hash);
        return settle("yes", () => sentence);
      }
      case "choices":
      case "settings":
        return says(texts.choose);
    }
  }

  function reminder(phrase: string, reading: Reading): Speak {
    switch (reading.kind) {
      case "impossible":
        return says(reading.sentence);
      case "unclear": {
        const { question, choices } = reading;
        return says(question, choices.length === 0 ? null : { kind: "choices", phrase, question, choices });
      }
      case "set": {
        const { kind: _set, ...set } = reading;
        if (set.text === "")
          return says(texts.noWords(set.rule), { kind: "choices", phrase, question: "", choices: [] });
        return says(texts.reminder(set.rule, set.text, set.notes), { kind: "reminder", ...set });
      }
    }
  }

  /** A time alone, or what to say alone, goes on with the phrase that was asked about. */
  function withOpen(text: string, reading: Reading, row: OfferRow | null, now: number): Speak | null {
    const offer = row === null ? null : offerOf(row);
    if (offer?.kind !== "choices" || isQuestion(text)) return null;
    if (reading.kind === "set" && reading.text !== "") return null;
    const phrase = `${offer.phrase.replace(/[\s.!?]+$/u, "")} ${text}`;
    const whole = read(phrase, now);
    return whole.kind === "set" && whole.text !== "" ? reminder(phrase, whole) : null;
  }

  function hear(event: ClaimedEvent): Speak {
    const { text, offer } = payloadOf(event);
    const now = event.received_at;
    if (offer !== undefined) return answered(offers.read(offer.id), offer.yes);
    const open = event.session === null ? null : offers.open(event.session);
    const wish = wishOf(text);
    switch (wish.kind) {
      case "yes":
      case "no":
        return open === null ? says(texts.noModel, { kind: "settings" }) : answered(open, wish.kind === "yes");
      case "stop":
        return says(texts.nothingOn);
      case "remember":
        return says(recall.note(titleOf(wish.text), wish.text));
      case "search":
        return says(found(recall, wish.about, event.id));
      case "forget":
        return forget(wish.about);
      case "remind":
      case "other": {
        const reading = read(text, now);
        const further = withOpen(text, reading, open, now);
        if (further !== null) return further;
        const meant = wish.kind === "remind" || (reading.kind === "set" && reading.text !== "" && !isQuestion(text));
        return meant ? reminder(text, reading) : says(texts.noModel, { kind: "settings" });
      }
    }
  }

  function forget(about: string): Speak {
    const notes = recall.notes(about);
    const [first] = notes;
    if (first === undefined) return says(texts.nothingToForget(about));
    const same = notes.find(({ title }) => title.toLowerCase() === about.toLowerCase());
    const one = same ?? (notes.length === 1 ? first : null);
    if (one === null) return says(texts.forgetWhich(notes.slice(0, 5).map(({ title }) => title)));
    const { path, hash, title } = one;
    return says(texts.forget(title), { kind: "forget", path, hash, title });
  }

  return { own: (event) => event.source === "chat" && payloadOf(event).offer !== undefined, hear, watched };
}
