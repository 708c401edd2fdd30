// Finds the addresses in a text. Pure: what is joined again is the text, to the letter.

export type Piece = { kind: "text"; text: string } | { kind: "link"; text: string; host: string };

const address = /https:\/\/[^\s<>"'`⟨⟩]+/gi;
/** What ends a sentence is not the address's. */
const trailing = /[.,;:!?)\]}…]+$/;

/** The host it truly leads to, in ASCII; null for what is no address, or carries a user name, which only misleads. */
function hostOf(text: string): string | null {
  const url = URL.parse(text);
  return url === null || url.username !== "" || url.password !== "" ? null : url.host;
}

export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of text.matchAll(address)) {
    const written = found[0].replace(trailing, "");
    const host = hostOf(written);
    if (host === null) continue;
    if (found.index > end) pieces.push({ kind: "text", text: text.slice(end, found.index) });
    pieces.push({ kind: "link", text: written, host });
    end = found.index + written.length;
  }
  if (end < text.length) pieces.push({ kind: "text", text: text.slice(end) });
  return pieces;
}

/** "https://", "a.example", "/b?c=d". */
export function hostAsWritten(text: string): [before: string, host: string, after: string] {
  const [, before = "", host = "", after = ""] = /^(https:\/\/)([^/?#\\]*)(.*)$/is.exec(text) ?? [];
  return [before, host, after];
}
