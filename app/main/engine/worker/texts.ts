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
  unknown: "it is not known whether the call took effect: asked you",
  approved: "you approved it",
  ended: "Nightjar ended before the answer to this call came.",
} as const;

export const undecided = "The agent process ended the run without a decision for this event.";
export const neighbour = (sentence: string) => `The run ended while another event was being worked on. ${sentence}`;
