// The event a due timer becomes. Promises: one key per occurrence and revision, or the fixed key a follow-up was given (rule 7).
// Refuses: to call text trusted that a run wrote which had read strangers' texts.
import type { NewEvent } from "../inbox/events.ts";
import type { Firing } from "./catch-up.ts";
import type { TimerRow } from "./rows.ts";

/** @param firing the occurrence, in seconds since the epoch, and what it stands for. */
export function eventOf(row: TimerRow, firing: Firing): NewEvent {
  return event(row, row.ev_id ?? `${row.id}@${row.revision}@${firing.due}`, {
    scheduled_for: firing.due,
    late_by: firing.late_by,
    skipped: firing.skipped,
    ...(firing.cut > 0 ? { cut: firing.cut } : {}),
  });
}

/** The event of "run now": its own key, beside those of the occurrences. Twice within a second is one tap. */
export function eventNow(row: TimerRow, now: number): NewEvent {
  return event({ ...row, ev_source: null }, `${row.id}@${row.revision}@now@${now}`, {
    scheduled_for: now,
    late_by: 0,
    skipped: 0,
    run_now: true,
  });
}

function event(row: TimerRow, source_id: string, facts: object): NewEvent {
  const source = row.ev_source ?? "timer";
  return {
    source,
    source_id,
    payload: JSON.stringify({ ...(JSON.parse(row.payload ?? "{}") as object), ...facts }),
    kind: source,
    event: row.name,
    // What an agent wrote after reading a stranger's text stays a stranger's, however much later it comes.
    trust: row.trust,
    session: row.session,
  };
}
