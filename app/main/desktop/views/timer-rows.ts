// Timers as the window shows them. Promises: the rule in words, the next occurrences, what was missed and why.
// Refuses: the engine's own timers; an approval's deadline shows on its card.
import type { TimerRow } from "../../../preload/contract/views.ts";
import type { ListedTimer } from "../../engine/timers/rows.ts";
import { cronInWords, intervalInWords, momentInWords, zoneInWords } from "../../phrases/describe.ts";
import type { CauseLines } from "./cause-lines.ts";
import { cronRule, everyRule } from "./reading.ts";
import { timers as texts } from "./texts.ts";
import { knownZone } from "./times.ts";
import { visible, visibleLines } from "./visible-text.ts";

function rule(row: ListedTimer, home: string): string {
  if (row.kind === "follow_up") return texts.once;
  if (row.cron !== null) return cronRule(row.cron, row.zone ?? "UTC", home);
  return everyRule(row.every ?? 0);
}

function setOf({ origin, payload, set_for, trust }: ListedTimer, causes: CauseLines): TimerRow["set"] {
  if (origin !== "agent") return null;
  const { text } = JSON.parse(payload ?? "{}") as { text?: unknown };
  return {
    text: typeof text === "string" ? visibleLines(text) : "",
    cause: set_for === null ? "" : causes.of(set_for),
    eventId: set_for,
    outside: trust === "untrusted",
  };
}

function when(row: ListedTimer, home: string): string {
  if (row.kind === "follow_up") return momentInWords(row.due, home);
  if (row.cron === null) return intervalInWords(row.every ?? 0);
  const words = cronInWords(row.cron);
  return words === null ? "" : words + zoneInWords(row.zone ?? "UTC", home);
}

/** What a reminder of the person's says; null for whatever is an event and no more. */
function saidBy({ origin, payload }: ListedTimer): string | null {
  if (origin !== "person") return null;
  const { say } = JSON.parse(payload ?? "{}") as { say?: unknown };
  return typeof say === "string" && say.trim() !== "" ? say : null;
}

function timerRow(row: ListedTimer, causes: CauseLines, home: string): TimerRow {
  const says = saidBy(row);
  return {
    id: row.id,
    name: visible(says ?? row.name),
    says,
    kind: row.kind,
    origin: row.origin,
    rule: visible(rule(row, home)),
    when: when(row, home),
    zone: row.zone,
    catchUp: row.catch_up,
    paused: row.paused === 1,
    next: row.next,
    lastFiredAt: row.last_fired_at,
    set: setOf(row, causes),
    misses: row.misses.map((miss) => ({
      firstDue: miss.first_due,
      lastDue: miss.last_due,
      missed: miss.missed,
      made: miss.made,
      cut: miss.cut,
      why: visible(miss.why),
      noticedAt: miss.noticed_at,
    })),
  };
}

/** The person's timers, the next due first, paused ones last. */
export function timerRows(rows: readonly ListedTimer[], causes: CauseLines, zone: string): TimerRow[] {
  const home = knownZone(zone);
  const soon = (row: TimerRow) => (row.paused ? Number.POSITIVE_INFINITY : (row.next[0] ?? Number.POSITIVE_INFINITY));
  return rows
    .filter((row) => row.origin !== "engine")
    .map((row) => timerRow(row, causes, home))
    .sort((a, b) => (soon(a) === soon(b) ? a.name.localeCompare(b.name, "en") : soon(a) < soon(b) ? -1 : 1));
}
