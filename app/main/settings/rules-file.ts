// `rules.yaml` as text to rules, in their order. Promises: form is checked here, with line and reason for each mistake.
// Refuses: to evaluate anything; conditions and templates are texts here and run only in the agent process.
import { z } from "zod";
import type { Rule } from "../../preload/contract/agent.ts";
import { flawsOf } from "./flaws.ts";
import { type Flaw, fewFlaws } from "./flaw.ts";
import { type Path, parseYaml } from "./yaml-text.ts";

export type ReadRules =
  | {
      ok: true;
      rules: Rule[];
      /** The file's line of line `nth` (from 1) of a text in a rule; `index` and `path` say which. */
      lineIn: (index: number, path: Path, nth: number) => number | null;
    }
  | { ok: false; flaws: Flaw[] };

const rulesMax = 500;
const aText = (error: string, most = 20_000) =>
  z
    .string({ error })
    .min(1, { error })
    .max(most, { error: `must not be longer than ${most} characters` });
const yearSeconds = 31_536_000;
const windowError = `must be a whole number of seconds from 1 to ${yearSeconds} (a year), such as 14400 for four hours`;
const template = "must be a text; one that begins with {{ or has ': ' in it needs quotes around it";

const askSchema = z.strictObject(
  {
    title: aText(template),
    call: aText("must be the name of a tool, such as http.request", 200),
    with: z.record(z.string(), z.json(), { error: "must be a map of the call's arguments" }).nullish(),
    window: z
      .int({ error: windowError })
      .min(1, { error: windowError })
      .max(yearSeconds, { error: windowError })
      .nullish(),
  },
  { error: "must be a map with title, call and with" },
);

const schema = z
  .array(
    z.strictObject(
      {
        name: aText("must be a text", 200).nullish(),
        on: aText("must be a source's name, a kind of source, or *", 100),
        event: aText("must be a text: what the source calls the event", 200).nullish(),
        if: aText("must be a text: a JSONata condition, in quotes if it is a single word such as true").nullish(),
        tell: aText(template).optional(),
        urgent: z.boolean({ error: "must be true or false" }).optional(),
        ask: askSchema.optional(),
        nothing: z.literal(true, { error: "must be true" }).optional(),
      },
      { error: "must be a map with on and one of tell, ask, nothing" },
    ),
    { error: 'must be a list of rules, each beginning with "- "' },
  )
  .max(rulesMax, { error: `must not have more than ${rulesMax} rules` })
  .nullable();

type RawRule = NonNullable<z.infer<typeof schema>>[number];

/** An empty file has no rules: then nothing is said and nothing asked (rule 12). */
export function readRules(content: string): ReadRules {
  const parsed = parseYaml(content);
  if (!parsed.ok) return parsed;
  const checked = schema.safeParse(parsed.value);
  if (!checked.success) return { ok: false, flaws: flawsOf(checked.error, schema, parsed.value, parsed.lineOf) };
  const flaws: Flaw[] = [];
  const rules = (checked.data ?? []).map((raw, index) =>
    toRule(raw, index, parsed.lineOf([index]) ?? 1, (path, reason) => {
      flaws.push({ line: parsed.lineOf([index, ...path]), reason });
    }),
  );
  if (flaws.length > 0) return { ok: false, flaws: fewFlaws(flaws) };
  return { ok: true, rules, lineIn: (index, path, nth) => parsed.lineIn([index, ...path], nth) };
}

function toRule(raw: RawRule, index: number, line: number, add: (path: Path, reason: string) => void): Rule {
  const name = raw.name ?? `Rule ${index + 1}`;
  const endings = (["tell", "ask", "nothing"] as const).filter((ending) => raw[ending] !== undefined);
  if (endings.length === 0) add([], `"${name}" has no ending: give it one of tell, ask, nothing.`);
  if (endings.length > 1) {
    add(
      [endings[1] ?? ""],
      `"${name}" has ${endings.join(" and ")}: a rule ends in exactly one way, remove the others.`,
    );
  }
  if (raw.urgent !== undefined && raw.tell === undefined) {
    add(["urgent"], `"${name}" is urgent without tell: only a message can be urgent.`);
  }
  return { name, line, on: raw.on, event: raw.event ?? null, if: raw.if ?? null, ending: endingOf(raw) };
}

function endingOf(raw: RawRule): Rule["ending"] {
  if (raw.tell !== undefined) return { kind: "tell", text: raw.tell, urgent: raw.urgent ?? false };
  if (raw.ask === undefined) return { kind: "nothing" };
  const { title, call, window } = raw.ask;
  return { kind: "ask", title, call, with: raw.ask.with ?? {}, windowSeconds: window ?? null };
}
