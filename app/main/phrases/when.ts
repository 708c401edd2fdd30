// Tells in a phrase what says when from what is to be said. Promises: what stands right beside a time and is not understood is told
// ("every day until Friday"), never left out. Refuses: to take a time from within what is to be said while another stands alone.
import { scan } from "./scan.ts";
import type { Token } from "./tokens.ts";
import { monthPattern, numberPattern, unitPattern } from "./words.ts";

export interface When {
  source: string;
  /** In their order. */
  tokens: Token[];
  /** What is to be said; may be empty. */
  text: string;
  /** Words beside the time that no reading knows: where they stand. */
  unread: { words: string; start: number; end: number; ends: boolean } | null;
  /** A day at the end of what is to be said, beside a time that has none: it may belong to either. */
  doubtful: Run | null;
}

export interface Run {
  tokens: Token[];
  start: number;
  end: number;
}

const lead =
  /^\s*(?:(?:please|hey|ok|nightjar|can you|could you|would you|i want you to)[\s,]+){0,4}(?:(?:remind me|tell me|alert me|ping me|nudge me|wake me(?: up)?|let me know|(?:set|add|make|create)(?: me)?(?: an?| the)? (?:reminder|timer|alarm)|reminder|note to self)(?=[\s:,]|$)(?:\s+for(?=\s))?)?/i;
const gap = /^(?:[\s,;()–-]|and\b|or\b|&|on\b|at\b|the\b|of\b|in\b(?=\s+the\b)|for\b)*$/i;
const before = new RegExp(
  `(?:\\b(?:before|after|by|from|until|till?|except|excluding|starting|beginning|since|between|not|past|within|during|around)|\\b${numberPattern}\\s{1,3}${unitPattern})(?:\\s{1,3}(?:from|before|after|on|the|at)){0,2}\\s*$`,
  "i",
);
const after = new RegExp(
  `^[\\s,]*(?:(?:until|till?|except|excluding|but not|starting|beginning|from|before|after|unless|or so)\\b(?:\\s+[^\\s,]+){0,2}|ago\\b|for\\s{1,3}(?:the\\s{1,3}next\\s{1,3})?(?:${numberPattern}\\s{1,3})?${unitPattern}\\b|in\\s{1,3}${monthPattern}\\b)`,
  "i",
);
const endless = /until|till|except|excluding|but not|starting|beginning|\bfor\b|\bfrom\b|in\s+[A-Z]|unless/i;

export function findWhen(source: string): When {
  const start = lead.exec(source)?.[0].length ?? 0;
  const runs = runsOf(
    source,
    scan(source).filter((token) => token.start >= start),
  );
  const front = runs.find((run) => gap.test(source.slice(start, run.start)));
  const last = runs.at(-1);
  const end = last !== undefined && /^[\s.!?,;]*(?:please)?[\s.!?]*$/i.test(source.slice(last.end)) ? last : undefined;
  const main = front ?? end ?? runs.find((run) => complete(run.tokens)) ?? runs[0];
  if (main === undefined) return { source, tokens: [], text: textOf(source, start, []), unread: null, doubtful: null };
  const used = [main];
  let doubtful: Run | null = null;
  for (const other of runs) {
    if (
      other === main ||
      !adds(
        other.tokens,
        used.flatMap((run) => run.tokens),
      )
    )
      continue;
    // "Remind me at 9 to call Bob tomorrow": a time that could stand alone, and a day among the words.
    if (main === front && complete(main.tokens)) doubtful = other;
    else used.push(other);
  }
  used.sort((a, b) => a.start - b.start);
  return {
    source,
    tokens: used.flatMap((run) => run.tokens),
    text: textOf(source, start, used),
    unread: unreadOf(source, start, used),
    doubtful,
  };
}

function runsOf(source: string, tokens: readonly Token[]): Run[] {
  const runs: Run[] = [];
  for (const token of tokens) {
    const run = runs.at(-1);
    if (run !== undefined && gap.test(source.slice(run.end, token.start))) {
      run.tokens.push(token);
      run.end = token.end;
    } else runs.push({ tokens: [token], start: token.start, end: token.end });
  }
  return runs.filter((run) => run.tokens.some((token) => !token.weak));
}

const repeats = new Set<Token["kind"]>(["every", "weekdays", "nth", "monthDay", "yearly", "times"]);
const ofDay = new Set<Token["kind"]>(["clock", "clocks", "midnight", "part"]);

export const isRepeat = (tokens: readonly Token[]): boolean => tokens.some(({ kind }) => repeats.has(kind));

const hasTime = (tokens: readonly Token[]) =>
  tokens.some((token) => ofDay.has(token.kind) || (token.kind === "every" && /minute|hour/.test(token.unit)));

/** Whether a moment follows from it, perhaps after a question about morning or evening. */
function complete(tokens: readonly Token[]): boolean {
  if (tokens.some(({ kind }) => kind === "delay" || kind === "never" || kind === "past")) return true;
  return hasTime(tokens);
}

/** Whether these words say just what those lack. */
function adds(words: readonly Token[], those: readonly Token[]): boolean {
  if (those.some(({ kind }) => ["never", "past", "vague"].includes(kind))) return false;
  if (words.some(({ kind }) => ["never", "past", "vague", "delay"].includes(kind))) return false;
  const delayed = those.find((token) => token.kind === "delay");
  if (delayed?.kind === "delay" && delayed.seconds > 0) return false;
  const lacksTime = !hasTime(those);
  const lacksDay = delayed === undefined && !isRepeat(those) && !those.some(({ kind }) => kind === "day");
  const brings = { time: hasTime(words), day: words.some(({ kind }) => kind === "day") || isRepeat(words) };
  return (brings.time || brings.day) && (!brings.time || lacksTime) && (!brings.day || lacksDay);
}

function textOf(source: string, start: number, used: readonly Run[]): string {
  let text = "";
  let at = start;
  for (const run of used) {
    text += `${source.slice(at, run.start).replace(/(?:\s|^)(?:on|at|in|for|the)\s*$/i, " ")}\u0000`;
    at = run.end;
  }
  text += source.slice(at);
  return text
    .replace(/^[\s\u0000,;:.–-]*(?:remind me\b[\s\u0000,;:–-]*)?(?:(?:to|that|about|of|for)\s+)?/iu, "")
    .replace(/\u0000/g, " ")
    .replace(/\s+/g, " ")
    .replace(/[\s,;:–-]+$/, "")
    .replace(/\s+([,.;:!?])/g, "$1")
    .replace(/^["“]([^"“”]*)["”]$/, "$1")
    .trim();
}

function unreadOf(source: string, start: number, used: readonly Run[]): When["unread"] {
  for (const run of used) {
    const first = before.exec(source.slice(Math.max(start, run.start - 60), run.start));
    if (first !== null) {
      const from = run.start - first[0].length;
      const end = run.tokens[0]?.end ?? run.end;
      return { words: source.slice(from, run.end), start: from, end, ends: endless.test(first[0]) };
    }
    const next = after.exec(source.slice(run.end, run.end + 60));
    if (next !== null)
      return {
        words: next[0].replace(/\s+(?:at|on|in|to|the)$/i, ""),
        start: run.start,
        end: run.end + next[0].length,
        ends: endless.test(next[0]),
      };
  }
  return null;
}
