// Clock times, parts of the day and delays as they are written. Promises: "at 5" stays a bare 5 until someone asks.
// Refuses: numbers that no word marks as a time.
import { texts } from "./texts.ts";
import { type Matcher, type Meaning, matcher, type Part } from "./tokens.ts";
import { hourPattern, isFortnight, numberOf, numberWordPattern, unitOf, unitPattern, unitSeconds } from "./words.ts";

const at = "(?:at|@)\\s{0,3}(?:about\\s{1,3}|around\\s{1,3})?";
const meridiem = "([ap])\\.?\\s?m\\.?";
const maybeHalf = `(?:\\s{0,3}${meridiem})?`;

function clock(hour: number, minute: number, half: string | undefined, sure: boolean): Meaning {
  if (half !== undefined) {
    if (hour < 1 || hour > 12 || minute > 59) return never(hour, minute);
    return { kind: "clock", hour: (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0), minute, sure: true };
  }
  if (hour === 24 && minute === 0) return { kind: "midnight" };
  if (hour > 23 || minute > 59) return never(hour, minute);
  return { kind: "clock", hour, minute, sure: sure || hour === 0 || hour > 12 };
}

const never = (hour: number, minute: number): Meaning => ({ kind: "never", sentence: texts.noSuchTime(hour, minute) });

