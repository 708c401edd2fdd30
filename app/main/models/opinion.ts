// Auto mode's second opinion by the person's model, in a request of its own: facts of one call, as data, and an answer of two fields.
// Promises: it can only tighten; without a readable answer in time, a call of a run that read strangers' texts asks. Refuses: what the
// model says beyond that, and to show it anything of the session.
import type { LookedAt, Opinion, SecondOpinion } from "../engine/permissions/auto-mode.ts";
import type { Wait } from "../engine/ports.ts";
import type { ModelPort, ModelReply } from "../engine/worker/ports.ts";
import { opinionOf, opinionRequest } from "./opinion-wire.ts";

/** A model on this computer may have to be loaded first. */
const waitMilliseconds = 60_000;

const tooLate = "it did not answer within a minute";

export interface OpinionDeps {
  models: Pick<ModelPort, "chosen" | "ask">;
  wait: Wait;
}

export function createModelOpinion({ models, wait }: OpinionDeps): SecondOpinion {
  /** Settles when the model has answered, or when it is too late; the request is ended then. */
  async function asked(body: string, { session, id, signal }: NonNullable<LookedAt["run"]>): Promise<ModelReply> {
    const late = new AbortController();
    const stop = wait(waitMilliseconds, () => late.abort());
    const reply = await models.ask(
      { session, run: id, body, purpose: "opinion" },
      AbortSignal.any([signal, late.signal]),
    );
    stop();
    return late.signal.aborted ? { kind: "failed", why: "transient", reason: tooLate } : reply;
  }

  return {
    async look(call): Promise<Opinion> {
      const model = models.chosen();
      // What only reads was granted; and the model is asked about what a run wants, not about what a person did.
      if (model === null || call.facts.reads || call.run === null) return { decide: "allow", reason: "" };
      const reply = await asked(opinionRequest(model, call), call.run);
      if (reply.kind === "failed") return without(call, reply.reason);
      if (reply.status < 200 || reply.status > 299) return without(call, `its server answered ${reply.status}`);
      const said = opinionOf(model.provider, reply.body);
      if (said === null) return without(call, "its answer could not be read");
      return { ...said, by: "model" };
    },
  };
}

/** What stands without it: the fixed checks alone, where nothing of a stranger's can have caused the call; else the person is asked. */
function without({ provenance }: LookedAt, why: string): Opinion {
  if (provenance === "clean") return { decide: "allow", reason: "" };
  return { decide: "ask", by: "model", reason: `The model gave no second opinion: ${why.replace(/[.\s]+$/, "")}.` };
}
