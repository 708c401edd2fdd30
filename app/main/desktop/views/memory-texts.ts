// The words that main puts into the view Memory. Refuses: words of the page, which has its own.

export const memory = {
  you: "you",
  aRun: "a run",
  aRunFor: (source: string) => `a run for ${source}`,
  unknown: "not known",
  problem: (path: string, line: number | null, reason: string) =>
    `${path}${line === null ? "" : `, line ${line}`}: ${reason.replace(/[.!?]?$/, ".")}`,
  held: "not delivered yet",
  wrote: "you wrote",
  inWindow: "said in the window",
  notified: "said in a notification",
};
