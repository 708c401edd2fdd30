// What a test's own tool tells a decision about a call, and how a call was judged, where neither is the point of the test.
// Promises: an effect at https://api.test that nobody has a rule for; with `own: true` its answer is no stranger's. Refuses: to stand in for the real tool's facts.
import type { Judgement } from "../../app/main/engine/journal/journal.ts";
import type { CallFacts } from "../../app/main/engine/permissions/facts.ts";

export function factsFor(tool: string, args: { [key: string]: unknown }): CallFacts {
  const method = typeof args["method"] === "string" ? args["method"] : "GET";
  const url = URL.parse(typeof args["url"] === "string" ? args["url"] : "https://api.test/");
  return {
    ...{
      tool,
      method,
      known: true,
      outward: true,
      brings: args["own"] === true ? ("clean" as const) : ("untrusted" as const),
      reads: ["GET", "HEAD"].includes(method),
    },
    ...{ host: url?.host ?? "api.test", path: url?.pathname ?? "/" },
    ...{ folder: null, recipient: null, amount: null, credential: null, findings: [] },
  };
}

export const asks: Judgement = {
  decision: "ask",
  decision_reason: "effects ask",
  decided_by: "default",
  permission: null,
  provenance: "untrusted",
  facts: "{}",
  findings: "[]",
  credential: null,
};

/** A computer on which nothing is Nightjar's own, and no secret is known. */
export const nothingOwn = { home: () => ({ ports: [], folders: [] }), secretValues: () => [] };
