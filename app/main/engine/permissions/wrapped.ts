// What stands in a text in another coating: base64, hexadecimal, percent and HTML escapes, characters that nobody sees but a model
// reads. Promises: one layer, bounded in number and length. Refuses: what is no readable text underneath.

export interface Unwrapped {
  text: string;
  /** In what it stood; ends "Encoded in it". */
  how: string;
  /** Where it stood. */
  at: number;
}

const runsMax = 60;
const runMax = 20_000;
/** Letters, spaces and the usual signs: words, not bytes. */
function isWords(text: string): boolean {
  if (text.length < 12 || /[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text)) return false;
  const letters = text.match(/[\p{L}\s]/gu)?.length ?? 0;
  return letters > text.length * 0.7 && /\s/.test(text);
}

const decode = (bytes: Buffer): string => bytes.toString("utf8");

function runs(text: string, pattern: RegExp, how: string, open: (run: string) => string): Unwrapped[] {
  const found: Unwrapped[] = [];
  let looked = 0;
  for (const { 0: run, index } of text.matchAll(pattern)) {
    if (++looked > runsMax) break;
    const inside = open(run.slice(0, runMax));
    if (isWords(inside)) found.push({ text: inside, how, at: index });
  }
  return found;
}

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;

function withoutEntities(text: string): string {
  return text.replaceAll(entity, (whole, decimal?: string, hex?: string, name?: string) => {
    const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : null;
    if (code === null) return named[(name ?? "").toLowerCase()] ?? whole;
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}

/** What may be read in a text besides itself. */
export function unwrap(text: string): Unwrapped[] {
  const found = [
    ...runs(text, /[A-Za-z0-9+/_-]{24,}={0,2}/g, "base64", (run) => decode(Buffer.from(run, "base64"))),
    ...runs(text, /(?:[0-9a-fA-F]{2}[ :]?){16,}/g, "hexadecimal", (run) =>
      decode(Buffer.from(run.replaceAll(/[ :]/g, ""), "hex")),
    ),
    ...runs(text, /[\u{e0020}-\u{e007e}]{8,}/gu, "characters that nobody sees", (run) =>
      String.fromCharCode(...Array.from(run, (one) => (one.codePointAt(0) ?? 0) - 0xe0000)),
    ),
  ];
  if (/(?:&#x?[0-9a-f]{2,6};){4}/i.test(text)) found.push({ text: withoutEntities(text), how: "HTML escapes", at: 0 });
  if (/(?:%[0-9a-f]{2}){4}|%20[^%\s]{1,30}%20[^%\s]{1,30}%20/i.test(text)) {
    const plain = text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
      decode(Buffer.from(escapes.replaceAll("%", ""), "hex")),
    );
    found.push({ text: plain, how: "percent escapes", at: 0 });
  }
  if (/snoitcurtsni|erongi|suoiverp|tpmorp|dragersid/i.test(text)) {
    const back = (one: string) => Array.from(one).reverse().join("");
    found.push({ text: back(text), how: "letters from back to front", at: 0 });
    found.push({ text: text.replaceAll(/\p{L}+/gu, back), how: "words from back to front", at: 0 });
  }
  return found;
}
