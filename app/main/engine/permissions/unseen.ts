// Characters that are not seen or turn the order of what is seen. Promises: linear; ordinary writing passes: Arabic, Hebrew and
// Persian, joined emoji, flags, soft hyphens in prose. Refuses: them inside words, names and addresses, and whatever hides text.
import type { Report } from "./findings.ts";

/** What has no shape of its own, and those that turn the direction. Variation selectors only in long runs. */
const unseen = /(?:\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb])+/gu;
const overriding = /[\u202d\u202e]/;
const turning = /[\u202a\u202b\u2066-\u2069\u202c]/;
const tags = /[\u{e0000}-\u{e007f}]+/u;
/** The flags of England, Scotland, Wales and other regions are a black flag and tags. */
const regionFlag = /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}$/u;
const runMax = 4;
const lineMax = 2000;

const code = (text: string) => `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

const tagText = (run: string): string =>
  Array.from(run, (one) => String.fromCharCode((one.codePointAt(0) ?? 0) - 0xe0000))
    .join("")
    .replaceAll(/[^\u0020-\u007e]/g, "");

/** Whether embeddings and isolates of the text are closed where they should be: in their own line. */
function isBalanced(line: string): boolean {
  let isolates = 0;
  let embeddings = 0;
  for (const one of line.match(/[\u202a-\u202e\u2066-\u2069]/g) ?? []) {
    if (one === "\u2069") isolates--;
    else if (one === "\u202c") embeddings--;
    else if (one >= "\u2066") isolates++;
    else embeddings++;
    if (isolates < 0 || embeddings < 0) return false;
  }
  return isolates === 0 && embeddings === 0;
}

function lineAround(text: string, at: number): string {
  const from = Math.max(text.lastIndexOf("\n", at) + 1, at - lineMax);
  const end = text.indexOf("\n", at);
  return text.slice(from, Math.min(end === -1 ? text.length : end, at + lineMax));
}

function isLatin(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
}
/** What belongs to a name, a file or an address. */
const isOfName = (code: number) => isLatin(code) || code === 0x2e || code === 0x5f || code === 0x2f || code === 0x2d;

function isInName(text: string, from: number, end: number): boolean {
  const [before, after] = [text.charCodeAt(from - 1), text.charCodeAt(end)];
  return isOfName(before) && isOfName(after) && (isLatin(before) || isLatin(after));
}

/** A soft hyphen may stand in any word of prose, but in no address. */
function isInAddress(text: string, from: number, end: number): boolean {
  const before = text.slice(Math.max(0, from - 80), from);
  const around =
    before.slice(before.search(/\S*$/)) +
    text
      .slice(end, end + 80)
      .split(/\s/, 1)
      .join("");
  return /:\/\/|@|\w\.\w/.test(around);
}

/** What is looked at in one text; Persian prose of a megabyte has fewer. */
const runsMax = 30_000;
const runLengthMax = 4000;

const sizeOf = (run: string) => [...run].length;

/** Marks of direction stand between the numbers of Arabic dates; there they hide nothing. */
const isMarkOfDirection = (run: string) => /^[\u200e\u200f\u061c]+$/.test(run);

function hides(text: string, run: string, from: number): boolean {
  if (run.length >= runMax && sizeOf(run) >= runMax) return true;
  if (!isInName(text, from, from + run.length) || /^[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+$/u.test(run)) return false;
  if (/^\u00ad+$/.test(run)) return isInAddress(text, from, from + run.length);
  return !isMarkOfDirection(run) || /[A-Za-z]/.test(text.charAt(from - 1) + text.charAt(from + run.length));
}

function turns(line: string): boolean {
  if (line.length >= lineMax * 2 || !isBalanced(line)) return true;
  // From right to left, and nothing there is written so.
  return /[\u202b\u2067]/.test(line) && !/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(line);
}

/** Says what nobody sees, or sees in another order than it stands. */
export function findUnseen(text: string, report: Report): void {
  let [seenTo, runs] = [-1, 0];
  for (const match of text.matchAll(unseen)) {
    if (report.isFull("bidi") && report.isFull("invisible") && report.isFull("tags")) return;
    if (++runs > runsMax) {
      report.add("unchecked", `It holds more than ${runsMax} characters that nobody sees, and not all were looked at.`);
      return;
    }
    const run = match[0].slice(0, runLengthMax);
    const from = match.index;
    if (run.length === 1 && !turning.test(run) && !overriding.test(run)) {
      if (hides(text, run, from)) unseenIn(text, run, from, report);
      continue;
    }
    const [override] = overriding.exec(run) ?? [];
    const [tagged] = tags.exec(run) ?? [];
    if (override !== undefined) {
      const what = `It turns the order of its letters around (${code(override)}), so it is not what it reads as.`;
      report.add("bidi", what, text, from);
    } else if (tagged !== undefined) {
      if (text.slice(from - 2, from) === "\u{1f3f4}" && regionFlag.test(run)) continue;
      const says = report.shown(tagText(tagged.slice(0, 400)));
      report.add("tags", `It holds ${sizeOf(tagged)} characters that nobody sees; read as letters they say "${says}".`);
    } else if (turning.test(run)) {
      if (report.isFull("bidi") || from <= seenTo) continue;
      // Each line is looked at once, for it may hold many.
      const close = text.indexOf("\n", from);
      seenTo = Math.min(from + lineMax, close === -1 ? text.length : close);
      if (!turns(lineAround(text, from))) continue;
      report.add("bidi", `It changes the direction of writing and does not change it back (${code(run)}).`, text, from);
    } else if (hides(text, run, from)) unseenIn(text, run, from, report);
  }
}

function unseenIn(text: string, run: string, from: number, report: Report): void {
  if (report.isFull("invisible")) return;
  const what = sizeOf(run) === 1 ? "a character" : `${sizeOf(run)} characters`;
  report.add("invisible", `It holds ${what} that nobody sees (${code(run)}) where it reads as one word.`, text, from);
}
