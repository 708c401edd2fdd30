// What zod found, said to the person: which key, on which line, why, and what may stand there instead.
// Refuses: to echo values (a mistyped line may hold a secret).
import type { z } from "zod";
import { type Flaw, fewFlaws, flawsMax } from "./flaw.ts";
import type { Path } from "./yaml-text.ts";

const shown = (path: Path): string =>
  path
    .map((step) => (typeof step === "number" ? `[${step + 1}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");

interface Peeled {
  shape?: Record<string, unknown>;
  element?: unknown;
  /** Of a map whose names the person chooses. */
  valueType?: unknown;
  def?: { innerType?: unknown };
}

/** The keys that may stand at `path`, read off the schema itself. */
function keysAt(schema: unknown, path: Path): string[] {
  const peel = (s: unknown): Peeled => {
    let inner = s as Peeled;
    while (inner?.def?.innerType !== undefined) inner = inner.def.innerType as Peeled;
    return inner;
  };
  let here = peel(schema);
  for (const step of path)
    here = peel(typeof step === "number" ? here.element : (here.shape?.[String(step)] ?? here.valueType));
  return Object.keys(here?.shape ?? {});
}

function valueAt(value: unknown, path: Path): unknown {
  let here = value;
  for (const step of path) here = (here as Record<PropertyKey, unknown> | null | undefined)?.[step];
  return here;
}

/** One flaw for each key that is wrong, in the order of the file; a file full of mistakes is told the first ones. */
export function flawsOf(
  error: z.ZodError,
  schema: unknown,
  value: unknown,
  lineOf: (path: Path) => number | null,
): Flaw[] {
  const flaws = new Map<string, Flaw>();
  const add = (path: Path, reason: string): void => {
    if (!flaws.has(shown(path))) flaws.set(shown(path), { line: lineOf(path), reason });
  };
  let more = 0;
  for (const issue of error.issues) {
    if (flaws.size >= flawsMax) {
      more += issue.code === "unrecognized_keys" ? issue.keys.length : 1;
    } else if (issue.code === "unrecognized_keys") {
      const known = keysAt(schema, issue.path).join(", ");
      more += Math.max(0, issue.keys.length - flawsMax);
      for (const key of issue.keys.slice(0, flawsMax)) {
        const path = [...issue.path, key];
        add(
          path,
          `"${shown(path).slice(0, 100)}" is not known here. ${known === "" ? "" : `Known are: ${known}.`}`.trim(),
        );
      }
    } else if (issue.path.length > 0 && valueAt(value, issue.path) === undefined) {
      add(issue.path, `"${shown(issue.path)}" is missing: it ${issue.message}.`);
    } else if (issue.path.length === 0) {
      add(issue.path, `The file ${issue.message}.`);
    } else {
      add(issue.path, `"${shown(issue.path)}" ${issue.message}.`);
    }
  }
  return fewFlaws([...flaws.values()], more);
}
