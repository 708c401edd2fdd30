// A failure of a rule with a reason a person can act on, and how the libraries' errors become one.
// Refuses: stack traces, and reasons that name no part of the rule.
import { conditionDepthMax, conditionListMax, conditionMilliseconds, templateMilliseconds } from "./limits.ts";

/** Thrown inside the agent process only; its message goes into the event's failure. */
export class RuleFailure extends Error {}

/** `part` is the part of the rule as written in the file, such as `if` or `with.url`. */
export function conditionFailure(error: unknown): RuleFailure {
  const { code, position } = (error ?? {}) as { code?: unknown; position?: unknown };
  const at = typeof position === "number" && position > 0 ? ` (at character ${position})` : "";
  switch (code) {
    case "D1011":
      return new RuleFailure(`its \`if\` calls itself more than ${conditionDepthMax} deep; it probably never ends.`);
    case "D1012":
      return new RuleFailure(`its \`if\` took longer than ${conditionMilliseconds / 1000} s and was stopped.`);
    case "D2014":
    case "D2015":
      return new RuleFailure(`its \`if\` builds a list of more than ${conditionListMax} items.`);
    default:
      return new RuleFailure(`its \`if\` could not be evaluated: ${messageOf(error)}${at}`);
  }
}

/** The same for a template; Liquid's own message already says line and column within it. */
export function templateFailure(part: string, error: unknown): RuleFailure {
  if (error instanceof RuleFailure) return error;
  const message = messageOf(error);
  if (message.startsWith("template render limit exceeded")) {
    return new RuleFailure(
      `its \`${part}\` took longer than ${templateMilliseconds / 1000} s to fill in and was stopped.`,
    );
  }
  if (message.startsWith("memory alloc limit exceeded")) {
    return new RuleFailure(`its \`${part}\` builds more text than a rule may.`);
  }
  const missing = /^undefined variable: ([^,]*)/.exec(message);
  if (missing !== null) {
    return new RuleFailure(`its \`${part}\` uses \`${missing[1]}\`, which this event does not have.`);
  }
  return new RuleFailure(`its \`${part}\` could not be filled in: ${message}`);
}

export function messageOf(error: unknown): string {
  if (error instanceof RangeError && error.message.includes("call stack")) return "it nests too deep.";
  if (error instanceof RangeError && error.message.includes("string length")) return "it builds too long a text.";
  const message: unknown =
    typeof error === "object" && error !== null ? (error as { message?: unknown }).message : error;
  return typeof message === "string" && message !== "" ? message : "no reason given.";
}
