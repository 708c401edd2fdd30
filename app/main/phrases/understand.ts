// What a person means by a phrase with a time in it. Promises: any text has an answer, a moment or a schedule that lies ahead, a question
// with choices, or a sentence why not; nothing is guessed silently. Refuses: texts beyond a bound, so that none takes long.
import { added, type Choice, type Impossible, impossible, replaced, type Unclear, unclear } from "./ask.ts";
import { guessed } from "./guess.ts";
import { type Once, onceOf } from "./once.ts";
import { zoneName } from "./places.ts";
import { type Interval, type Repeat, repeatOf } from "./repeat.ts";
import { clockText, texts } from "./texts.ts";
import type { Token } from "./tokens.ts";
import { type Here, hereAt } from "./wall.ts";
import { findWhen, isRepeat, type When } from "./when.ts";

/** In characters. */
export const phraseMax = 500;

/** `text` is what is to be said then; it may be empty. */
export type Understood =
  | (Once & { text: string })
  | (Repeat & { text: string })
  | (Interval & { text: string })
  | (Unclear & { text: string })
  | Impossible;

/**
 * @param now seconds since the epoch
 * @param home the person's own zone, an IANA name that this runtime knows
 */
export function understand(phrase: string, now: number, home: string): Understood {
  if (phrase.length > phraseMax) return impossible(texts.tooLong(phraseMax));
  // One space for each kind of it, one apostrophe: places in the text stay what they are.
  const source = phrase.replace(/[\s\u0000]/gu, " ").replaceAll("’", "'");
  if (/^\s*(?:please\s+)?(?:don'?t|do not|never|cancel|stop|delete|remove|forget)\b/i.test(source))
    return impossible(texts.notHere);
  const when = findWhen(source);
  const result = meaning(when, now, home);
  return result.kind === "impossible" ? result : { ...result, text: when.text };
}

type Result = Once | Repeat | Interval | Unclear | Impossible;

function meaning(when: When, now: number, home: string): Result {
  const { source, tokens } = when;
  const never = tokens.find((token) => token.kind === "never");
  if (never !== undefined) return impossible(never.sentence);
  const past = tokens.find(({ kind }) => kind === "past");
  if (past !== undefined) return impossible(texts.past(source.slice(past.start, past.end)));
  if (when.unread !== null) return notRead(when, now, home);
  const here = clockMeant(when, now, home);
  if ("kind" in here) return here;
  if (tokens.length === 0) return guessed(source, here) ?? askWhen(source, tokens);
  const vague = tokens.find(({ kind }) => kind === "vague");
  if (vague !== undefined) return askSoon(source, vague);
  const half = tokens.find((token) => token.kind === "clocks");
  if (half !== undefined)
    return unclear(
      texts.ask.half,
      half.choices.flatMap(({ hour, minute }) =>
        [hour % 12, (hour % 12) + 12].map((one) => {
          const label = clockText({ hour: one, minute });
          return { label, phrase: replaced(source, half, `at ${label}`) };
        }),
      ),
    );
  if (when.doubtful !== null) return askOr(when, when.doubtful);
  return isRepeat(tokens) ? repeatOf(when, here) : onceOf(when, here);
}

/** The clock the words speak of: the person's, or that of the place they name. */
function clockMeant({ source, tokens }: When, now: number, home: string): Here | Unclear | Impossible {
  const named = tokens.filter((token) => token.kind === "zone");
  const [first] = named;
  const own = hereAt(now, home);
  if (first === undefined) return own;
  const zones = new Set(named.flatMap((one) => one.zones.map(({ zone }) => zone)));
  if (first.zones.length === 0)
    return unclear(texts.ask.place(first.name), [
      {
        label: texts.choice.yourClock,
        // The place stays in what is to be said; an offset is no place.
        phrase: replaced(
          source,
          first,
          /^(?:UTC|GMT)/i.test(first.name) ? "my time" : `my time ${source.slice(first.start, first.end)}`,
        ),
      },
    ]);
  if (named.length > 1 && zones.size > 1) return impossible(texts.twoMoments);
  if (first.zones.length > 1)
    return unclear(
      texts.ask.places(first.name),
      first.zones.map(({ zone, name }) => ({
        label: texts.choice.placeTime(name),
        phrase: replaced(source, first, `in ${zone ?? name}`),
      })),
    );
  const zone = first.zones[0]?.zone ?? home;
  return { ...hereAt(now, zone), name: zoneName(zone), home: own.today };
}

/** Words beside the time that are no part of any reading: told, with the moment without them as a choice where that is one. */
function notRead(when: When, now: number, home: string): Result {
  const { source, unread, tokens } = when;
  if (unread === null) return impossible(texts.ask.when);
  if (isRepeat(tokens)) return impossible(unread.ends ? texts.noEnd(unread.words) : texts.unread(unread.words));
  return guessed(source, hereAt(now, home), unread) ?? impossible(texts.unread(unread.words));
}

function askWhen(source: string, tokens: readonly Token[]): Unclear {
  const said = ["in 20 minutes", "tomorrow at 09:00", "every weekday at 09:00"];
  return unclear(
    texts.ask.when,
    said.map((words) => ({
      label: words,
      phrase: tokens.length > 0 ? added(source, tokens, words) : atEnd(source, words),
    })),
  );
}

/** At the end, before a full stop. */
const atEnd = (source: string, words: string) =>
  replaced(source, { start: source.replace(/[\s.!?]+$/, "").length, end: source.length }, words);

function askSoon(source: string, vague: Token): Unclear {
  return unclear(
    texts.ask.soon,
    ["in 10 minutes", "in 30 minutes", "in 2 hours"].map((words) => ({
      label: words,
      phrase: replaced(source, vague, words),
    })),
  );
}

function askOr({ source, tokens, text }: When, doubtful: { start: number; end: number }): Unclear {
  const words = source.slice(doubtful.start, doubtful.end).trim();
  const told = text.replace(words, "").replace(/\s+/g, " ").trim();
  const said = tokens.map(({ start, end }) => source.slice(start, end)).join(" ");
  const choices: Choice[] = [
    { label: `${words}, ${said}`, phrase: `remind me ${words} ${said}${told === "" ? "" : ` to ${told}`}` },
    { label: `${said}: “${text}”`, phrase: `remind me ${said} “${text.replaceAll(/["“”]/g, "'")}”` },
  ];
  return unclear(texts.ask.orText(words), choices);
}
