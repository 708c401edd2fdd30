// The shapes of timers: as they are asked for, as they are stored, as they are listed. Promises: a column and its field have one
// name. Refuses: nothing; types only.
import type { CatchUp, Miss } from "./catch-up.ts";

export type TimerOrigin = "engine" | "config" | "person" | "agent";
export type TimerPayload = Record<string, unknown>;

/** A row of `timers`. `payload` is the text of a JSON object. */
export interface TimerRow {
  id: string;
  due: number;
  every: number | null;
  payload: string | null;
  ev_source: string | null;
  ev_id: string | null;
  done: 0 | 1;
  kind: "schedule" | "follow_up";
  name: string;
  origin: TimerOrigin;
  cron: string | null;
  zone: string | null;
  catch_up: CatchUp;
  cap: number;
  revision: number;
  paused: 0 | 1;
  session: string | null;
  created_at: number;
  last_due: number | null;
  last_fired_at: number | null;
  /** Whether its text may be taken for an instruction: not when the run that set it had read text from outside. */
  trust: "trusted" | "untrusted";
  /** Inbox id of what the run that set it was about; null when no run did. */
  set_for: number | null;
}

/** Who set it; an agent's is not trusted unless that is said. */
interface Setting {
  trust?: TimerRow["trust"];
  set_for?: number | null;
}

/** Exactly one of `cron` (with `zone`) and `every` (seconds). */
export interface NewSchedule extends Setting {
  id: string;
  /** What rules see as `$event`. */
  name: string;
  cron: string | null;
  zone: string | null;
  every: number | null;
  catch_up?: CatchUp;
  /** The most events `each` makes after one gap. */
  cap?: number;
  payload?: TimerPayload;
  origin: TimerOrigin;
  session?: string | null;
  /** The first occurrence of an interval; by default one interval from now. */
  first_due?: number;
}

export interface NewFollowUp extends Setting {
  id: string;
  due: number;
  name: string;
  payload?: TimerPayload;
  /** A fixed event key (`ev_source`, `ev_id`), shared with whatever else may bring the same event; both or neither. */
  ev_source?: string | null;
  ev_id?: string | null;
  origin: TimerOrigin;
  session?: string | null;
}

/** A schedule as the settings know it. */
export interface ConfiguredSchedule {
  name: string;
  cron: string | null;
  zone: string | null;
  everySeconds: number | null;
  catchUp: CatchUp;
  cap: number;
}

export type MissRow = Miss & { why: string; noticed_at: number };

export type ListedTimer = TimerRow & {
  /** The next five occurrences, or the one of a follow-up; for a paused one those it would have. */
  next: number[];
  /** Newest first. */
  misses: MissRow[];
};
