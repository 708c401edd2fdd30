// A question to the person as it is stored, and what stands about it. Refuses: nothing; types only.
import type { Reply } from "./asks.ts";

export type Answer = "yes" | "no" | "did" | "again" | "leave";

/**
 * - `call`: may it be made?
 * - `unknown`: it was started, what happened? (rule 9)
 * - `question`: what an agent wants to know; the call is the question itself.
 * - `form`: what a server wants to know in the middle of a call that has started and waits.
 */
export type ApprovalKind = "call" | "unknown" | "question" | "form";

export interface ApprovalRow {
  id: string;
  tool_call: string;
  session: string;
  event: number;
  kind: ApprovalKind;
  title: string;
  /** Of the exact call, and with `form` of what is asked too. */
  call_hash: string;
  /** Seconds. */
  window: number;
  asked_at: number;
  /** null: no deadline; an unknown effect waits until it is answered. */
  due: number | null;
  /** `withdrawn`: nobody waits for the answer any more. */
  answer: Answer | "expired" | "withdrawn" | null;
  answered_at: number | null;
  /** With `withdrawn`, why. */
  answered_from: string | null;
  asked_again_of: string | null;
  /** How often the call had been started when this was asked: a later start happened under its answer. */
  starts: number;
  notice: number | null;
  last_call: number | null;
  /** What its rule asked for, in seconds; null when no rule did. `window` is what came of it. */
  own_window: number | null;
  /** What the person said with their no. */
  words: string | null;
  /** The approval of the call that the person made of this one. */
  replaced_by: string | null;
  /** The line of the rule that was written before this yes. */
  always: string | null;
  /** JSON texts: what is asked beyond yes and no, and what was answered to it. */
  asks: string | null;
  reply: string | null;
}

export interface AskMore {
  /** What its rule asked for, in seconds. The window may be longer, where a deadline does not run at night. */
  ownWindow?: number | null;
  askedAgainOf?: string | null;
}

/** What an answer says beyond itself. */
export interface Said {
  /** With a no, in the person's own words; 1 to 2000 characters. */
  words?: string;
  /** With a yes: the line of the rule that was written before it. */
  always?: string;
  /** With a yes to a question or a form. */
  reply?: Reply;
}

export interface Standing {
  stands: NonNullable<ApprovalRow["answer"]> | "not_found" | "changed";
  /** True when this very answer decided. */
  yours: boolean;
  approval: ApprovalRow | null;
}
