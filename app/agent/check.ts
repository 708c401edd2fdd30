// Reads what is written in a rule, without an event: what can be found wrong before one comes.
// Promises: each broken condition and template with its place. Refuses: to evaluate a rule; what depends on an event shows then.
import jsonata from "jsonata";
import type { Rule, RuleTextFlaw } from "../preload/contract/agent.ts";
import { reasonLengthMax } from "../preload/contract/agent-bounds.ts";
import { conditionOptions } from "./conditions.ts";
import { conditionFlaw, type TextFlaw, templateFlaw } from "./flaw.ts";
import { argumentsDepthMax } from "./limits.ts";
import { namesIn } from "./names.ts";
import { createTemplates } from "./templates.ts";
import { showable } from "./text.ts";

const flawsMax = 20;
type Path = RuleTextFlaw["path"];

const templates = createTemplates();

/** Never rejects. */
export async function checkRule({ if: condition, ending }: Rule): Promise<RuleTextFlaw[]> {
  const flaws: RuleTextFlaw[] = [];
  const add = (path: Path, flaw: TextFlaw | null): void => {
    if (flaw !== null && flaws.length < flawsMax) {
      flaws.push({ path, line: flaw.line, reason: showable(flaw.reason, reasonLengthMax) });
    }
  };

  function addArguments(value: unknown, path: Path): void {
    if (path.length > argumentsDepthMax + 2) return;
    if (typeof value === "string") add(path, readTemplate(partOf(path), value));
    else if (Array.isArray(value)) for (const [index, item] of value.entries()) addArguments(item, [...path, index]);
    else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) addArguments(item, [...path, key]);
    }
  }

  if (condition !== null) add(["if"], await readCondition(condition));
  if (ending.kind === "tell") add(["tell"], readTemplate("tell", ending.text));
  if (ending.kind === "ask") {
    add(["ask", "title"], readTemplate("ask.title", ending.title));
    addArguments(ending.with, ["ask", "with"]);
  }
  return flaws;
}

/** As failures name the parts of a call: `with.body.list[0]`. */
const partOf = (path: Path): string =>
  path
    .slice(1)
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .slice(1);

function readTemplate(part: string, template: string): TextFlaw | null {
  try {
    templates.read(template);
    return null;
  } catch (error) {
    return templateFlaw(part, error);
  }
}

async function readCondition(condition: string): Promise<TextFlaw | null> {
  try {
    const { called, bound, largeNumberEnds } = namesIn(jsonata(condition, conditionOptions).ast());
    for (const end of largeNumberEnds) {
      const digits = /(?<![\d.e]|e[+-])\d{16,}$/i.exec(condition.slice(0, end))?.[0];
      if (digits === undefined) continue;
      const reason = `its \`if\` has the whole number ${digits}, which is too large to be compared exactly. Such numbers in events are texts: put it in quotes.`;
      return { line: lineAt(condition, end), reason };
    }
    for (const [name, end] of called) {
      if (bound.has(name) || (await isFunction(name))) continue;
      return { line: lineAt(condition, end), reason: `its \`if\` calls $${name}, and there is no such function.` };
    }
    return null;
  } catch (error) {
    return conditionFlaw(error, condition);
  }
}

/** Asked of JSONata itself, which knows its own functions. */
async function isFunction(name: string): Promise<boolean> {
  return /^\w+$/.test(name) && (await jsonata(`$exists($${name})`).evaluate(null)) === true;
}

const lineAt = (text: string, end: number): number => text.slice(0, end).split("\n").length;
