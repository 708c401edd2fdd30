// The day as the strip draws it: sleeps clipped to it, marks with labels, the next digest as a ring.
// Promises: midnight to midnight in the person's zone, at most `marksMax` marks. Refuses: what happened on another day.
import type { DayMark, DayStrip } from "../../../preload/contract/views.ts";
import type { DayRows } from "../../engine/views/day.ts";
import { day as texts } from "./texts.ts";
import { clockTime } from "./times.ts";
import { visible } from "./visible-text.ts";

export const marksMax = 300;

export interface Day {
  from: number;
  until: number;
}

/** Sleeps within the day; one without an end lasts until now. Overlapping ones (sleep during a stop) become one. */
export function clippedSleeps(rows: DayRows["sleeps"], { from, until }: Day, now: number): DayStrip["sleeps"] {
  const clipped = rows
    .map((row) => ({ from: Math.max(row.started_at, from), until: Math.min(row.ended_at ?? now, until, now) }))
    .filter((sleep) => sleep.until > sleep.from)
    .sort((a, b) => a.from - b.from);
  const merged: DayStrip["sleeps"] = [];
  for (const sleep of clipped) {
    const last = merged.at(-1);
    if (last !== undefined && sleep.from <= last.until) last.until = Math.max(last.until, sleep.until);
    else merged.push(sleep);
  }
  return merged;
}

function eventMarks(events: DayRows["events"], zone: string): DayMark[] {
  if ("each" in events) {
    return events.each.map((row) => ({
      at: row.received_at,
      kind: "event",
      label: visible(row.name === null ? row.source : `${row.source} · ${row.name}`),
      ref: String(row.id),
    }));
  }
  return events.buckets.map((bucket) => ({
    at: bucket.at,
    kind: "event",
    label: texts.events(bucket.n, clockTime(bucket.at, zone), clockTime(bucket.until, zone)),
    ref: String(bucket.last),
  }));
}

/** @param next when the held messages go by themselves, and how many they are; null when none are held. */
export function dayStrip(
  rows: DayRows,
  day: Day,
  next: { at: number; messages: number } | null,
  now: number,
  zone: string,
): DayStrip {
  const marks: DayMark[] = [
    ...eventMarks(rows.events, zone),
    ...rows.deliveries.map(
      (row): DayMark => ({
        at: row.sent_at ?? row.started_at,
        kind: row.kind === "urgent" ? "urgent" : "delivery",
        label: row.kind === "digest" ? texts.digest : row.kind === "urgent" ? texts.urgent : texts.reply,
        ref: String(row.id),
      }),
    ),
    ...rows.questions.map(
      (row): DayMark => ({ at: row.asked_at, kind: "question", label: visible(row.title), ref: row.id }),
    ),
  ];
  if (next !== null && next.at >= day.from && next.at < day.until) {
    marks.push({ at: next.at, kind: "next", label: texts.next(next.messages), ref: null });
  }
  marks.sort((a, b) => a.at - b.at);
  return { ...day, sleeps: clippedSleeps(rows.sleeps, day, now), marks, counts: rows.counts };
}
