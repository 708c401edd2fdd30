// Reads an event's payload as plain data for conditions and templates. Promises: keys such as `__proto__` stay data; a whole
// number too large to be exact comes as text with its exact digits. Refuses: to let a payload pass for a function of JSONata.
import { RuleFailure } from "./failure.ts";

/** JSONata takes objects with these marks for its own functions; a payload must not be able to forge one. */
const marks = new Set(["_jsonata_function", "_jsonata_lambda"]);

/** What 2^53 and everything beyond it has at least. */
const longDigits = /\d{16}/;
const wholeNumber = /^-?\d+$/;

/** Hands over a number's own text, which this JavaScript knows and its type does not yet. */
type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;
const parseWith = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** The payload as data. Throws RuleFailure when it is not JSON. */
export function readPayload(text: string): unknown {
  try {
    // `JSON.parse` makes `__proto__` an ordinary own key. A mark may be spelled with escapes: then look at every key.
    const suspicious = text.includes("_jsonata_") || text.includes("\\u") || longDigits.test(text);
    return suspicious ? parseWith(text, plain) : JSON.parse(text);
  } catch (error) {
    if (error instanceof RuleFailure) throw error;
    throw new RuleFailure("its payload is not JSON, so no rule could look at it.");
  }
}

/** A rounded number in an address would name another thing than the event did. */
function plain(key: string, value: unknown, context?: { source?: string }): unknown {
  if (marks.has(key)) return undefined;
  if (typeof value !== "number" || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  if (context?.source === undefined) throw new RuleFailure("its payload has a number too large to be read exactly.");
  return wholeNumber.test(context.source) ? context.source : value;
}
