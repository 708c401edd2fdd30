// Tables of phrases with what they must mean. The instants are worked out by hand, with the offset of that place and day.
import { expect, test } from "vitest";
import { calendarOf } from "../../../app/main/engine/timers/schedule.ts";
import { type Understood, understand } from "../../../app/main/phrases/understand.ts";

export const seconds = (iso: string): number => {
  const at = Date.parse(iso) / 1000;
  if (!Number.isInteger(at)) throw new Error(`No instant: ${iso}`);
  return at;
};

const iso = (at: number) => new Date(at * 1000).toISOString().replace(".000", "");
const utc = (text: string) => iso(seconds(text));

export interface Place {
  /** With its offset. */
  now: string;
  home: string;
}

export const winter: Place = { now: "2026-12-01T10:15:30+01:00", home: "Europe/Berlin" };

export const meant = (phrase: string, { now, home }: Place): Understood => understand(phrase, seconds(now), home);

/** Phrase, instant with offset, what is to be said (nothing by default), a piece of a note. */
export type OnceRow = readonly [phrase: string, at: string, text?: string, note?: string];

export function onceTable(name: string, place: Place, rows: readonly OnceRow[]): void {
  for (const [phrase, at, text = "", note = ""] of rows)
    test(`${name}: ${phrase}`, () => {
      const got = meant(phrase, place);
      if (got.kind !== "once") throw new Error(`${phrase}: ${JSON.stringify(got)}`);
      expect([iso(got.at), got.text]).toEqual([utc(at), text]);
      if (note === "") expect(got.notes).toEqual([]);
      else expect(got.notes.join(" ")).toContain(note);
    });
}

/** Phrase, cron, zone, the next occurrences, what is to be said, a piece of a note. */
export type RepeatRow = readonly [
  phrase: string,
  cron: string,
  zone: string,
  next: string[],
  text?: string,
  note?: string,
];

export function repeatTable(name: string, place: Place, rows: readonly RepeatRow[]): void {
  for (const [phrase, cron, zone, next, text = "", note = ""] of rows)
    test(`${name}: ${phrase}`, () => {
      const got = meant(phrase, place);
      if (got.kind !== "repeat") throw new Error(`${phrase}: ${JSON.stringify(got)}`);
      expect([got.cron, got.zone, got.text]).toEqual([cron, zone, text]);
      const calendar = calendarOf({ kind: "cron", cron: got.cron, zone: got.zone });
      const found: string[] = [];
      for (let at = seconds(place.now); found.length < next.length; ) {
        at = calendar.next(at);
        found.push(iso(at));
      }
      expect(found).toEqual(next.map(utc));
      if (note === "") expect(got.notes).toEqual([]);
      else expect(got.notes.join(" ")).toContain(note);
    });
}

/** Phrase, a piece of the question, and where each choice leads: an instant, a cron expression, or "?" for a further question. */
export type AskRow = readonly [phrase: string, question: string, choices: string[]];

export function askTable(name: string, place: Place, rows: readonly AskRow[]): void {
  for (const [phrase, question, choices] of rows)
    test(`${name}: ${phrase}`, () => {
      const got = meant(phrase, place);
      if (got.kind !== "unclear") throw new Error(`${phrase}: ${JSON.stringify(got)}`);
      expect(got.question).toContain(question);
      const led = got.choices.map((choice) => {
        const then = meant(choice.phrase, place);
        if (then.kind === "once") return iso(then.at);
        if (then.kind === "repeat") return then.cron;
        return then.kind === "unclear" ? "?" : `${choice.phrase}: ${JSON.stringify(then)}`;
      });
      expect(led).toEqual(choices.map((one) => (/^\d{4}-/.test(one) ? utc(one) : one)));
    });
}

/** Phrase and a piece of the sentence. */
export function impossibleTable(name: string, place: Place, rows: readonly (readonly [string, string])[]): void {
  for (const [phrase, piece] of rows)
    test(`${name}: ${phrase}`, () => {
      const got = meant(phrase, place);
      if (got.kind !== "impossible") throw new Error(`${phrase}: ${JSON.stringify(got)}`);
      expect(got.sentence).toContain(piece);
    });
}
