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

/** More than a person would open; what comes after them stays text. */
const linksMax = 100;

export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  let links = 0;
  for (const found of text.matchAll(address)) {
    const written = found[0].replace(trailing, "");
    const host = hostOf(written);
    if (host === null) continue;
    if (++links > linksMax) break;
    if (found.index > end) pieces.push({ kind: "text", text: text.slice(end, found.index) });
    pieces.push({ kind: "link", text: written, host });
    end = found.index + written.length;
  }
  if (end < text.length) pieces.push({ kind: "text", text: text.slice(end) });
  return pieces;
}

/** What to say of a host beside it, so that it is not taken for another one; null when it is what it looks like. */
export function doubtOf(written: string, host: string): "other" | "letters" | null {
  if (written.toLowerCase() !== host) return "other";
  return /(^|\.)xn--/.test(host) ? "letters" : null;
}

/** "https://", "a.example", "/b?c=d". */
export function hostAsWritten(text: string): [before: string, host: string, after: string] {
  const [, before = "", host = "", after = ""] = /^(https:\/\/)([^/?#\\]*)(.*)$/is.exec(text) ?? [];
  return [before, host, after];
}
