// One run and its session: what it was about, what it used, what it said, what it does now. Promises: nothing but numbers, names and
// short texts. Refuses: the transcript; run-entries.ts pages through that.
import type { EventOutcome, EventStatus, Trust } from "../inbox/events.ts";
import type { HaltKind, Provenance, RunEnding } from "../sessions/sessions.ts";
import type { Store } from "../store/store.ts";
import * as sql from "./run-statements.ts";

export interface RunFacts {
  id: number;
  session: string;
  started_at: number;
  ended_at: number | null;
  ending: RunEnding | null;
  error: string | null;
  halted: HaltKind | null;
  provenance: Provenance;
  status: "open" | "waiting" | "closed";
  /** 1 when a model has thought in this session. */
  thought: 0 | 1;
}

export interface RunEventRow {
  id: number;
  source: string;
  trust: Trust;
  status: EventStatus;
  outcome: EventOutcome | null;
  reason: string | null;
  error: string | null;
  attempt: number;
}

export interface RunMessageRow {
  id: number;
  body: string;
  created: number;
  sent_at: number | null;
  delivery: number | null;
  urgent: 0 | 1;
}

/** What requests to models have used together. */
export interface UseRow {
  requests: number;
  /** Those that brought no answer of a model. */
  unanswered: number;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** Millionths of a US dollar, of those whose price is known. */
  costMicros: number;
  /** Answers whose price is not known. */
  unpriced: number;
  /** How long they took. */
  seconds: number;
}

export interface LastRequestRow {
  provider: string;
  model: string;
  purpose: "thought" | "opinion";
  started_at: number;
  ended_at: number | null;
}

export interface UnderwayRow {
  title: string;
  tool: string;
  started_at: number | null;
}

const sumOf = (one: UseRow, other: UseRow): UseRow => ({
  requests: one.requests + other.requests,
  unanswered: one.unanswered + other.unanswered,
  input: one.input + other.input,
  output: one.output + other.output,
  cacheRead: one.cacheRead + other.cacheRead,
  cacheWrite: one.cacheWrite + other.cacheWrite,
  costMicros: one.costMicros + other.costMicros,
  unpriced: one.unpriced + other.unpriced,
  seconds: one.seconds + other.seconds,
});

export function createRunQueries(store: Store) {
  const run = store.prepare<RunFacts>(sql.runById);
  const before = store.prepare<{ id: number | null }>(sql.runBefore);
  const after = store.prepare<{ id: number | null }>(sql.runAfter);
  const count = store.prepare<{ n: number }>(sql.runCount);
  const events = store.prepare<RunEventRow>(sql.eventsOfRun);
  const messages = store.prepare<RunMessageRow>(sql.messagesOfRun);
  const opinions = store.prepare<UseRow>(sql.opinionsOfRun);
  const useOfRun = store.prepare<UseRow>(sql.useOfRun);
  const useOfSession = store.prepare<UseRow>(sql.useOfSession);
  const useSince = store.prepare<UseRow>(sql.useSince);
  const triedSince = store.prepare<UseRow>(sql.triedSince);
  const lastRequest = store.prepare<LastRequestRow>(sql.lastRequest);
  const underway = store.prepare<UnderwayRow>(sql.callUnderway);
  return {
    run: (id: number): RunFacts | undefined => run.get(id),
    /** The runs of the session beside this one, and how many it has. */
    beside: ({ session, id }: RunFacts) => ({
      earlier: before.get(session, id)?.id ?? null,
      later: after.get(session, id)?.id ?? null,
      count: count.get(session)?.n ?? 1,
    }),
    events: (id: number, limitRows: number): RunEventRow[] => events.all(id, limitRows),
    messages: (id: number, limitRows: number): RunMessageRow[] => messages.all(id, limitRows),
    opinionsOfRun: (id: number): UseRow => opinions.get(id) as UseRow,
    useOfRun: (id: number): UseRow => useOfRun.get(id) as UseRow,
    useOfSession: (session: string): UseRow => useOfSession.get(session) as UseRow,
    /** @param since seconds since the epoch; what the person tried counts too */
    useSince: (since: number): UseRow => sumOf(useSince.get(since) as UseRow, triedSince.get(since) as UseRow),
    lastRequest: (id: number): LastRequestRow | undefined => lastRequest.get(id),
    callUnderway: (session: string): UnderwayRow | undefined => underway.get(session),
  };
}

export type RunQueries = ReturnType<typeof createRunQueries>;
