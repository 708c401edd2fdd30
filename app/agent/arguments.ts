// Fills in the `with` of a rule's call: every text in it is a template and comes out as text, `{{ number }}` too;
// numbers, true, false and null written plainly in the file stay what they are.
// Refuses: what JSON cannot say, keys that mean something to JavaScript, and more than limits.ts allows.
import { RuleFailure } from "./failure.ts";
import { argumentsDepthMax, argumentsLengthMax, leafLengthMax } from "./limits.ts";
import type { Scope, Templates } from "./templates.ts";

export type Filled = null | boolean | number | string | Filled[] | { [key: string]: Filled };

/** The call's arguments. `call` is their template as read from the file. Throws RuleFailure. */
export function fillIn(templates: Templates, call: unknown, scope: Scope): { [key: string]: Filled } {
  if (call === undefined || call === null) return {};
  let length = 0;

  function fill(value: unknown, part: string, depth: number): Filled {
    if (depth > argumentsDepthMax) throw new RuleFailure(`its \`with\` nests deeper than ${argumentsDepthMax}.`);
    if (typeof value === "string") {
      const text = templates.render(part, value, scope, true);
      length += text.length;
      if (text.length > leafLengthMax || length > argumentsLengthMax) {
        throw new RuleFailure(
          `its \`${part}\` comes out longer than a call may be (${argumentsLengthMax} characters).`,
        );
      }
      return text;
    }
    if (value === null || typeof value === "boolean") return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (Array.isArray(value)) return value.map((item, index) => fill(item, `${part}[${index}]`, depth + 1));
    if (typeof value === "object") {
      const entries = Object.entries(value).map(([key, item]): [string, Filled] => {
        if (key === "__proto__")
          throw new RuleFailure(`its \`${part}\` has a key \`__proto__\`, which is not allowed.`);
        return [key, fill(item, `${part}.${key}`, depth + 1)];
      });
      return Object.fromEntries(entries);
    }
    throw new RuleFailure(`its \`${part}\` is something JSON cannot say.`);
  }

  const filled = fill(call, "with", 0);
  if (typeof filled !== "object" || filled === null || Array.isArray(filled)) {
    throw new RuleFailure("its `with` is not a list of names and values.");
  }
  return filled;
}
