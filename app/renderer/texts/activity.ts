// The words of Activity: every event and its way.
import type { StandingAnswer } from "../../preload/contract/approvals.ts";
import type { ActivityRow } from "../../preload/contract/views.ts";

const outcomes: Record<NonNullable<ActivityRow["outcome"]>, string> = {
  // True while the message is held as well as after it was sent.
  message: "something to say",
  nothing: "nothing to say",
  deferred: "asked you",
  twin: "a twin, not run",
  discarded: "discarded",
  dead: "dead",
};

const statuses: Record<ActivityRow["status"], string> = {
  pending: "waiting",
  running: "running",
  done: "done",
  dead: "dead",
};

const answers: Record<StandingAnswer, string> = {
  yes: "approved",
  no: "denied",
  expired: "expired unanswered",
  did: "you said it did",
  again: "you said do it again",
  leave: "you left it",
  withdrawn: "nobody waited for it any more",
};

/** How a run ended, and how a call stands, in the engine's own words; what is not here is shown as it comes. */
const endings: Record<string, string> = {
  message: "something to say",
  nothing: "nothing to say",
  deferred: "asked you",
  failed: "failed",
  handed_back: "handed back, not counted as an attempt",
};

const callStatuses: Record<string, string> = {
  waiting: "waits for your answer",
  ready: "about to be made",
  started: "being made",
  done: "made",
  failed: "failed",
  unknown: "started, its end is not known",
  refused: "not made",
};

export const texts = {
  title: "Activity",
  lead: "Every event, newest first, and what became of it.",
  filter: "Source",
  allSources: "All sources",
  list: "Events",
  outcomes,
  statuses,
  waitsUntil: (time: string) => `waits until ${time}`,
  older: "Load older",
  loadingOlder: "Loading",
  end: "That is everything.",
  fresh: (count: number) => (count === 1 ? "1 new event" : `${count} new events`),
  back: "All activity",
  oneEvent: (id: number) => `Event ${id}`,
  notThere: "This event is not in the inbox.",
  runAnyway: "Run anyway",
  twinOf: (id: number) => `The same body as event ${id} came again under a new id, so it was not run.`,
  attempts: (count: number) => (count === 1 ? "1 attempt" : `${count} attempts`),
  redelivered: (times: string) => `delivered again ${times}`,
  facts: {
    id: "Event number",
    key: "Key",
    session: "Session",
    trust: "Text",
    untrusted: "from outside, untrusted",
    trusted: "trusted",
  },
  payload: "Payload",
  way: "Its way",
  steps: {
    received: "Received",
    /** @param again an earlier run had this number too: it was given back, because nothing took effect */
    run: (attempt: number, again: boolean) =>
      again ? `Run again, still attempt ${attempt}` : `Run, attempt ${attempt}`,
    runEnded: (ending: string) => endings[ending] ?? ending,
    running: "still running",
    call: (title: string) => `Call: ${title}`,
    use: (index: number) => (index === 0 ? "Show its request in the audit" : "the one before"),
    answer: "Show it among the answers",
    callStatus: (status: string, starts: number) =>
      `${callStatuses[status] ?? status}${starts > 1 ? `, started ${starts} times` : ""}`,
    effectKey: (key: string) => `effect key ${key}`,
    asked: (title: string) => `Asked: ${title}`,
    waiting: "waits for you",
    due: (time: string) => `until ${time}`,
    answered: (answer: StandingAnswer) => answers[answer],
    words: (said: string) => `You said: “${said}”`,
    replaced: "You changed the call, and were asked about the changed one.",
    always: "It wrote the rule",
    message: "Said",
    held: "held in the outbox",
    sent: (time: string) => `sent ${time}`,
    finished: "Finished",
    told: "told you",
    toBeTold: "to be told",
  },
  empty: {
    title: "Nothing has happened yet",
    lead: "Every delivery, timer tick and answer will be listed here with its runs, calls and messages.",
    rest: "Add a source and send it a test delivery to see the first one.",
    step: "Add a source",
  },
  emptySource: (source: string) => `Nothing from ${source} yet.`,
};
