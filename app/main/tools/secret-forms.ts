// The ways a secret can be written in an answer or a call. Promises: plain, URL-encoded (wholly, partly, twice), JSON- and
// HTML-escaped, base64 and base64url at each alignment; looked for in linear time. Refuses: other disguises.
// (One regular expression for all of it took V8 a third of a second to compile.)

/** One character of what is looked for, in each way it may be written. */
interface Unit {
  ways: readonly string[];
  /** The character as it is. */
  plain: number;
  /** Whether another way begins with that character too, so that more than one may fit. */
  branches: boolean;
  /** 1 for each character that a way begins with. */
  leads: Uint8Array;
}

export type Form = readonly Unit[];

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
  return Array.from(text, (character): Unit => {
    const twin = alphabetsMix ? twins[character] : undefined;
    const ways = [...new Set([...waysToWrite(character), ...(twin === undefined ? [] : waysToWrite(twin))])];
    const branches = ways.filter((way) => way.startsWith(character)).length > 1;
    const leads = new Uint8Array(128);
    for (const way of ways) leads[way.charCodeAt(0)] = 1;
    return { ways, plain: character.charCodeAt(0), branches, leads };
  });
}

/** The characters of base64 that `text` alone decides when `before` bytes stand before it in its group of three. */
export function base64Core(text: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
  return bytes.toString("base64").slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

/** Every form of `value`, which is printable ASCII. */
export function formsOf(value: string): Form[] {
  return [formOf(value, false), ...[0, 1, 2].map((before) => formOf(base64Core(value, before), true))];
}

/**
 * Looks for `form` in `text` at `from`.
 * @returns its end where it stands there whole; minus the number of its characters where the text ends within it; else 0
 */
export function lookAt(text: string, from: number, form: Form): number {
  let unit = 0;
  let at = from;
  let end = 0;
  let begun = 0;
  let open: [unit: number, at: number][] | null = null;
  let seen: Set<number> | null = null;
  for (;;) {
    const wanted = form[unit];
    let next = 0;
    if (wanted === undefined) end = Math.max(end, at);
    else if (at === text.length) begun = Math.max(begun, unit);
    else if (!wanted.branches && text.charCodeAt(at) === wanted.plain) next = at + 1;
    else if (wanted.leads[text.charCodeAt(at)] === 1) {
      for (const way of wanted.ways) {
        if (at + way.length > text.length) {
          if (way.startsWith(text.slice(at))) begun = Math.max(begun, unit + 1);
        } else if (text.startsWith(way, at)) {
          if (next === 0) next = at + way.length;
          else {
            open ??= [];
            seen ??= new Set();
            const key = (at + way.length) * (form.length + 1) + unit;
            if (!seen.has(key)) open.push([unit + 1, at + way.length]);
            seen.add(key);
          }
        }
      }
    }
    if (next > 0) {
      unit++;
      at = next;
      continue;
    }
    const other = open?.pop();
    if (other === undefined) return end > 0 ? end : -begun;
    [unit, at] = other;
  }
}

/** Whether `form` may begin with the character of this code. */
export const mayBegin = ([first]: Form, code: number): boolean => first?.leads[code] === 1;
