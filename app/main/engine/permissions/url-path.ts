// What a URL's path says, read as a server might read it. Promises: a path that passes names one place, whoever decodes it.
// Refuses: dot segments, doubled or hidden slashes, escapes that are needless or nested, anything that is not plain ASCII.

export type PathRead = { ok: true } | { ok: false; reason: string };

/** `..;a=b` and full-width dots are dot segments to some servers. */
function climbs(segment: string): boolean {
  const [name = ""] = segment.normalize("NFKC").split(";");
  return /^\s*\.{1,2}\s*$/.test(name);
}

/** Why a path, as written or decoded, does not name one place; null when it does. */
function flaw(path: string): string | null {
  // biome-ignore lint: the control characters are the point.
  if (/[\u0000-\u001f\u007f-\u009f]/.test(path)) return "the path has a control character in it";
  if (path.includes("\\")) return "the path has a backslash in it";
  if (path.includes("//")) return 'the path has "//" in it, which servers read in different ways';
  if (path.split("/").some(climbs)) return 'the path has "." or ".." in it, so it is not the path it seems to be';
  return null;
}

/** Escapes of letters, digits, `-`, `.`, `_` and `~`: `/%61dmin` must not be a second way to write `/admin`. */
const needless = /%(?:2[de]|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i;

/** Reads the path of a URL, without query and fragment, as it is written on the wire. A refusal is a sentence without a full stop. */
export function readPath(path: string): PathRead {
  const no = (reason: string): PathRead => ({ ok: false, reason });
  if (!path.startsWith("/")) return no("the path does not start with a slash");
  if (!/^[\x21-\x7e]+$/.test(path) || /[#?"<>]/.test(path)) return no("the path has a character that must be escaped");
  if (/%(?![0-9a-f]{2})/i.test(path)) return no("the path has a percent sign that escapes nothing");
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return no("the path has escapes that are not proper UTF-8");
  }
  const found = flaw(path) ?? flaw(decoded);
  if (found !== null) return no(found);
  if (/%[0-9a-f]{2}/i.test(decoded)) return no("the path is escaped twice");
  const [plain] = needless.exec(path) ?? [];
  if (plain === undefined) return { ok: true };
  return no(`the path has "${plain}" in it; write "${decodeURIComponent(plain)}", so that it reads as what it is`);
}

/** Itself and what lies below it, on the borders of segments; with a trailing `$`, itself alone. */
export function within(prefix: string, path: string): boolean {
  if (prefix.endsWith("$")) return path === prefix.slice(0, -1);
  const folder = prefix.replace(/\/+$/, "");
  return path === folder || path.startsWith(`${folder}/`);
}
