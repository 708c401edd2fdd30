// What the person asks of memory in the conversation: notes and what was said, looked for and written. Promises: only what can be
// trusted is quoted; the same words are noted once. Refuses: lists without an end.
import { texts } from "./texts.ts";
import { wishOf } from "./wishes.ts";

export interface NoteHit {
  path: string;
  hash: string;
  title: string;
  snippet: string;
}

export interface SaidHit {
  id: number;
  /** "3 December 2026" */
  day: string;
  snippet: string;
}

export interface Recall {
  /** Notes and tasks that can be trusted. */
  notes(about: string): NoteHit[];
  said(about: string): SaidHit[];
  wrote(about: string): SaidHit[];
  /** How many more there are that may hold others' words. */
  others(about: string): number;
  /** What came of it, as a sentence. The same text twice is noted once. */
  note(title: string, text: string): string;
  /** What came of it, as a sentence. */
  remove(path: string, hash: string): string;
}

const shownMax = 5;
const titleMax = 60;
const filler = /\b(?:the|a|an|my|our|your|me|us)\b\s*/giu;

/** A note's title: its first words. */
export function titleOf(text: string): string {
  const line =
    text
      .split("\n")[0]
      ?.trim()
      .replace(/[.!]+$/u, "") ?? "";
  if (line.length <= titleMax) return line;
  return `${line.slice(0, titleMax).replace(/\s+\S*$/u, "")}…`;
}

/** @param asking the message that asks: it would find itself */
export function found(recall: Recall, about: string, asking: number): string {
  const words = about.replace(filler, "").trim() || about;
  const notes = recall.notes(words).slice(0, shownMax);
  const said = recall.said(words).slice(0, shownMax);
  const wrote = recall
    .wrote(words)
    .filter(({ id, snippet }) => id !== asking && wishOf(snippet.replaceAll("…", "")).kind !== "search")
    .slice(0, shownMax);
  const lines = [
    ...notes.map(({ title, snippet }) => texts.note(title, snippet)),
    ...wrote.map(({ day, snippet }) => texts.wroteThen(day, snippet)),
    ...said.map(({ day, snippet }) => texts.saidThen(day, snippet)),
  ];
  const others = recall.others(words);
  if (others > 0) lines.push(texts.others(others));
  return lines.length === 0 ? texts.nothingFound(about) : texts.found(about, lines);
}
