// The demo's voice: plain lines with the time since its start and one word of what happened. Promises: one line, one fact.
// Refuses: escape sequences from outside; what deliveries say is untrusted text here too.
const began = performance.now();
const widthMax = 150;
const wordWidth = 9;

/** Control characters, line ends among them, as spaces. */
function flat(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

export function short(text: string, most = widthMax): string {
  const line = flat(text);
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}

export interface Voice {
  tell(word: string, text: string): void;
  tellMore(text: string): void;
}

/** @param word what kind of fact it is: stored, run, asked, said, … */
export function tell(word: string, text: string): void {
  const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(6);
  process.stdout.write(`${seconds} s  ${word.padEnd(wordWidth)}${flat(text)}\n`);
}

/** A line that belongs to the one above. */
export function tellMore(text: string): void {
  process.stdout.write(`${" ".repeat(10 + wordWidth)}${short(text)}\n`);
}

/** The heading of a part of the day. */
export function chapter(text: string): void {
  process.stdout.write(`\n${text}\n`);
}
