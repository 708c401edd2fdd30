// The ways a secret can be written in an answer. Promises: plain, URL-encoded (wholly, partly, twice), JSON- and
// HTML-escaped, base64 and base64url at each alignment. Refuses: nothing; it makes patterns and looks at no text.

/** One character of what is looked for, in each way it may be written; longest first. */
type Unit = readonly string[];

export interface Form {
  units: readonly Unit[];
  /** The most characters it can take. */
  longest: number;
}

const html: Record<string, string[]> = {
  "&": ["&amp;"],
  "<": ["&lt;"],
  ">": ["&gt;"],
  '"': ["&quot;", "&#34;", "&#x22;"],
  "'": ["&apos;", "&#39;", "&#x27;"],
};
/** Base64 and base64url differ in two characters. */
const twins: Record<string, string> = { "+": "-", "/": "_", "-": "+", _: "/" };

function waysToWrite(character: string): string[] {
  const hex = character.charCodeAt(0).toString(16).padStart(2, "0");
  const both = [hex, hex.toUpperCase()];
  return [
    character,
    ...both.flatMap((digits) => [`%${digits}`, `%25${digits}`, `\\u00${digits}`]),
    ...(`"\\/`.includes(character) ? [`\\${character}`] : []),
    ...(character === " " ? ["+"] : []),
    ...(html[character] ?? []),
  ];
}

function formOf(text: string, alphabetsMix: boolean): Form {
  const units = Array.from(text, (character): Unit => {
    const twin = alphabetsMix ? twins[character] : undefined;
    const ways = [...waysToWrite(character), ...(twin === undefined ? [] : waysToWrite(twin))];
    return [...new Set(ways)].sort((a, b) => b.length - a.length);
  });
  return { units, longest: units.reduce((sum, [first = ""]) => sum + first.length, 0) };
}

/** The characters of base64 that `text` alone decides when `before` bytes stand before it in its group of three. */
function base64Core(text: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text, "latin1")]);
  return bytes.toString("base64").slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

/** Every form of `value`, which is printable ASCII. */
export function formsOf(value: string): Form[] {
  return [formOf(value, false), ...[0, 1, 2].map((before) => formOf(base64Core(value, before), true))];
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** One pattern that finds each of the forms. */
export function patternOf(forms: readonly Form[]): RegExp {
  const alternatives = forms.map(({ units }) => units.map((ways) => `(?:${ways.map(escaped).join("|")})`).join(""));
  return new RegExp(alternatives.join("|"), "g");
}

/** How many characters of `form` stand at the end of `text` from `from` on, when the text ends within it; else 0. */
export function begunAt(text: string, from: number, { units }: Form): number {
  const open: [unit: number, at: number][] = [[0, from]];
  const seen = new Set<number>();
  let most = 0;
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const [unit, at] = state;
    const key = at * (units.length + 1) + unit;
    if (seen.has(key)) continue;
    seen.add(key);
    const rest = text.length - at;
    if (rest === 0) most = Math.max(most, unit);
    for (const way of units[unit] ?? []) {
      if (way.length <= rest) {
        if (text.startsWith(way, at)) open.push([unit + 1, at + way.length]);
      } else if (rest > 0 && way.startsWith(text.slice(at))) most = Math.max(most, unit + 1);
    }
  }
  return most;
}
