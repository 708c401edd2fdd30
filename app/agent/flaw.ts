// What is wrong with a condition or a template that can't even be read, in words that say what to write instead.
// Refuses: stack traces; the libraries' own words stand only where they help.
import { messageOf, RuleFailure } from "./failure.ts";
import { templateLengthMax } from "./limits.ts";

/** `line` within the text, from 1; null when the text as a whole is meant. */
export interface TextFlaw {
  line: number | null;
  reason: string;
}

/** What people write who know other languages. */
const instead: Record<string, string> = {
  "=": "Write one = for “is equal”.",
  "&": "Write and in place of &&.",
  "|": "Write or in place of ||.",
  "!": "Write $not(…), or != for “is not equal”.",
};

/** @param error what JSONata threw when it read `condition` */
export function conditionFlaw(error: unknown, condition: string): TextFlaw {
  const { position, token } = (error ?? {}) as { position?: unknown; token?: unknown };
  const message = messageOf(error).replace(/[.!?]?$/, ".");
  const hint = typeof token === "string" && Object.hasOwn(instead, token) ? instead[token] : "Mend the condition.";
  if (typeof position !== "number") return { line: null, reason: `its \`if\` can not be read: ${message} ${hint}` };
  const before = condition.slice(0, Math.max(0, position - 1)).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  const line = before.length;
  const where = line === 1 ? `character ${column}` : `line ${line} of it, character ${column}`;
  return { line, reason: `its \`if\` can not be read (at ${where}): ${message} ${hint}` };
}

/** @param part as written in the file, such as `tell` or `with.url` */
export function templateFlaw(part: string, error: unknown): TextFlaw {
  const message = messageOf(error);
  const [, said = message, nth, column] = /^([^]*?), line:(\d+), col:(\d+)$/.exec(message) ?? [];
  const inner = (error as { originalError?: unknown } | null)?.originalError;
  if (error instanceof RuleFailure || inner instanceof RuleFailure) {
    const own = inner instanceof RuleFailure ? inner.message : message;
    return { line: nth === undefined ? null : Number(nth), reason: `its \`${part}\` can not be read: ${own}` };
  }
  if (message.startsWith("parse length limit exceeded")) {
    return { line: null, reason: `its \`${part}\` is longer than ${templateLengthMax} characters. Make it shorter.` };
  }
  const where = nth === undefined ? "" : ` (at ${nth === "1" ? "" : `line ${nth} of it, `}character ${column})`;
  const filter = /^undefined filter: (.*)$/.exec(said)?.[1];
  const reason =
    filter === undefined
      ? `${said.replace(/[.!?]?$/, ".")} Mend the text.`
      : `there is no filter \`${filter}\`. Mend its name, or leave it out.`;
  return { line: nth === undefined ? null : Number(nth), reason: `its \`${part}\` can not be read${where}: ${reason}` };
}
