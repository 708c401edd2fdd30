// The shapes of the view Permissions: rules, credentials, grants, uses, answers, the switch. Types only, as in views.ts.
// Refuses: values of secrets; credentials and secrets are names and states here.
import type { StandingAnswer } from "./approvals.ts";
import type { Decided, SecretState } from "./views.ts";

/** A permission rule as the person reads and writes it; null restricts nothing. */
export interface PermissionInput {
  tool: string;
  methods: string[] | null;
  host: string | null;
  path: string | null;
  folder: string | null;
  recipient: string | null;
  amountMax: number | null;
  credential: string | null;
  exact: boolean;
  decide: "allow" | "ask" | "deny";
  trusted: boolean;
  windowSeconds: number | null;
}

export interface PermissionRow extends PermissionInput {
  /** Its place in the settings' list, from 0; with the rule itself it says which one is meant. */
  index: number;
  /** Its line in config.yaml, from 1. */
  line: number | null;
  /** As it is written there. */
  text: string;
  /** The event whose card made it by "Always allow"; null when it was written by hand. */
  madeBy: { eventId: number; title: string; at: number } | null;
}

/** A rule as it would stand in config.yaml, to the letter; or why it would not be taken. */
export type RulePreview = { ok: true; text: string } | { ok: false; sentence: string };

/** Of a credential's secret. The last three are found, but can not be sent, or could not be searched for in answers. */
export type CredentialState = SecretState | "short" | "long" | "unfit";

export interface CredentialRow {
  name: string;
  /** `env:NAME` or `keychain:NAME`. */
  secret: string;
  state: CredentialState;
  /** Gone when Nightjar quits. */
  untilQuit: boolean;
  /** As in `Authorization: Bearer {secret}`. */
  header: string;
  destinations: string[];
  expiresOn: string | null;
  /** Days from today; 0 and less: it has expired. Null when its day is not known. */
  daysLeft: number | null;
  /** How many rules name it. */
  rules: number;
  lastUsedAt: number | null;
}

export interface GrantRow {
  id: string;
  purpose: string;
  credential: string | null;
  destination: string;
  methods: string;
  pathPrefix: string;
  usesLeft: number;
  madeAt: number;
  expiresAt: number;
  /** Null while it is live. */
  over: "revoked" | "used_up" | "expired" | null;
  why: string | null;
  eventId: number | null;
}

export interface UseRow {
  id: number;
  at: number;
  credential: string | null;
  method: string;
  destination: string;
  path: string;
  outcome: "sending" | "answered" | "refused" | "not_sent" | "unknown";
  status: number | null;
  reason: string | null;
  /** What it was made for. */
  title: string | null;
  eventId: number | null;
  /** The answered approval that it was made after, as in `approvals.history`. */
  answer: string | null;
}

export interface AnswerRow {
  id: string;
  /** Its number, which tells apart what was answered in the same second. */
  row: number;
  title: string;
  kind: "call" | "unknown" | "question" | "form";
  answer: StandingAnswer;
  answeredAt: number;
  /** "window", "deadline", … */
  from: string;
  words: string | null;
  /** The line that "Always allow" wrote. */
  always: string | null;
  /** That rule as a reference in Permissions, while it stands. */
  alwaysAt: string | null;
  /** The call's requests in the audit, newest first: ids of `uses.list`. */
  uses: number[];
  /** The approval of the edited call that took its place. */
  replacedBy: string | null;
  verb: string;
  target: string;
  /** What then happened to the call, in a sentence. */
  afterwards: string;
  /** Why it was asked. */
  decided: Decided;
  eventId: number;
}

export interface PermissionsView {
  now: number;
  /** Null while it is on. */
  outgoing: { offSince: number | null };
  autoMode: boolean;
  rules: PermissionRow[];
  credentials: CredentialRow[];
  /** Live ones first. */
  grants: GrantRow[];
}
