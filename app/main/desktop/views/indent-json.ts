// JSON text made readable without reading it as values: only white space between tokens changes, so that big numbers,
// doubled keys and escapes show as they came. Refuses: to mend what is no JSON, and to let a payload of brackets grow without end.

const depthMax = 60;
/** Beyond this many times its length the text is shown as it came. */
const growthMax = 8;

/** Where the string that begins at `start` ends (the index after its closing quote, or the end of the text). */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

const blank = (character: string | undefined) =>
  character === " " || character === "\n" || character === "\t" || character === "\r";

function afterBlanks(text: string, start: number): number {
  let at = start;
  while (blank(text[at])) at += 1;
  return at;
}

/** @param text JSON text of any length; the result has two spaces a level, or is `text` when that would grow too much. */
export function indentJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  let length = 0;
  const push = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  const line = () => push(`\n${"  ".repeat(depth)}`);
  for (let at = 0; at < text.length; ) {
    const character = text[at] as string;
    if (character === '"') {
      const end = stringEnd(text, at);
      push(text.slice(at, end));
      at = end;
    } else if (character === "{" || character === "[") {
      const next = afterBlanks(text, at + 1);
      if (text[next] === (character === "{" ? "}" : "]")) {
        push(character + text[next]);
        at = next + 1;
      } else {
        depth += 1;
        push(character);
        line();
        at += 1;
      }
    } else if (character === "}" || character === "]") {
      depth = Math.max(0, depth - 1);
      line();
      push(character);
      at += 1;
    } else {
      if (character === ",") {
        push(character);
        line();
      } else if (!blank(character)) push(character === ":" ? ": " : character);
      at += 1;
    }
    if (depth > depthMax || length > growthMax * text.length + 1000) return text;
  }
  return parts.join("");
}
