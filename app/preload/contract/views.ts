// The shapes main gives the window. Types only: the page draws them and computes nothing from secrets or SQL.
// Times are integer seconds since the epoch and come from main's clock; `now` is main's time when the view was made.
import type { ConversationView, OfferView } from "./conversation.ts";
import type { ApprovalCard, StandingAnswer } from "./approvals.ts";

export interface DigestItem {
  id: number;
  body: string;
  created: number;
  urgent: boolean;
  kind: "message" | "dead" | "reply";
  /** "github · issues", or what else it came from. */
  cause: string;
  eventId: number | null;
  /** What was offered with a reply. */
  offer?: OfferView;
}

export interface DigestGroup {
  deliveryId: number;
  /** By which it stands in the stream. */
  startedAt: number;
  sentAt: number;
  urgent: boolean;
  repeated: boolean;
  failed: string | null;
  items: DigestItem[];
}

export interface HeldDigest {
  items: DigestItem[];
  /** When they go by themselves; null when nothing is held. */
  goesAt: number | null;
  why: "gap" | "quiet" | "due" | "off" | null;
}

export interface DayMark {
  at: number;
  kind: "event" | "delivery" | "urgent" | "question" | "next";
  label: string;
  /** Where a click goes: an inbox id, a delivery id, or an approval id. */
  ref: string | null;
}

export interface DayStrip {
  /** Midnight to midnight of the person's zone. */
  from: number;
  until: number;
  sleeps: { from: number; until: number }[];
  marks: DayMark[];
  counts: { events: number; runs: number; said: number };
}

export interface TodayView {
  now: number;
  approvals: ApprovalCard[];
  held: HeldDigest;
  digest: DigestGroup[];
  conversation: ConversationView;
  day: DayStrip;
}

export interface DeadEvent {
  id: number;
  source: string;
  event: string | null;
  cause: string;
  error: string;
  attempts: number;
  receivedAt: number;
  diedAt: number | null;
  redelivered: number;
  redeliveredAt: number | null;
  payload: string;
}

export interface TimerRow {
  id: string;
  name: string;
  kind: "schedule" | "follow_up";
  origin: "engine" | "config" | "person" | "agent";
  /** What it says, when it is a reminder. */
  says: string | null;
  /** "Every weekday at 09:00, Lisbon time", "Every 90 minutes", "once"; the expression itself where words don't reach it. */
  rule: string;
  /** Its time as it would be typed; empty where words don't reach it. */
  when: string;
  zone: string | null;
  catchUp: "latest" | "each" | "skip";
  paused: boolean;
  next: number[];
  lastFiredAt: number | null;
  /** With an agent's: what is to be done then, what it was about when it set it, and whether it had read text from outside. */
  set: { text: string; cause: string; eventId: number | null; outside: boolean } | null;
  misses: {
    firstDue: number;
    lastDue: number;
    missed: number;
    made: number;
    cut: number;
    why: string;
    noticedAt: number;
  }[];
}

export interface ActivityRow {
  id: number;
  source: string;
  event: string | null;
  cause: string;
  status: "pending" | "running" | "done" | "dead";
  outcome: "message" | "nothing" | "deferred" | "twin" | "discarded" | "dead" | null;
  reason: string | null;
  error: string | null;
  attempts: number;
  receivedAt: number;
  finishedAt: number | null;
  notBefore: number;
  redelivered: number;
  twinOf: number | null;
}

/** What a call was decided to be before it was made or asked about, by what, and why. */
export interface Decided {
  decision: "allow" | "ask" | "deny";
  /** Which step of the decision decided; a step this page does not know is shown by its reason alone. */
  by: string;
  /** Whole sentences. */
  reason: string;
  /** Where its rule stands in Permissions; null when none decided or it is not there any more. */
  permission: string | null;
}

