// Text from outside, made safe to look at. Promises: every character that hides, reorders or breaks lines becomes a mark
// one can see, so that no card, message or payload looks like another. Refuses: markup; the page renders this as text.

/**
 * Controls, line separators, lone surrogates, everything a font draws as nothing (bidi marks and overrides, zero-width
 * characters, fillers, tags), interlinear annotations and the blank Braille pattern.
 */
const hidden = String.raw`\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u{FFF9}-\u{FFFB}\u{2800}`;
/** Flags of regions are written with tags; in prose they stay whole. */
const regionFlag = String.raw`\u{1F3F4}[\u{E0061}-\u{E007A}]{1,6}\u{E007F}`;
/** Joiners and variation selectors shape letters and emoji; in prose they stay. */
const shaping = String.raw`\u{200C}\u{200D}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}`;

const inProse = new RegExp(`${regionFlag}|(?![${shaping}])[${hidden}]`, "gu");
const inExactText = new RegExp(`[${hidden}]`, "gu");
/** Some scripts stack four marks on a letter; a tower of them draws over its neighbours. */
const towers = /(\p{M}{8})(\p{M}+)/gu;

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}

/** `␀` for a control character that has a picture, `⟨U+202E⟩` for all else. */
function mark(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "␡" : `⟨U+${hex(character)}⟩`;
}

function withoutTowers(text: string): string {
  return text.replace(towers, (_whole, kept: string, rest: string) => `${kept}⟨+${Array.from(rest).length} marks⟩`);
}

/** One line of prose: a title, a cause, an error. Line breaks become marks too. */
export function visible(text: string): string {
  return withoutTowers(text).replace(inProse, (found) => (found.startsWith("\u{1F3F4}") ? found : mark(found)));
}

/** Prose of several lines: a message's body. Line feeds and tabs stay. */
export function visibleLines(text: string): string {
  return withoutTowers(text.replaceAll("\r\n", "\n")).replace(inProse, (found) =>
    found === "\n" || found === "\t" || found.startsWith("\u{1F3F4}") ? found : mark(found),
  );
}

/** Exact text, such as a URL or a header: everything hidden is marked, emoji's joiners too. */
export function visibleExact(text: string): string {
  return withoutTowers(text).replace(inExactText, mark);
}

/** JSON text with its own escapes for what hides, so that it stays exactly the same JSON. Line feeds and tabs stay. */
export function visibleJson(text: string): string {
  return text.replace(inExactText, (found) => {
    if (found === "\n" || found === "\t" || found === "\r") return found;
    return Array.from({ length: found.length }, (_, at) => found.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
      .join("");
  });
}
