// Every sentence the worker itself says or records. Plain, short, without exclamation marks.

export const doneText = (title: string, summary: string) => `Done: ${title}\n${summary}`;
export const failedText = (title: string, error: string) => `Failed: ${title}\n${error}`;
export const lapsedText = (title: string, starts: number) =>
  `${starts === 0 ? "Not done" : "Not done again"}: ${title}\nNobody answered in time, and no notification of the question had gone out.`;

export const reasons = {
  noRule: "no rule matched",
  rule: (name: string) => `rule “${name}”`,
  asked: (rule: string | null) => (rule === null ? "asked you" : `asked you, rule “${rule}”`),
  denied: "you denied it",
  expired: "nobody answered before the deadline",
  refused: "it had been refused before",
  didHappen: "you said that it did happen",
  left: "you left it as it is",
  askedAgain: "asked you again: the call could not start before the deadline",
  askedAgainRevived: "asked you again: its event was brought back from dead",
  changedTool:
    "Its server has changed this tool since you were asked. Look at it in Settings; the call can be asked for again.",
  unknown: "it is not known whether the call took effect: asked you",
  approved: "you approved it",
  allowed: (why: string) => `made by itself: ${why}`,
  deniedByRule: (why: string) => `not made: ${why}`,
  waits: "its question waits for your answer",
  fenced: "The call could not be started: it was started or settled elsewhere.",
  edited: "you changed it: the changed call was shown again",
  words: (words: string) => `you answered: ${words}`,
  changed:
    "The call would not be made exactly as it was shown to you any more, so it was not made. Retry its event to be asked anew.",
  off: "held: everything outgoing is switched off",
  reminder: "a reminder that was set",
  heard: "answered by Nightjar itself",
  thought: "the model had something to say",
  thoughtAsked: "the model asked you",
  thoughtQuiet: "the model found nothing to say",
  thoughtNoModel: "the model that asked is not configured any more",
  thoughtTogether: "thought about together with another event of the run",
  serverAsks: "its server asks you something first",
  answered: "you answered",
  notAnswered: "you gave no answer",
  ended: "Nightjar ended before the answer to this call came.",
  stopped: "stopped by you",
  stoppedCall: "You stopped the run, so it is not tried again.",
} as const;

/** How a run ended that did not come to its own end. */
export const haltSentence = (halted: "stopped" | "restarted") =>
  halted === "stopped" ? "You stopped this run." : "This run began again, for something that does not wait.";

/** What the person hears who stops a run. */
export const stopping = {
  done: "Stopped. What had been done before stays done.",
  over: "Could not stop this run: it had ended already.",
  back: "Could not stop this run: Nightjar paused just then. It goes on later, and can be stopped then.",
} as const;

/** What a model is told when a run of its session was ended before its own end. */
export const haltNotes = {
  stopped:
    "The person stopped your last run in this session. What you were doing then is not to be taken up again, unless they ask for it.",
  restarted:
    "Your last run in this session was ended early, because something came that does not wait. Look at that first; then go on with the rest, where it still makes sense.",
} as const;

export const notDoneText = (title: string, why: string) => `Not done: ${title}\n${why}`;

/** What an agent is told when its call does not come to a decision. */
export const inRun = {
  stopped: "The run was stopped before this call was decided.",
  noEvent: "This call belongs to no event of the run.",
  tooMany: (most: number) => `An event may ask for ${most} calls at the most. End the run with what there is.`,
  waits: "The person was asked about this call before, and has not answered yet.",
  refused: "The person, or one of their rules, refused exactly this call before.",
  notMade: {
    stopped: "The person stopped the run before this call was made, so it was not made.",
    restarted: "Something came that does not wait before this call was made, so it was not made.",
  },
  serverAsks: "Its server asks the person something first; then it goes on.",
  off: "The person has switched off everything outgoing. Nothing was sent. This event is worked on again when it is on.",
} as const;

/** Questions to the person: what a card is called, and why it is there. */
export const asked = {
  agent: (question: string) => `The agent asks: ${question}`,
  server: (server: string, text: string) => `${server} asks: ${oneLine(text)}`,
  reason: "The agent wants to know something. Answering does nothing by itself; the agent goes on with what you say.",
  noAnswer: "There is no answer.",
} as const;

/** An agent's own timers. */
export const scheduled = {
  list: "List the agent's timers",
  set: (name: string) => `Set the timer ${name}`,
  cancel: (name: string) => `Cancel the timer ${name}`,
  isSet: (name: string) => `The timer ${name} is set.`,
  cancelled: (name: string) => `The timer ${name} is cancelled.`,
  noName: "Give the timer a name.",
  noText: "Say in text what is to be done when the timer comes.",
  when: "Say when: either at, for a timer that comes once, or cron with zone, for one that repeats.",
  noMoment:
    "The moment can't be read. Write it as 2026-12-31T18:00:00+01:00, or as 2026-12-31T18:00 together with a zone.",
  past: "The moment has passed. Choose a later one.",
  tooFar: "The moment is more than a year away. Choose an earlier one.",
  none: (name: string) => `There is no timer ${name} of an agent.`,
  tooMany: (most: number) => `There are ${most} timers of agents already. Cancel one first.`,
} as const;

/** Why a question left without an answer, as the end of a sentence. */
export const withdrawn = {
  over: "its call is over",
  restart: "Nightjar was started anew meanwhile",
} as const;

/** The first words of a text, on one line. */
export function oneLine(text: string): string {
  const flat = text.replaceAll(/[\p{C}\p{Z}\s]+/gu, " ").trim();
  return flat.length > 120 ? `${flat.slice(0, 119).replace(/[\ud800-\udbff]$/, "")}…` : flat;
}

/** Why a card can't be changed, and what to do. */
export const notChanged = {
  unknown: "Could not change this call: there is no such question any more.",
  answered: "Could not change this call: its question was answered before.",
  expired: "Could not change this call: its deadline has passed.",
  notShown: "Could not change this call: it is not the one that was shown. Look at the card again.",
  question: "Could not change this call: it is a question to you. Answer it.",
  begun: "Could not change this call: it may have happened already. Answer what became of it first.",
  same: "Nothing was changed, so the question stays as it is.",
  denied: (why: string) => `Could not change this call so: ${why}`,
} as const;
export const changedByYou = "You changed this call, so it is shown again as it would be made now.";

export const undecided = "The agent process ended the run without a decision for this event.";
export const neighbour = (sentence: string) => `The run ended while another event was being worked on. ${sentence}`;
