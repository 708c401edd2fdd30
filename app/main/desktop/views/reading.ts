// What was understood of a phrase, as the window reads it back before it stands. Promises: the occurrences are those that the engine
// would make of it. Refuses: a schedule that never comes.
import type { Reading, Timing } from "../../../preload/contract/reminders.ts";
import { calendarOf } from "../../engine/timers/schedule.ts";
import { cronInWords, intervalInWords, momentToRead, zoneInWords } from "../../phrases/describe.ts";
import { type Understood, understand } from "../../phrases/understand.ts";
import { timers as texts } from "./texts.ts";
import { knownZone } from "./times.ts";
import { visible } from "./visible-text.ts";

const occurrences = 3;

/** @param now seconds since the epoch */
export function reading(phrase: string, now: number, zone: string): Reading {
  const home = knownZone(zone);
  const found = understand(phrase, now, home);
  if (found.kind === "impossible") return { kind: "impossible", sentence: visible(found.sentence) };
  if (found.kind === "unclear") {
    const choices = found.choices.map((choice) => ({ label: visible(choice.label), phrase: choice.phrase }));
    return { kind: "unclear", question: visible(found.question), choices };
  }
  return { kind: "set", text: found.text, notes: found.notes, ...said(found, now, home) };
}

type Set = Extract<Understood, { kind: "once" | "repeat" | "interval" }>;

function said(
  found: Set,
  now: number,
  home: string,
): { timing: Timing; rule: string; zone: string | null; next: number[] } {
  switch (found.kind) {
    case "once":
      return {
        timing: { kind: "once", at: found.at },
        rule: momentToRead(found.at, now, found.zone) + zoneInWords(found.zone, home),
        zone: found.zone,
        next: [found.at],
      };
    case "repeat":
      return {
        timing: { kind: "cron", cron: found.cron, zone: found.zone },
        rule: cronRule(found.cron, found.zone, home),
        zone: found.zone,
        next: upcoming(calendarOf({ kind: "cron", cron: found.cron, zone: found.zone }), now),
      };
    case "interval":
      return {
        timing: { kind: "every", everySeconds: found.everySeconds },
        rule: everyRule(found.everySeconds),
        zone: null,
        next: upcoming(calendarOf({ kind: "every", every: found.everySeconds, anchor: now }), now),
      };
  }
}

function upcoming(calendar: { next(after: number): number }, now: number): number[] {
  const next: number[] = [];
  while (next.length < occurrences) next.push(calendar.next(next.at(-1) ?? now));
  return next;
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** "Every weekday at 09:00, Lisbon time"; the expression itself where these words don't reach it. */
export function cronRule(cron: string, zone: string, home: string): string {
  const words = cronInWords(cron);
  return words === null ? texts.cron(cron, zone) : capital(words) + zoneInWords(zone, home);
}

export const everyRule = (seconds: number): string => capital(intervalInWords(seconds));
