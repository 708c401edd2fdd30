// The English words that times are said with, as values and as pieces of patterns. Promises: every piece is bounded, so that no text
// takes long. Refuses: to know what they mean together.

const numberWords: Record<string, number> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ eleven: 11, twelve: 12, fifteen: 15, twenty: 20, thirty: 30, forty: 40, "forty-five": 45, fifty: 50, sixty: 60 },
  ...{ ninety: 90 },
};

const alternatives = (words: readonly string[]) => [...words].sort((a, b) => b.length - a.length).join("|");

export const numberWordPattern = `(?:${alternatives(Object.keys(numberWords))})`;
/** A whole number in digits or as a word; no group of its own. */
export const numberPattern = `(?:\\d{1,9}|${alternatives(Object.keys(numberWords))})`;
/** The hours that are said as words. */
export const hourPattern = `(?:\\d{1,2}|${alternatives(Object.keys(numberWords).filter((word) => word.length > 2 && (numberWords[word] ?? 99) <= 12))})`;

export function numberOf(word: string): number {
  return numberWords[word.toLowerCase()] ?? Number(word);
}

export type Unit = "second" | "minute" | "hour" | "day" | "week" | "month" | "year";

export const unitPattern =
  "(?:seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|wks?|w|fortnights?|months?|years?|yrs?)";

const units: Record<string, Unit> = { s: "second", m: "minute", h: "hour", d: "day", w: "week", y: "year" };

/** "mins" is "minute", "mo" begins a month; a fortnight is two weeks, which the caller asks about. */
export function unitOf(word: string): Unit {
  const low = word.toLowerCase();
  if (low.startsWith("mo")) return "month";
  if (low.startsWith("f")) return "week";
  return units[low.charAt(0)] ?? "minute";
}

export const isFortnight = (word: string): boolean => /^f/i.test(word);

export const unitSeconds: Partial<Record<Unit, number>> = { second: 1, minute: 60, hour: 3600 };

/** Monday is 1, Sunday is 7. */
export const weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
export const monthNames = [
  ...["January", "February", "March", "April", "May", "June", "July", "August"],
  ...["September", "October", "November", "December"],
] as const;

/** In full, and shortened: those are words of other meanings too. */
export const weekdayPattern = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
export const shortWeekdayPattern = "(?:mon|tues?|wed|thurs?|thu|fri|sat|sun)";
export const monthPattern = `(?:${monthNames.join("|")})`;

const starts = ["mo", "tu", "we", "th", "fr", "sa", "su"];

/** 1 to 7. */
export function weekdayOf(word: string): number {
  return starts.indexOf(word.slice(0, 2).toLowerCase()) + 1;
}

const ordinalWords = ["first", "second", "third", "fourth", "fifth"];
export const nthPattern = `(?:${ordinalWords.join("|")}|1st|2nd|3rd|4th|5th|last)`;
/** A day of the month with its ending, so that a bare number never is one. */
export const ordinalPattern = "(?:[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)";

/** 1 to 5, or "L" for the last. */
export function nthOf(word: string): number | "L" {
  const low = word.toLowerCase();
  if (low === "last") return "L";
  const index = ordinalWords.indexOf(low);
  return index === -1 ? Number.parseInt(low, 10) : index + 1;
}