export interface ActivityDetail extends ActivityRow {
  sourceId: string;
  session: string | null;
  trust: "trusted" | "untrusted";
  payload: string;
  runs: {
    id: number;
    attempt: number;
    startedAt: number;
    endedAt: number | null;
    ending: string | null;
    error: string | null;
    /** A model thought in its session. */
    thought: boolean;
  }[];
  calls: {
    id: string;
    title: string;
    tool: string;
    arguments: string;
    effectKey: string;
    decided: Decided;
    /** Its requests in the audit, newest first: ids of `uses.list`. */
    uses: number[];
    status: string;
    starts: number;
    startedAt: number | null;
    endedAt: number | null;
    result: string | null;
    error: string | null;
  }[];
  approvals: {
    id: string;
    title: string;
    answer: StandingAnswer | null;
    askedAt: number;
    due: number | null;
    answeredAt: number | null;
    /** "window", "deadline", … */
    from: string | null;
    /** What the person said with a no. */
    words: string | null;
    /** The line of the rule that the yes wrote. */
    always: string | null;
    /** The approval of the changed call that took its place. */
    replacedBy: string | null;
  }[];
  messages: { id: number; body: string; created: number; sentAt: number | null }[];
}

export type SecretState = "ok" | "missing" | "empty" | "unreadable";

export interface SourceRow {
  name: string;
  kind: "github" | "standard-webhooks" | "token";
  address: string | null;
  secret: string;
  secretState: SecretState;
  /** While its secret is being exchanged: the one that comes. */
  nextSecret: string | null;
  nextSecretState: SecretState | null;
  /** When a delivery was last accepted that only the one that comes has signed; null when none was since the start. */
  nextProvedAt: number | null;
  /** The day its secret stops working, `YYYY-MM-DD`. */
  expiresOn: string | null;
  identicalBodies: "twin" | "run";
  /** What becomes of its events while a run is on: the next run, into this one at its next step, or this one begins again. */
  duringRun: "next" | "fold" | "restart";
  /** Names of its events that do not wait; `*`: all. */
  urgent: readonly string[];
  lastAcceptedAt: number | null;
  lastRefusedAt: number | null;
  lastRefusal: string | null;
  refusedToday: number;
}

export interface SettingsView {
  now: number;
  profile: string;
  hooks: { port: number; maxBodyBytes: number; hosts: string[] };
  outbox: { gapSeconds: number; quietHours: string | null };
  approvals: {
    windowSeconds: number;
    /** By the tool's exact name; goes before `windowSeconds`. */
    windowsSeconds: Record<string, number>;
    pauseInQuietHours: boolean;
  };
  destinations: string[];
  sources: SourceRow[];
  rules: {
    name: string;
    line: number;
    on: string;
    event: string | null;
    ending: "tell" | "ask" | "nothing";
    /** Told at once, around the gap and quiet hours. */
    urgent: boolean;
  }[];
  keychain: { usable: boolean; backend: string; sentence: string };
  /** Names of the secrets that are kept: sealed on disk, or until quit. */
  secrets: { name: string; kept: "sealed" | "until_quit" }[];
}

/** Something the person should see at the top of the window until it is mended. */
export interface Notice {
  id: string;
  level: "warn" | "bad";
  /** What was tried, on what, why not, what to do: whole sentences. */
  text: string;
  action:
    | "open_settings"
    | "open_limits"
    | "retry_listener"
    | "open_dead"
    | "open_permissions"
    | "open_activity"
    | null;
}

export interface StatusView {
  now: number;
  /** What Nightjar is doing, for the foot of the sidebar. */
  doing: {
    kind: "asleep" | "working" | "starting" | "stopped";
    sentence: string;
    until: number | null;
    /** The run in which a model thinks; null when none does. */
    run: number | null;
  };
  waitingApprovals: number;
  dead: number;
  held: number;
  /** Since when nothing leaves; null while it may. */
  outgoingOffSince: number | null;
  notices: Notice[];
  listener: { url: string | null };
  zone: string;
  version: string;
}

export type View = "today" | "dead" | "timers" | "activity" | "memory" | "permissions" | "settings";
/** What changed: the page asks again for the views it shows. */
export type Topic =
  | ("approvals" | "outbox" | "dead" | "timers" | "activity" | "permissions" | "settings" | "status")
  /** Instructions, notes or tasks. */
  | "memory"
  /** A run of a model has got further. */
  | "run";
export type PushMessage =
  | { type: "changed"; topics: Topic[]; now: number }
  | { type: "navigate"; view: View; ref: string | null };

export type { Done } from "./done.ts";
