// Reads an event's payload as plain data for conditions and templates.
// Promises: keys such as `__proto__` stay data. Refuses: to let a payload pass for one of JSONata's own functions.
import { RuleFailure } from "./failure.ts";

/** JSONata takes objects with these marks for its own functions; a payload must not be able to forge one. */
const marks = new Set(["_jsonata_function", "_jsonata_lambda"]);

/** The payload as data. Throws RuleFailure when it is not JSON. */
export function readPayload(text: string): unknown {
  try {
    // `JSON.parse` makes `__proto__` an ordinary own key. A mark may be spelled with escapes: then look at every key.
    const suspicious = text.includes("_jsonata_") || text.includes("\\u");
    return suspicious
      ? JSON.parse(text, (key, value: unknown) => (marks.has(key) ? undefined : value))
      : JSON.parse(text);
  } catch {
    throw new RuleFailure("its payload is not JSON, so no rule could look at it.");
  }
}
