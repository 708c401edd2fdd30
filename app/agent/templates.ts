// Renders a rule's Liquid templates as plain text: a missing variable is empty in a text and an error in `with`.
// Refuses: other files (include, render, layout), unknown filters, inherited properties, more than limits.ts allows.
import { Drop, Liquid, type LiquidOptions, type Template } from "liquidjs";
import { remember } from "./cache.ts";
import { RuleFailure, templateFailure } from "./failure.ts";
import { templateLengthMax, templateMemoryMax, templateMilliseconds } from "./limits.ts";

/** What a template sees: the payload's own keys first, then `event` and `source`. */
export interface Scope {
  payload: unknown;
  event: string | null;
  source: string;
}

export interface Templates {
  /** `part` names the part of the rule in a reason. `strict`: a missing variable is an error. Throws RuleFailure. */
  render(part: string, template: string, scope: Scope, strict: boolean): string;
  /** Reads a template and fills in nothing. Throws Liquid's own error, or a RuleFailure. */
  read(template: string): void;
}

/** Strings as they are, nothing for null, everything else as JSON; charged to the rendering's memory. */
function asText(this: { context?: { memoryLimit: { use(count: number): void } } } | undefined, value: unknown): string {
  const plain = value instanceof Drop ? (value.valueOf() as unknown) : value;
  if (plain === undefined || plain === null) return "";
  const text = typeof plain === "string" ? plain : (JSON.stringify(plain) ?? "");
  this?.context?.memoryLimit.use(text.length);
  return text;
}

const settings: LiquidOptions = {
  templates: {},
  strictFilters: true,
  lenientIf: true,
  ownPropertyOnly: true,
  outputEscape: asText,
  parseLimit: templateLengthMax,
  renderLimit: templateMilliseconds,
  memoryLimit: templateMemoryMax,
};

/** Tags that would read another template. */
const withoutFiles = ["include", "render", "layout", "block"];

export function createTemplates(): Templates {
  const liquid = new Liquid(settings);
  for (const name of withoutFiles) {
    liquid.registerTag(name, {
      parse: () => {
        throw new RuleFailure(`it uses \`{% ${name} %}\`, and a rule's text cannot read other files.`);
      },
      render: () => "",
    });
  }
  // Liquid's own `raw` would let a value past `asText`; nothing is escaped here, so it has nothing to do.
  liquid.registerFilter("raw", (value: unknown) => value);
  const parsed = remember((template): Template[] => liquid.parse(template));
  return {
    read: (template) => void parsed(template),
    render(part, template, scope, strict) {
      try {
        const plain = typeof scope.payload === "object" && scope.payload !== null && !Array.isArray(scope.payload);
        const rendered: unknown = liquid.renderSync(parsed(template), plain ? (scope.payload as object) : {}, {
          strictVariables: strict,
          globals: { event: scope.event ?? "", source: scope.source },
        });
        return String(rendered);
      } catch (error) {
        throw templateFailure(part, error);
      }
    },
  };
}
