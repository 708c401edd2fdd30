// Decodes a label that starts with `xn--` (RFC 3492). Promises: pure, bounded by the label's length. Refuses: what is malformed.

const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a ? lower - 0x61 : base;
}

function adapt(delta: number, points: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damp) : delta >> 1;
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) >> 1; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}

/** @param text a label without its `xn--`, 63 characters at the most. Null when it means nothing. */
export function decodePunycode(text: string): string | null {
  if (text.length > 63 || !/^[\u0021-\u007e]+$/.test(text)) return null;
  const cut = text.lastIndexOf("-");
  const output = Array.from(cut > 0 ? text.slice(0, cut) : "", (one) => one.charCodeAt(0));
  let [n, i, bias] = [128, 0, 72];
  for (let at = cut > 0 ? cut + 1 : 0; at < text.length; ) {
    const before = i;
    for (let weight = 1, k = base; ; k += base) {
      const digit = at < text.length ? digitOf(text.charCodeAt(at++)) : base;
      if (digit >= base) return null;
      i += digit * weight;
      if (i > 0x7fffffff) return null;
      const t = Math.min(Math.max(k - bias, tMin), tMax);
      if (digit < t) break;
      weight *= base - t;
    }
    const points = output.length + 1;
    bias = adapt(i - before, points, before === 0);
    n += Math.floor(i / points);
    if (n > 0x10ffff || (n >= 0xd800 && n <= 0xdfff)) return null;
    output.splice(i % points, 0, n);
    i = (i % points) + 1;
  }
  return String.fromCodePoint(...output);
}
