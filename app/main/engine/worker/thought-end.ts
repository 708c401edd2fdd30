// How the events of a model's run end: by what stands in the journal, never by what the model says of itself (rule 12). Promises:
// what it wanted said is queued in the transaction that ends its event. Refuses: silence about a limit that was reached.
import type { ClaimedEvent } from "../inbox/events.ts";
import type { Taken } from "./claim.ts";
import type { Ended, Ends } from "./ended.ts";
import type { WorkerParts } from "./parts.ts";
import type { JsonObject } from "./ports.ts";
import { reasons, undecided } from "./texts.ts";
import type { Thinking } from "./think.ts";

/**
 * Ends one event of the run. Joins the caller's transaction.
 * @param subject the event that speaks for all of them; what the model says is its
 */
export function endThought(
  parts: WorkerParts,
  taken: Taken,
  event: ClaimedEvent,
  subject: ClaimedEvent,
  thinking: Thinking | null,
  ends: Ends,
  now: number,
): Ended {
  if (thinking === null) return ends.failed(undecided);
  const { thought, obstacle, wait } = thinking;
  if (obstacle !== null) return stoppedBy(obstacle, ends);
  switch (thought.kind) {
    case "ended":
      return event.id === subject.id
        ? spoken(parts, taken, thought.text ?? "", ends, now)
        : ends.nothing(reasons.thoughtTogether);
    case "failed":
      if (!thought.transient) return ends.failed(thought.error);
      return wait === null ? ends.waits(thought.error) : ends.waits(`${thought.error} ${wait.sentence}`, wait.until);
    case "limit":
      return ends.dies(thought.sentence);
    case "lost":
      return thought.failure.kind === "unavailable"
        ? ends.waits(thought.failure.sentence)
        : ends.failed(thought.failure.sentence);
  }
}

function stoppedBy({ why, reason, wait }: NonNullable<Thinking["obstacle"]>, ends: Ends): Ended {
  switch (why) {
    case "off":
      return ends.held();
    case "transient":
      return ends.waits(reason, wait?.until ?? null);
    case "day":
      return ends.parked(reason, wait?.until ?? null);
    case "run":
      return ends.dies(reason);
    case "refused":
      return ends.failed(reason);
  }
}

/** @param text the model's last words: in the conversation they are the reply, where it said nothing by the tool for it */
function spoken(parts: WorkerParts, taken: Taken, text: string, ends: Ends, now: number): Ended {
  const { journal, conversation, transcript, outbox } = parts;
  const messages = journal.unsaid(taken.session);
  for (const call of messages) {
    const { text: words, urgent } = JSON.parse(call.arguments) as JsonObject;
    if (typeof words === "string") ends.say(words, { urgent: urgent === true });
    journal.settle(call.id, "done", null, now);
  }
  const entry = conversation.has(taken.session) ? transcript.lastWords(taken.session) : null;
  const replies = messages.length === 0 && entry !== null && text.trim() !== "" && !outbox.saidEntry(entry);
  if (replies) ends.say(text, { entry });
  if (parts.approvals.waitingOf(taken.session) > 0) return ends.deferred(reasons.thoughtAsked);
  return messages.length > 0 || replies ? ends.spoken(reasons.thought) : ends.nothing(reasons.thoughtQuiet);
}
