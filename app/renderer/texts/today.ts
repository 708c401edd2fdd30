// The words of Today: the day, what waits for an answer, what was said and what is held.
import type { AnswerResult, ApprovalAnswer } from "../../preload/contract/approvals.ts";
import type { HeldDigest } from "../../preload/contract/views.ts";

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const answers: Record<ApprovalAnswer, string> = {
  yes: "Approve",
  no: "Deny",
  did: "It did",
  again: "Do it again",
  leave: "Leave it",
};

/** One or two words for the place a card leaves behind. */
const settled: Record<AnswerResult["stands"], string> = {
  yes: "Approved",
  no: "Denied",
  expired: "Expired",
  did: "It did",
  again: "Being done again",
  leave: "Left as it is",
  withdrawn: "No longer asked",
  not_found: "No longer there",
  changed: "The call has changed",
  refused: "Not answered",
};

const heldBecause: Record<NonNullable<HeldDigest["why"]>, string> = {
  gap: "the gap after the last delivery",
  quiet: "quiet hours",
  due: "about to go",
  off: "outgoing is off",
};

export const texts = {
  title: "Today",
  counts: (events: number, runs: number, said: number) =>
    events === 0 && runs === 0 && said === 0
      ? "nothing has happened yet"
      : [
          plural(events, "event", "events"),
          plural(runs, "run", "runs"),
          said === 0 ? "said nothing" : `said ${plural(said, "thing", "things")}`,
        ].join(", "),

  approvals: {
    region: "Approvals",
    heading: "Waiting for you",
    nothing: "Nothing waits for you.",
    asked: (time: string) => `asked ${time}`,
    askedAgain: "asked again",
    rule: (name: string) => `rule “${name}”`,
    left: (time: string) => `${time} left`,
    expired: "expired",
    expiredShort: "–",
    answers,
    keys: { yes: "A", no: "D" },
    wholeCall: "The whole call",
    notAllSeen: "Not all of the call has been seen yet: scroll it to its end.",
    unknownLead: "This call was started, and whether it took effect is not known. What happened?",
    answering: "Waiting for the answer to be written down",
    settled,
    gone: "Settled",
    event: "Show what caused it",
    outcomes: "What became of it",
  },

  digest: {
    region: "Outbox digest",
    heading: "Digest",
    nothing: "Nothing has been said today, nor in the last twelve hours.",
    nothingRest: "Messages arrive here merged into one delivery, at most one per gap.",
    heldUntil: (time: string) => `Held until ${time}`,
    held: "Held",
    heldBecause,
    sendNow: "Send now",
    sending: "Sending",
    sent: (time: string) => `Sent ${time}`,
    urgent: "urgent",
    repeated: "may have been shown twice",
    failed: (reason: string) => `Not shown: ${reason}`,
    deadKind: "Something died",
    event: "Show the event",
  },

  day: {
    name: "The day as a band",
    hint: "Arrow keys move along the day.",
    slept: (from: string, until: string) => `asleep from ${from} to ${until}`,
    events: (count: number) => plural(count, "event", "events"),
    deliveries: (times: string[]) => `${plural(times.length, "delivery", "deliveries")} at ${times.join(", ")}`,
    urgent: (times: string[]) => `${plural(times.length, "urgent one", "urgent ones")} at ${times.join(", ")}`,
    questions: (times: string[]) => `${plural(times.length, "question", "questions")} at ${times.join(", ")}`,
    next: (time: string) => `the next digest goes at ${time}`,
    sentence: (day: string, parts: string[]) => `${day}: ${parts.join("; ")}.`,
  },

  arrivals: (questions: number, messages: number) =>
    [
      questions > 0 ? plural(questions, "new question", "new questions") : "",
      messages > 0 ? plural(messages, "new message", "new messages") : "",
    ]
      .filter((part) => part !== "")
      .join(", "),

  empty: {
    title: "A quiet day so far",
    lead: "What happens today, what waits for your answer and what Nightjar has to say will stand here.",
    noSource: "It begins with a source: something that posts to Nightjar when it happens.",
    addSource: "Add a source",
  },
};
