// What each run is told of memory without asking. Promises: the person's instructions, and titles of what can be trusted. Refuses: a word
// of what somebody else may have said; of that there is only a number.
import type { Entry, Snapshot } from "./snapshot.ts";

export interface ForRuns {
  instructions: string;
  /** Titles with their paths, one a line; empty when there is nothing. */
  index: string;
}

const notesShown = 80;
const tasksShown = 30;

const newestFirst = (a: Entry, b: Entry): number =>
  (b.writtenAt ?? 0) - (a.writtenAt ?? 0) || (a.path < b.path ? -1 : 1);
const line = ({ path, title }: Entry): string => `- ${path}: ${title}`;

export function forRuns({ instructions, entries }: Snapshot, now: number): ForRuns {
  const all = [...entries.values()].filter(({ flaw }) => flaw === null).sort(newestFirst);
  const notes = all.filter(({ folder, trusted }) => folder === "notes" && trusted);
  const tasks = all.filter(
    ({ folder, trusted, done, until }) => folder === "tasks" && trusted && !done && (until === null || until > now),
  );
  const others = all.filter(({ trusted }) => !trusted).length;
  const more = notes.length - notesShown;
  const parts = [
    ...(notes.length === 0
      ? []
      : [["Notes:", ...notes.slice(0, notesShown).map(line), ...(more > 0 ? [`- and ${more} more`] : [])]]),
    ...(tasks.length === 0 ? [] : [["Tasks that are not done:", ...tasks.slice(0, tasksShown).map(line)]]),
    ...(others === 0
      ? []
      : [
          [
            `${others} more ${others === 1 ? "was" : "were"} written after reading text from outside, and only shown when asked for with untrusted.`,
          ],
        ]),
  ];
  return { instructions: instructions.text, index: parts.map((lines) => lines.join("\n")).join("\n") };
}
