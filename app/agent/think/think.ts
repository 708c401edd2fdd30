// The door to thinking: loaded when a model is first needed, so that a process that only evaluates rules pays nothing for it.
// Promises: each run ends with one `thought`. Refuses: to be imported from outside of this folder other than lazily.
import type { FromAgent } from "../../preload/contract/agent.ts";
import type { ThinkBrief } from "../../preload/contract/thinking.ts";
import { createDialogue, type Dialogue } from "./dialogue.ts";
import { think } from "./loop.ts";

/** Starts a run's thinking; what main answers goes to the dialogue's `hear`. An error nobody foresaw rejects `done`. */
export function startThinking(
  run: number,
  brief: ThinkBrief,
  post: (message: FromAgent) => void,
  Response: typeof globalThis.Response,
): { dialogue: Dialogue; done: Promise<void> } {
  const dialogue = createDialogue(run, brief.subject, post);
  const done = think(brief, dialogue, Response).then((end) => {
    if (end.kind === "ended") return post({ type: "thought", run, end });
    const { transient, retryAfterSeconds, sentence } = end.failure;
    post({ type: "thought", run, end: { kind: "failed", transient, retryAfterSeconds, error: sentence } });
  });
  return { dialogue, done };
}
