// What memory says to the person of what was done with it. Promises: what was tried, on what, why not. Refuses: to hide a clash.
import type { Folder } from "./names.ts";

export const sentences = {
  theInstructions: "the instructions",
  theUndo: "the change",
  entry: (folder: Folder, title: string) => `the ${folder === "notes" ? "note" : "task"} "${title}"`,
  not: (what: string, why: string) => `Nothing was done with ${what}: ${why.replace(/[.!?]?$/, ".")}`,
  noTitle: "its title has nothing in it that can be read. Give it a few words",
  gone: "it is not there any more",
  changedSince: "it was changed since you read it. Read it again",
  flawed: "its front matter can't be read. Mend the file first",
  clash: "Somebody changed the same lines meanwhile. Both versions are kept; choose one above.",
  merged: "Saved, together with what was changed elsewhere meanwhile.",
  same: "Nothing had to be changed.",
  changedInstructions: "You changed the instructions.",
  savedInstructions: "Saved. The next run reads them.",
  wrote: (what: string) => `You wrote ${what}.`,
  changed: (what: string) => `You changed ${what}.`,
  saved: (what: string) => `Saved ${what}.`,
  removedWhat: (what: string) => `You removed ${what}.`,
  removed: (what: string) => `Removed ${what}.`,
  vouched: (what: string) => `You took ${what} for your own words.`,
  trusted: (what: string) => `Runs are told of ${what} from now on.`,
  chose: (path: string) => `You chose a version of ${path}.`,
  chosen: "The other version is gone; undo brings it back.",
  undone: (what: string) => `Undone: ${what}`,
};
