import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { calendarOf, checkSchedule } from "../../../app/main/engine/timers/schedule.ts";
import { cronInWords, intervalInWords, momentInWords, zoneInWords } from "../../../app/main/phrases/describe.ts";
import { phraseMax, type Understood, understand } from "../../../app/main/phrases/understand.ts";

const zones = [
  "Europe/Berlin",
  "Europe/Lisbon",
  "America/New_York",
  "Australia/Lord_Howe",
  "America/Santiago",
  "UTC",
  "Asia/Kolkata",
];
const moment = fc.record({
  now: fc.integer({ min: 1_700_000_000, max: 2_000_000_000 }),
  home: fc.constantFrom(...zones),
});

const words = [
  ..."remind me to call at in on every each the of and from until next this last first second a an half past quarter".split(
    " ",
  ),
  ..."day days week weekday month year hour hours minutes Monday fri tomorrow today tonight yesterday morning evening noon".split(
    " ",
  ),
  ..."midnight 5 9 17 12 31 0 29 2027 9:30 02:30 25:00 5pm 03/04 31.2. 2027-03-28 1st 31st March Feb December daily twice".split(
    " ",
  ),
  ...'Lisbon Gotham IST UTC+2 time soon later other ago before, . " “ ” ( ) - 99999999 ½ İ 𝟗 \u0000'.split(" "),
];
const phrase = fc.oneof(
  fc.array(fc.constantFrom(...words), { maxLength: 14 }).map((some) => some.join(" ")),
  fc.string({ maxLength: 120 }),
  fc.string({ unit: "binary", maxLength: 80 }),
);

/** What every answer must be, whatever was asked. */
function sound(got: Understood, now: number): void {
  if (got.kind === "once") {
    expect(Number.isInteger(got.at)).toBe(true);
    expect(got.at).toBeGreaterThan(now);
  } else if (got.kind === "repeat") {
    expect(checkSchedule({ cron: got.cron, zone: got.zone, everySeconds: null })).toBeNull();
    expect(calendarOf({ kind: "cron", cron: got.cron, zone: got.zone }).next(now)).toBeGreaterThan(now);
  } else if (got.kind === "interval") {
    expect(checkSchedule({ cron: null, zone: null, everySeconds: got.everySeconds })).toBeNull();
  } else if (got.kind === "unclear") {
    expect(got.question).not.toBe("");
    expect(got.choices.length).toBeGreaterThan(0);
    for (const choice of got.choices) expect(choice.label.trim()).not.toBe("");
  } else expect(got.sentence.trim()).not.toBe("");
}

test.prop([phrase, moment], { numRuns: 400 })(
  "any text has an answer, and what it sets lies ahead",
  (text, { now, home }) => {
    sound(understand(text, now, home), now);
  },
);

test.prop([phrase, moment], { numRuns: 150 })("following the first choices comes to an end", (text, { now, home }) => {
  let got = understand(text, now, home);
  for (let steps = 0; got.kind === "unclear"; steps++) {
    expect(steps).toBeLessThan(8);
    got = understand(got.choices[0]?.phrase ?? "", now, home);
    sound(got, now);
  }
});

const some = <T>(of: readonly T[], max: number) =>
  fc.uniqueArray(fc.constantFrom(...of), { minLength: 1, maxLength: max });
const hours = some(
  Array.from({ length: 24 }, (_, hour) => hour),
  3,
).map((all) => all.sort((a, b) => a - b).join(","));
const days = fc.oneof(
  fc.constantFrom("* * *", "* * 1-5", "* * 0,6", "L * *", "LW * *", "* * 1#1", "* * 5#L", "24 12 *", "29 2 *"),
  some([0, 1, 2, 3, 4, 5, 6], 4)
    .map((all) => `* * ${all.sort((a, b) => a - b).join(",")}`)
    .filter((one) => one !== "* * 0,6"),
  some(
    Array.from({ length: 31 }, (_, day) => day + 1),
    3,
  ).map((all) => `${all.sort((a, b) => a - b).join(",")} * *`),
);
const cron = fc.oneof(
  fc.tuple(fc.integer({ min: 0, max: 59 }), hours, days).map(([minute, hour, day]) => `${minute} ${hour} ${day}`),
  fc
    .tuple(
      fc.constantFrom("*", "*/5", "*/15", "*/30"),
      fc.constantFrom("*", "9-16"),
      fc.constantFrom("* * *", "* * 1-5", "* * 1,4"),
    )
    .map((parts) => parts.join(" ")),
  fc
    .tuple(fc.constantFrom("0 *", "0 9-17", "0 */2", "0 */6"), fc.constantFrom("* * *", "* * 1-5"))
    .map((parts) => parts.join(" ")),
);

test.prop([cron, fc.constantFrom(...zones), moment], { numRuns: 200 })(
  "a schedule's words mean that schedule",
  (pattern, zone, { now, home }) => {
    const said = `${cronInWords(pattern)}${zoneInWords(zone, home)}`;
    expect(understand(said, now, home), said).toMatchObject({ kind: "repeat", cron: pattern, zone, text: "" });
  },
);

test.prop([fc.integer({ min: 1, max: 3600 }), moment], { numRuns: 200 })(
  "an interval's words mean it",
  (minutes, { now, home }) => {
    const got = understand(intervalInWords(minutes * 60), now, home);
    if (got.kind === "interval") expect(got.everySeconds).toBe(minutes * 60);
    // What goes evenly into the hours of a day is on the clock instead.
    else expect(got).toMatchObject({ kind: "repeat", cron: expect.stringMatching(/^(?:\*|0)/) });
  },
);

test.prop([fc.integer({ min: 1, max: 5_000_000 }), moment], { numRuns: 100 })(
  "a moment's words mean its minute",
  (ahead, { now, home }) => {
    const at = Math.floor((now + 60 + ahead) / 60) * 60;
    const got = understand(momentInWords(at, home), now, home);
    // The second of two equal wall times can't be said in words: those mean the first.
    if (got.kind === "once" && got.notes.length > 0) expect([at, at - 3600, at - 1800]).toContain(got.at);
    else expect(got).toMatchObject({ kind: "once", at, text: "" });
  },
);

const beginnings = [
  "at 5 ",
  "in 1 hour and ",
  "every ",
  "(",
  '"',
  "“",
  "1st and ",
  "a ",
  "in a ",
  "2027-",
  "9:",
  "and, ",
  "the ",
  "   ",
  "in Abc ",
  "A B C time ",
];
test.each(beginnings)("a long text of %s takes no longer than its length lets it", (beginning) => {
  const long = beginning.repeat(1 + Math.floor(phraseMax / beginning.length)).slice(0, phraseMax);
  sound(understand(long, 1_800_000_000, "Europe/Berlin"), 1_800_000_000);
  // Beyond the bound nothing of it is read.
  expect(understand(beginning.repeat(2_000_000 / beginning.length), 1_800_000_000, "UTC")).toMatchObject({
    kind: "impossible",
  });
});
