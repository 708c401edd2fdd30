// The primitives a run composes, gathered once. Promises: one place that knows them all. Refuses: logic.
import type { Claims } from "../inbox/claims.ts";
import type { Lease } from "../inbox/lease.ts";
import type { Journal } from "../journal/journal.ts";
import type { DeadNotice } from "../outbox/dead-notice.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { QuietHours } from "../outbox/quiet-hours.ts";
import type { Approvals } from "../permissions/approvals.ts";
import type { SecondOpinion } from "../permissions/auto-mode.ts";
import type { OutgoingSwitch } from "../permissions/switch.ts";
import type { PermissionRule } from "../permissions/rule.ts";
import type { EnginePorts } from "../ports.ts";
import type { Conversation } from "../sessions/conversation.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Store } from "../store/store.ts";
import type { Timers } from "../timers/timers.ts";
import type { Transcript } from "../sessions/transcript.ts";
import type { AgentPort, ConversationPort, ModelPort, ToolPort } from "./ports.ts";

/** The next run has it; this run has it at its next step; this run begins again, with it. */
export type DuringRun = "next" | "fold" | "restart";

/** What the worker reads of the settings, each time anew. */
export interface WorkerSettings {
  /** How long an approval waits when neither its rule nor its tool says. */
  windowSeconds: number;
  /** By tool. */
  windowsSeconds: Readonly<Record<string, number>>;
  /** A deadline does not run during quiet hours. */
  pauseInQuietHours: boolean;
  quiet: QuietHours | null;
  zone: string;
  permissions: readonly PermissionRule[];
  autoMode: boolean;
  /** What becomes of a source's events while a run is on, by its name; by default they are the next run's. */
  duringRun?: Readonly<Record<string, DuringRun>>;
  /** Hosts that calls may go to: what looks like one of them and is not is noticed. */
  hosts?: readonly string[];
}

export interface WorkerParts extends EnginePorts {
  store: Store;
  claims: Claims;
  lease: Lease;
  sessions: Sessions;
  transcript: Transcript;
  conversation: Conversation;
  /** None: then the person's words are an event like others. */
  listening: ConversationPort | null;
  journal: Journal;
  approvals: Approvals;
  outbox: Outbox;
  deadNotice: DeadNotice;
  timers: Timers;
  outgoing: Pick<OutgoingSwitch, "offSince" | "onChange">;
  agent: AgentPort;
  models: ModelPort;
  tools: ToolPort;
  /** This engine start's id: a fresh one each time (rule 1). */
  holder: string;
  settings: () => WorkerSettings;
  /** Auto mode's second opinion; it can only tighten. */
  secondOpinion: SecondOpinion;
  /** A run has got further: a model is asked or has answered, an entry or a call's start was written down. */
  stepped: () => void;
}
