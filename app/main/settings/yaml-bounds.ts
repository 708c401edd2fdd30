// Whether a YAML text is small and flat enough to be parsed in main: looked at token by token, before any tree is built.
// Promises: bounded time whatever the text is; where it is too much, the line. Refuses: to judge what the text says.
import { CST, Lexer } from "yaml";
import type { Flaw } from "./flaw.ts";

/** Characters; five hundred ordinary rules fit. */
export const charactersMax = 262_144;
/** Names, values, brackets, dashes, comments and line ends: what the parser's time depends on (a few µs each). */
const tokensMax = 20_000;
const depthMax = 64;
const aliasesMax = 50;

/** Tokens that open a level on their own line: `[[[`, `- - -`, `? ? ?`. */
const opensOnLine = new Set(["seq-item-ind", "explicit-key-ind"]);

/** The one thing that is too much about `text`, or null when it may be parsed. */
export function tooMuch(text: string): Flaw | null {
  if (text.length > charactersMax) {
    const reason = `The file is larger than ${charactersMax / 1024} KiB, so it was not read. Make it smaller.`;
    return { line: null, reason };
  }
  let [line, tokens, brackets, onLine, aliases] = [1, 0, 0, 0, 0];
  for (const source of new Lexer().lex(text)) {
    const type = CST.tokenType(source);
    tokens += 1;
    if (tokens > tokensMax) {
      return {
        line,
        reason: "Here the file is longer than Nightjar reads (about 500 rules), so none of it counts. Make it shorter.",
      };
    }
    if (type === "newline") onLine = 0;
    else if (type === "flow-seq-start" || type === "flow-map-start") brackets += 1;
    else if (type === "flow-seq-end" || type === "flow-map-end") brackets = Math.max(0, brackets - 1);
    else if (type !== null && opensOnLine.has(type)) onLine += 1;
    else if (type === "alias") aliases += 1;
    if (brackets > depthMax || onLine > depthMax) {
      return { line, reason: `Lists and maps lie more than ${depthMax} deep in each other here. Make it flatter.` };
    }
    if (aliases > aliasesMax) {
      return { line, reason: `There are more than ${aliasesMax} aliases (*name). Write some of them out.` };
    }
    for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) line += 1;
  }
  return null;
}
