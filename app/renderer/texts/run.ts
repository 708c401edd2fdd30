// The words of a run of a model: what it was told, what it wrote, what it called, what that cost.
import type { StandingAnswer } from "../../preload/contract/approvals.ts";
import type { RunDoing, RunView } from "../../preload/contract/runs.ts";

const number = new Intl.NumberFormat("en");
const many = (count: number, one: string, more: string) => `${number.format(count)} ${count === 1 ? one : more}`;

const endings: Record<string, string> = {
  message: "It had something to say",
  nothing: "It found nothing to say",
  deferred: "It asked you",
  failed: "It came to no end",
  handed_back: "It was interrupted, and goes on in another run",
};

const doings = {
  model: "Waiting for the model",
  opinion: "Waiting for a second opinion about a call",
  working: "Thinking",
};

const calls: Record<string, string> = {
  waiting: "waits for your answer",
  ready: "about to be made",
  started: "being made",
  done: "made",
  failed: "failed",
  unknown: "started, its end is not known",
  refused: "not made",
};

const answers: Record<StandingAnswer, string> = {
  yes: "you approved it",
  no: "you denied it",
  expired: "nobody answered in time",
  did: "you said it did happen",
  again: "you said do it again",
  leave: "you left it",
  withdrawn: "the question was taken back",
};

export const texts = {
  title: "How it thought",
  back: "All activity",
  notThere: "There is no such run.",
  nothingThought: "No model was asked in this run: rules decided it.",
  link: "How it thought",
  more: (count: number) => `and ${count} more`,
  ended: (ending: string | null) => endings[ending ?? ""] ?? "It has ended",
  halted: { stopped: "You stopped it", restarted: "It was ended for something that does not wait" } satisfies Record<
    NonNullable<RunView["halted"]>,
    string
  >,
  doing: (kind: RunDoing["kind"], what: string | null): string =>
    kind === "call" ? `Making a call: ${what ?? ""}` : doings[kind],
  for: (duration: string) => `for ${duration}`,
  stop: "Stop",
  facts: {
    list: "The run",
    began: "Began",
    took: "Took",
    model: "Model",
    used: "Used",
    opinions: "Of that, second opinions",
    session: "Session",
    text: "Text",
    untrusted: "from outside, untrusted",
  },
  session: (runs: number) => `${number.format(runs)} runs, all together `,
  earlier: "The run before",
  later: "The run after",
  about: "What it was about",
  attempt: (attempt: number) => (attempt > 1 ? `, attempt ${attempt}` : ""),
  steps: "Its steps",
  earlierSteps: "Show earlier steps",
  laterSteps: "Show later steps",
  loading: "Loading",
  said: "What it said",
  saidWhere: (time: string) => `sent ${time}`,
  held: "held in the outbox",
  run: (id: number, time: string) => `Run ${id}, ${time}`,
  thisRun: "this run",
  told: {
    title: (events: number) =>
      events === 0 ? "It was told" : events === 1 ? "It was told of an event" : `It was told of ${events} events`,
    outcome: (title: string) => `What came of: ${title}`,
    whole: "Word for word",
  },
  noticed: "Noticed in it",
  answered: {
    wrote: "It wrote",
    called: (count: number) => (count === 1 ? "It asked for a call" : `It asked for ${count} calls`),
    quiet: "It had nothing more to do",
    thinking: "Its thinking",
    cut: "Cut at the longest a message may be.",
  },
  call: {
    arguments: "Arguments",
    result: "Result",
    error: "Error",
    status: (status: string, starts: number) =>
      `${calls[status] ?? status}${starts > 1 ? `, started ${starts} times` : ""}`,
    took: (duration: string) => `in ${duration}`,
    refused: "could not be made",
    lost: "not made",
    changed: "You changed it to this",
    asked: "asked",
    answered: (answer: StandingAnswer) => answers[answer] ?? answer,
    words: (said: string) => `“${said}”`,
    card: "Its card",
    history: "In the history",
  },
  results: {
    title: (count: number, waits: number) =>
      `It was told what came of ${count === 1 ? "its call" : `its ${count} calls`}${waits === 0 ? "" : waits === count ? `: ${count === 1 ? "it waits" : "they wait"}` : `; ${waits} ${waits === 1 ? "waits" : "wait"}`}`,
    whole: "Word for word",
  },
  summary: {
    title: "It summed up what was before",
    lead: "The session had grown too long for the model. It goes on from its own summary; what it stands for is still above.",
    whole: "The summary",
  },
  unreadable: { title: "An entry that can't be read", whole: "As it is" },
  showMore: (shown: string, length: string) => `Show more (${shown} of ${length} characters)`,
  number: (value: number) => number.format(value),
  use: {
    /** All that went in, whichever way. */
    in: (tokens: string) => `${tokens} in`,
    out: (tokens: string) => `${tokens} out`,
    cached: (percent: number) => `${percent} % from the cache`,
    written: (tokens: string) => `${tokens} into the cache`,
    unpriced: "price not known",
    partly: (cost: string) => `${cost} and more`,
    none: "nothing yet",
    requests: (count: number) => many(count, "request", "requests"),
    unanswered: (count: number) => `${many(count, "request", "requests")} without an answer`,
  },
  spent: {
    today: "Today the model used",
    tokens: (tokens: string) => `${tokens} tokens`,
    limits: "Limits",
  },
};
