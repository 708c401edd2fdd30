// Evaluates a rule's `if`: JSONata over the payload, with `$event` and `$source`, to true or false as JSONata means it.
// Refuses: functions beyond JSONata's own; more time, depth or list than limits.ts allows.
import jsonata from "jsonata";
import { remember } from "./cache.ts";
import { conditionFailure } from "./failure.ts";
import { conditionDepthMax, conditionListMax, conditionMilliseconds } from "./limits.ts";

export const conditionOptions = {
  timeout: conditionMilliseconds,
  stack: conditionDepthMax,
  sequence: conditionListMax,
};

export interface Conditions {
  /** Throws RuleFailure with the reason. */
  holds(condition: string, payload: unknown, event: string | null, source: string): Promise<boolean>;
}

export function createConditions(): Conditions {
  const compiled = remember((condition) => jsonata(condition, conditionOptions));
  // JSONata's own coercion (an empty list is false, a list with something true in it is true, …), asked of JSONata.
  const truth = jsonata("$boolean($result)", conditionOptions);
  return {
    async holds(condition, payload, event, source) {
      try {
        const result: unknown = await compiled(condition).evaluate(payload, { event, source });
        if (typeof result === "boolean") return result;
        if (result === undefined) return false;
        return (await truth.evaluate(null, { result })) === true;
      } catch (error) {
        throw conditionFailure(error);
      }
    },
  };
}