/** "ten to five": so many minutes around an hour, which stays as bare as it was. */
function around(minutes: number, to: string, hourWord: string, half: string | undefined): Meaning | null {
  const said = numberOf(hourWord);
  const hour = half === undefined || said > 12 ? said : (said % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  if (hour > 23 || minutes > 59) return null;
  const total = hour * 60 + (/^to/i.test(to) ? -minutes : minutes);
  if (hour > 12 || hour === 0 || half !== undefined) {
    const ofDay = (total + 1440) % 1440;
    return { kind: "clock", hour: Math.floor(ofDay / 60), minute: ofDay % 60, sure: true };
  }
  const ofHalf = (total + 720) % 720;
  return { kind: "clock", hour: Math.floor(ofHalf / 60) || 12, minute: ofHalf % 60, sure: false };
}

const parts: Record<string, Part> = { m: "morning", a: "afternoon", e: "evening", n: "night" };
const partOf = (word: string): Meaning => ({ kind: "part", part: parts[word.charAt(0).toLowerCase()] ?? "morning" });

// A word is set apart from its unit, so that "and" is not "an d".
const count = `\\d{1,9}(?:[.,]\\d{1,2})?\\s{0,3}|(?:${numberWordPattern}|half\\s{1,3}an?|a\\s{1,3}quarter\\s{1,3}of\\s{1,3}an)\\s{1,3}`;
const half = "\\s{1,3}and\\s{1,3}a\\s{1,3}half";
const amount = `(?:${count})${unitPattern}(?:${half})?`;
const amounts = `${amount}(?:(?:\\s{0,3},)?(?:\\s{1,3}and)?\\s{0,3}${amount}){0,4}`;
const eachAmount = new RegExp(`(${count})(${unitPattern})(?![a-z])(${half})?`, "gi");

function quantity(words: string): number {
  const word = words.trim();
  if (/^half/i.test(word)) return 0.5;
  if (/quarter/i.test(word)) return 0.25;
  return /[.,]/.test(word) ? Number(word.replace(",", ".")) : numberOf(word);
}

/** "1 hour and 30 minutes", added up; null when it says parts of a day or longer, which no clock knows. */
function delay(words: string): Meaning | null {
  const sum = { kind: "delay" as const, seconds: 0, days: 0, months: 0 };
  for (const [, many = "", word = "", more] of words.matchAll(eachAmount)) {
    const n = quantity(many) + (more === undefined ? 0 : 0.5);
    const unit = unitOf(word);
    const seconds = unitSeconds[unit];
    if (seconds !== undefined) sum.seconds += Math.round(n * seconds);
    else if (!Number.isInteger(n)) return { kind: "vague" };
    else if (unit === "day") sum.days += n;
    else if (unit === "week") sum.days += n * (isFortnight(word) ? 14 : 7);
    else sum.months += n * (unit === "year" ? 12 : 1);
  }
  return sum;
}

export const clockWords: Matcher[] = [
  matcher(`(?:${amounts})\\s{1,3}ago|in\\s{1,3}the\\s{1,3}past`, () => ({ kind: "past" })),
  matcher(`in\\s{1,3}(?:-|minus\\s{1,3})\\s{0,3}(?:${amounts})`, () => ({ kind: "past" })),
  matcher("soon|later|sometime|some\\s{1,3}time|at\\s{1,3}some\\s{1,3}point|eventually|one\\s{1,3}day", () => ({
    kind: "vague",
  })),
  matcher(
    `(?:in\\s{1,3})?(?:a\\s{1,3}few|some|several|a\\s{1,3}couple\\s{1,3}of)\\s{1,3}${unitPattern}(?:\\s{1,3}from\\s{1,3}now)?`,
    ([all]) => (/^in\b|now$/i.test(all) ? { kind: "vague" } : null),
  ),
  matcher("in\\s{1,3}a\\s{1,3}(?:while|bit|moment|minute\\s{1,3}or\\s{1,3}(?:two|so))", () => ({ kind: "vague" })),
  matcher(`(?:in|after)\\s{1,3}(${amounts})(?:'?\\s{1,3}time)?`, (found) => delay(found[1] ?? "")),
  matcher(`(${amounts})\\s{1,3}(?:from\\s{1,3}now|hence)`, (found) => delay(found[1] ?? "")),
  // 17:30, 9:30 pm, 17h30; a full stop only after "at" or before am and pm.
  matcher(`(?:${at})?(\\d{1,2})[:h](\\d{2})\\s{0,3}(?:${meridiem}|h|hrs|o'?clock)?`, ([, h = "", m = "", half]) =>
    clock(Number(h), Number(m), half, h.startsWith("0")),
  ),
  matcher(`${at}(\\d{1,2})\\.(\\d{2})\\s{0,3}(?:${meridiem})?`, ([, h = "", m = "", half]) =>
    clock(Number(h), Number(m), half, h.startsWith("0")),
  ),
  matcher(`(?:${at})?(\\d{1,2})\\.(\\d{2})\\s{0,3}${meridiem}`, ([, h = "", m = "", half]) =>
    clock(Number(h), Number(m), half, false),
  ),
  matcher(`(?:${at})?(${hourPattern})\\s{0,3}${meridiem}`, ([, h = "", half]) => clock(numberOf(h), 0, half, false)),
  matcher(`(?:${at})?half\\s{1,3}past\\s{1,3}(${hourPattern})${maybeHalf}`, ([, h = "", half]) =>
    around(30, "past", h, half),
  ),
  matcher(
    `(?:${at})?(?:a\\s{1,3})?quarter\\s{1,3}(past|after|to)\\s{1,3}(${hourPattern})${maybeHalf}`,
    ([, to = "", h = "", half]) => around(15, to, h, half),
  ),
  matcher(
    `(?:${at})?(five|ten|twenty|twenty-five|5|10|20|25)(?:\\s{1,3}minutes?)?\\s{1,3}(past|to)\\s{1,3}(${hourPattern})${maybeHalf}`,
    ([, n = "", to = "", h = "", half]) => around(n.toLowerCase() === "twenty-five" ? 25 : numberOf(n), to, h, half),
  ),
  // Half an hour after it for some, before it for others.
  matcher(`${at}half\\s{1,3}(${hourPattern})`, ([, h = ""]) => {
    const hour = numberOf(h);
    if (hour < 1 || hour > 12) return null;
    return { kind: "clocks", choices: [hour - 1, hour].map((one) => ({ hour: one, minute: 30 })) };
  }),
  matcher(`(?:${at})?(?:12\\s{1,3})?(?:noon|midday)`, () => ({ kind: "clock", hour: 12, minute: 0, sure: true })),
  matcher(`(?:${at})?(?:12\\s{1,3})?midnight`, () => ({ kind: "midnight" })),
  matcher(`(?:${at})?(${hourPattern})\\s{0,3}o'?clock`, ([, h = ""]) =>
    clock(numberOf(h), 0, undefined, h.startsWith("0")),
  ),
  matcher(`${at}(\\d{4})(?:\\s{0,3}(?:h|hrs|hours))?`, ([, four = ""]) =>
    clock(Number(four.slice(0, 2)), Number(four.slice(2)), undefined, true),
  ),
  matcher(
    `${at}(${hourPattern})(?:\\s{0,3}h)?(?![\\d.,:/%-]\\d|\\s{0,3}%|\\s{1,3}${unitPattern}(?![a-z]))`,
    ([all, h = ""]) => clock(numberOf(h), 0, undefined, h.startsWith("0") || /\dh$/i.test(all)),
  ),
  matcher(
    `(${hourPattern})(?=\\s{1,3}(?:in\\s{1,3}the\\s{1,3}(?:morning|afternoon|evening)|at\\s{1,3}night)\\b)`,
    ([, h = ""]) => clock(numberOf(h), 0, undefined, false),
  ),
  matcher("(?:in\\s{1,3}the|this|during\\s{1,3}the)\\s{1,3}(morning|afternoon|evening|night)", ([, word = ""]) =>
    partOf(word),
  ),
  matcher("to(night)", ([, word = ""]) => partOf(word)),
  matcher("at\\s{1,3}(night)", ([, word = ""]) => partOf(word)),
  matcher("(morning|afternoon|evening|night)s?", ([, word = ""]) => partOf(word), true),
];

/** The further hours of a list: "at 9 and 17". Read only right after a clock time. */
export const nextHour = matcher(`(${hourPattern})(?![\\d.,:/%-]\\d|\\s{0,3}%)`, ([, h = ""]) =>
  clock(numberOf(h), 0, undefined, h.startsWith("0")),
);
