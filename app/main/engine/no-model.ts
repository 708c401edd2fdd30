// The model of an engine that was given none: the rules are all there is.
// Refuses: every request, in case one comes.
import type { ModelPort } from "./worker/ports.ts";

export const noModel: ModelPort = {
  chosen: () => null,
  ask: async () => ({ kind: "failed", why: "refused", reason: "No model is configured." }),
};
