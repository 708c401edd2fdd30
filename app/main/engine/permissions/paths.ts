// The ways in which whoever receives a URL's path or a folder may read it. Promises: linear in its length, no I/O.
// Refuses: to say which reading is the right one; rules that restrict count in any, rules that allow only where all agree.

/** Few servers decode twice, none more often; a bound keeps `%2525…` from costing its length squared. */
const roundsMax = 4;

function decodeOnce(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      // Not UTF-8: each escape is a byte of its own.
      return escapes.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    }
  });
}

/** `/a//b/./c;v=1/../d` is `/a/b/d`; a slash at the end is dropped. */
function resolve(path: string, cut: (segment: string) => string): string {
  const kept: string[] = [];
  for (const part of path.split("/")) {
    const segment = cut(part);
    if (segment === "..") kept.pop();
    else if (segment !== "" && segment !== ".") kept.push(segment);
  }
  return `/${kept.join("/")}`;
}

function withoutParameters(segment: string): string {
  const at = segment.indexOf(";");
  return at === -1 ? segment : segment.slice(0, at);
}

/**
 * How a lenient server may read a path: escapes undone (also those of escapes), backslashes taken for slashes, empty and dot
 * segments resolved, `;parameters` of a segment dropped.
 */
export function decodedPath(path: string): string {
  let text = path;
  for (let round = 0; round < roundsMax && text.includes("%"); round++) text = decodeOnce(text);
  return resolve(text.replaceAll("\\", "/"), withoutParameters);
}

/** How a path that a person wrote (`/café`) stands in a URL. */
export const escapedPath = (path: string): string =>
  path.replace(/[^\u0021-\u007e\ud800-\udfff]+|[\ud800-\udbff][\udc00-\udfff]/g, (text) => encodeURIComponent(text));

/** A folder with one kind of slash and without dot segments. */
export const plainFolder = (folder: string): string => resolve(folder.replaceAll("\\", "/"), (segment) => segment);

/** Where upper and lower case, or composed and decomposed letters, may be the same name. */
export const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

/** Itself or anything below it, on the border of a segment. */
export function isBelow(path: string, base: string): boolean {
  const stem = base.endsWith("/") ? base.slice(0, -1) : base;
  return path.startsWith(stem) && (path.length === stem.length || path[stem.length] === "/");
}
