// Finds the words of a text that say when. Promises: each word is read once, from left to right, the longest reading first; what
// stands in quotation marks is left alone. Refuses: to judge which of them are meant.
import { clockWords, nextHour } from "./clock-words.ts";
import { dayWords, namedDates, nextOrdinal } from "./day-words.ts";
import { placeAt, zoneWords } from "./places.ts";
import { repeatWords } from "./repeat-words.ts";
import type { Matcher, Token } from "./tokens.ts";

const matchers: readonly Matcher[] = [...repeatWords, ...clockWords, ...dayWords];
const wordCharacter = /[\p{L}\p{N}_]/u;
const listGap = /^\s{0,3}(?:,|&|,?\s{0,3}(?:and|or))\s{0,3}$/i;
const noGap = /^\s{0,3},?\s{0,3}$/;

/** Beside these a place is a clock. */
const timed = new Set<Token["kind"]>([
  "clock",
  "clocks",
  "midnight",
  "part",
  "every",
  "weekdays",
  "nth",
  "monthDay",
  "times",
  "window",
  "delay",
]);

export function scan(text: string): Token[] {
  const tokens: Token[] = [];
  const dates = namedDates(text);
  const quotes = [...text.matchAll(/"[^"]*"|“[^”]*”/g)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
  for (let at = 0; at < text.length; ) {
    const quoted = quotes.find(({ start, end }) => start <= at && at < end);
    const token = quoted !== undefined || !beginsWord(text, at) ? null : tokenAt(text, at, tokens.at(-1), dates);
    if (token === null) at = quoted?.end ?? at + 1;
    else {
      tokens.push(token);
      at = token.end;
    }
  }
  return tokens;
}

function beginsWord(text: string, at: number): boolean {
  if (/\s/.test(text.charAt(at))) return false;
  return at === 0 || !wordCharacter.test(text.charAt(at - 1)) || !wordCharacter.test(text.charAt(at));
}

function tokenAt(text: string, at: number, before: Token | undefined, dates: readonly Token[]): Token | null {
  const date = dates.find(({ start, end }) => start <= at && at < end && at - start < 8);
  const gap = before === undefined ? null : text.slice(before.end, at);
  for (const one of zoneWords) {
    const token = read(one, text, at);
    if (token !== null) return { ...token, weak: true };
  }
  const inList = gap !== null && before?.kind === "clock" && listGap.test(gap);
  if (gap !== null && before !== undefined && noGap.test(gap)) {
    const place = placeAt(text, at);
    const clock =
      place !== null &&
      (timed.has(before.kind) || (before.kind === "day" && (place.clock || clockAt(text, place.end))));
    if (clock) return { ...place.meaning, start: at, end: place.end, weak: true };
  }
  for (const one of matchers) {
    const token = read(one, text, at);
    // A date with the month's name is longer than "the 24th" in it.
    if (token !== null && (date === undefined || token.end > date.end)) return token;
    if (token !== null) break;
  }
  if (date !== undefined) return { ...date, start: at };
  if (inList) return read(nextHour, text, at);
  const ofMonth = before?.kind === "monthDay" || (before?.kind === "day" && before.day.is === "dayOfMonth");
  return ofMonth && gap !== null && listGap.test(gap) ? read(nextOrdinal, text, at) : null;
}

/** Whether a time follows ("tomorrow in Lisbon at 9"). */
function clockAt(text: string, at: number): boolean {
  return /^\s{0,3},?\s{0,3}(?:at\s|@|\d{1,2}[:h]\d)/i.test(text.slice(at, at + 12));
}

function read({ pattern, read: meaning, weak = false }: Matcher, text: string, at: number): Token | null {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  const said = found === null || found[0] === "" ? null : meaning(found);
  return found === null || said === null ? null : { ...said, start: at, end: at + found[0].length, weak };
}
