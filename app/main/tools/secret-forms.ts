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

/** What is looked through is mostly bytes as characters. */
export const leadsMax = 256;

const html: Record<string, string[]> = {
  "&": ["&amp;"],
  "<": ["&lt;"],
  ">": ["&gt;"],
  '"': ["&quot;"],
  "'": ["&apos;"],
};
/** Base64 and base64url differ in two characters. */
const twins: Record<string, string> = { "+": "-", "/": "_", "-": "+", _: "/" };

const bothCases = (digits: string): string[] => [...new Set([digits, digits.toUpperCase()])];

/** As a number in HTML, with leading zeros or without. */
function htmlNumbers(code: number): string[] {
  const [decimal, hex] = [String(code), code.toString(16)];
  return [
    ...[`&#${decimal};`, `&#0${decimal};`],
    ...bothCases(hex).flatMap((digits) => ["x", "X"].flatMap((x) => [`&#${x}${digits};`, `&#${x}00${digits};`])),
  ];
}

/** Beyond ASCII: as it is, its bytes, and what is made of either. */
function waysBeyond(character: string): string[] {
  const code = character.codePointAt(0) ?? 0;
  const utf8 = Buffer.from(character, "utf8");
  const bytes = Array.from(utf8, (byte) => byte.toString(16));
  const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  const written = (mark: string, parts: string[]) =>
    bothCases(parts.join(" ")).map((all) => mark + all.replaceAll(" ", mark));
  return [
    ...[character, utf8.toString("latin1")],
    ...["%", "%25", "\\x"].flatMap((mark) => written(mark, bytes)),
    ...(code > 0xff ? [] : ["%", "\\x"].flatMap((mark) => written(mark, [code.toString(16)]))),
    ...["\\u", "\\\\u"].flatMap((mark) => written(mark, units)),
    ...htmlNumbers(code),
  ];
}

function waysToWrite(character: string): string[] {
  const code = character.charCodeAt(0);
  if (code > 0x7f) return waysBeyond(character);
  const both = bothCases(code.toString(16).padStart(2, "0"));
  return [
    character,
    ...both.flatMap((digits) => [`%${digits}`, `%25${digits}`, `\\u00${digits}`]),
    ...(/[A-Za-z0-9]/.test(character)
      ? []
      : [...both.flatMap((digits) => [`\\x${digits}`, `\\\\u00${digits}`]), ...htmlNumbers(code)]),
    // JSON, and JSON in JSON.
    ...(`"\\/`.includes(character) ? ["\\", "\\\\", "\\\\\\"].map((before) => before + character) : []),
    ...(character === " " ? ["+"] : []),
    ...(html[character] ?? []),
  ];
}

function formOf(text: string, alphabetsMix: boolean): Form {
  const units = new Map<string, Unit>();
  return Array.from(text, (character): Unit => {
    const known = units.get(character);
    if (known !== undefined) return known;
    const twin = alphabetsMix ? twins[character] : undefined;
    const ways = [...new Set([...waysToWrite(character), ...(twin === undefined ? [] : waysToWrite(twin))])];
    const branches = ways.filter((way) => way.startsWith(character)).length > 1;
    const leads = new Uint8Array(leadsMax);
    for (const way of ways) leads[way.charCodeAt(0)] = 1;
    // Half a character is never enough.
    const unit = { ways, plain: character.length > 1 ? -1 : character.charCodeAt(0), branches, leads };
    units.set(character, unit);
    return unit;
  });
}

/** The characters of base64 that `text` alone decides when `before` bytes stand before it in its group of three. */
export function base64Core(text: string, before: number, encoding: "utf8" | "latin1" = "utf8"): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text, encoding)]);
  return bytes.toString("base64").slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

/** In base64 at each alignment; beyond ASCII in either encoding that servers use. */
function coresOf(value: string): string[] {
  const encodings =
    /[\x80-\xff]/.test(value) && !/[^\0-\xff]/.test(value) ? (["utf8", "latin1"] as const) : (["utf8"] as const);
  return encodings.flatMap((encoding) => [0, 1, 2].map((before) => base64Core(value, before, encoding)));
}

/** Every form of `value`. */
export function formsOf(value: string): Form[] {
  return [formOf(value, false), ...coresOf(value).map((core) => formOf(core, true))];
}

/** The same where capitals are lost, as in the name of a header. */
export function lowerFormsOf(value: string): Form[] {
  return [formOf(value.toLowerCase(), false), ...coresOf(value).map((core) => formOf(core.toLowerCase(), true))];
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
