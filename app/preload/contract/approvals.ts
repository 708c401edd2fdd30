// The shapes of cards and their answers. Types only, as in views.ts. Refuses: what is not shown; a card carries words, not rows.
export type ApprovalAnswer = "yes" | "no" | "did" | "again" | "leave";
/** `withdrawn`: nobody waited for the answer any more. */
export type StandingAnswer = ApprovalAnswer | "expired" | "withdrawn";

interface FieldHead {
  name: string;
  label: string;
  description: string;
  required: boolean;
}
interface Option {
  value: string;
  label: string;
}
/** One field of a form that a server wants filled in; `least` and `most` are characters, values or a count. */
export type FormField = FieldHead &
  (
    | {
        type: "text";
        format: "email" | "uri" | "date" | "date-time" | null;
        least: number | null;
        most: number | null;
        preset: string | null;
      }
    | { type: "number"; whole: boolean; least: number | null; most: number | null; preset: number | null }
    | { type: "switch"; preset: boolean | null }
    | { type: "choice"; options: Option[]; preset: string | null }
    | { type: "choices"; options: Option[]; least: number | null; most: number | null; preset: string[] | null }
  );
export type FormValue = string | number | boolean | string[];

/** What a card asks beyond yes and no. Texts are the asker's, made visible; `among`: in one of so many calls, nobody knows which. */
export type CardAsks =
  | { kind: "question"; text: string; choices: string[] }
  | { kind: "form"; server: string; tool: string; among: number; text: string; fields: FormField[] }
  | {
      kind: "address";
      server: string;
      tool: string;
      among: number;
      text: string;
      url: string;
      /** Where it truly leads, in ASCII. */
      host: string;
      /** Whether it may be opened: https alone. */
      opens: boolean;
    };

export type Reply = { text: string } | { choice: number } | { values: Record<string, FormValue> } | { opened: true };

export interface Chip {
  kind: "repeatable" | "once" | "outside" | "destination" | "credential" | "unknown";
  text: string;
  /** The part of `text` that is an exact name (a host, a credential), shown in a fixed width; null when there is none. */
  exact: string | null;
  /** A host whose letters are not what they seem to be: written out in ASCII. */
  warns: boolean;
  /** What it is about, on another view. */
  goes: { view: "permissions"; ref: string } | null;
}

/** What was noticed about a call, or about the text that caused it. */
export interface CardFinding {
  in: "call" | "cause";
  kind: string;
  /** `url`, `body.title`; empty when all of it is meant. */
  where: string;
  what: string;
}

/**
 * A waiting approval. `kind` "unknown": a call was started and its end is not known; answers are did, again, leave. "question": the
 * agent wants to know something; yes with a reply, or no. "form": a server does, in the middle of a call; yes with a reply, no, leave.
 */
export interface ApprovalCard {
  id: string;
  kind: "call" | "unknown" | "question" | "form";
  title: string;
  callHash: string;
  /** With a question or a form. */
  asks: CardAsks | null;
  tool: string;
  /** First line of the call, for http.request the method and the whole URL. */
  verb: string;
  target: string;
  /** Header lines and pretty-printed body, whole; empty when there are none. */
  detail: string;
  effectKey: string;
  /** What it was caused by: "github · pull_request opened · octo/porch". */
  cause: string;
  eventId: number;
  /** The rule of rules.yaml that asked. */
  rule: string | null;
  /** Why it asks, in whole sentences; empty for an unknown effect. */
  reason: string;
  /** The permission rule that says so, as a reference in Permissions, when it still stands. */
  permission: string | null;
  findings: CardFinding[];
  /** Why the call would be refused although it is approved, as things stand: a sentence, and the credential it is about. */
  blocked: { sentence: string; credential: string } | null;
  /** The words that caused it, inert and bounded; null when nothing was written. `cut`: the whole is longer. */
  causeText: { excerpt: string; cut: boolean } | null;
  chips: Chip[];
  /**
   * The very line that "Always allow" would write, and whether it counts after text from outside too; null where it would
   * not help.
   */
  always: { line: string; outside: boolean } | null;
  /** Cards with the same are alike (tool, method, host, rule); null for what is answered alone. */
  alike: { key: string; name: string } | null;
  askedAt: number;
  /** null: no deadline (unknown effects wait until they are answered). */
  due: number | null;
  windowSeconds: number;
  askedAgain: boolean;
}

/** What became of an approval after an answer: the answer that stands, and who was first. */
export interface AnswerResult {
  id: string;
  /** `refused`: nothing was answered, and the card waits as before. */
  stands: StandingAnswer | "not_found" | "changed" | "refused";
  /** True when this very tap decided. */
  yours: boolean;
  /** A sentence for the card, true when it was made: how a call goes on is asked for with `approvals.get`. */
  sentence: string;
}

/** `approval` is the new card's. */
export type EditResult = { ok: true; approval: string } | { ok: false; sentence: string };

/** What a card leaves out for its size. */
export interface ApprovalDetails {
  /** JSON text that reads back as exactly the call's arguments. */
  arguments: string;
  /** All that the event brought. */
  payload: string;
}
