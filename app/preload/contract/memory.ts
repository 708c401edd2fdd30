// The shapes of the view Memory: instructions, notes, tasks, and what is found among them and in what was said. Types only.
// Refuses: texts of thousands of notes at once; one is asked for when it is opened.
import type { Done } from "./views.ts";

export interface MemoryRow {
  /** `notes/coffee.md`, which names it. */
  path: string;
  title: string;
  /** Its first words, made visible. */
  preview: string;
  trusted: boolean;
  /** Seconds since the epoch; null when its file does not say. */
  at: number | null;
  /** Who wrote it, in a few words. */
  from: string;
  /** The inbox id of what the run that wrote it last was about. */
  eventId: number | null;
  done: boolean;
  until: number | null;
  /** What is wrong with its front matter; null when it can be read. */
  flaw: string | null;
}

export interface MemoryEntry extends MemoryRow {
  /** As it stands in the file, for editing; and made visible, for reading. */
  body: string;
  shown: string;
  pointer: string | null;
  hash: string;
  origins: { from: string; eventId: number | null }[];
}

export interface MemoryClash {
  path: string;
  of: string;
  title: string;
  /** The text that stands; null when it is gone. */
  stands: string | null;
  kept: string;
}

export interface MemoryChange {
  id: string;
  at: number;
  by: "person" | "agent" | "dream";
  what: string;
}

export interface MemoryView {
  now: number;
  instructions: {
    text: string;
    hash: string | null;
    /** How many characters of it a run of the chosen model is given; null while no model is chosen. */
    room: number | null;
  };
  notes: MemoryRow[];
  tasks: MemoryRow[];
  clashes: MemoryClash[];
  /** What could not be read, as sentences. */
  problems: string[];
  /** What can be undone, newest first. */
  changes: MemoryChange[];
}

/** A part of a text, and whether it is what was looked for. */
export interface Marked {
  text: string;
  found: boolean;
}

export type MemoryHit =
  | { kind: "entry"; path: string; title: string; task: boolean; trusted: boolean; at: number | null; marked: Marked[] }
  | {
      kind: "said";
      id: number;
      trusted: boolean;
      at: number;
      /** Where: in a notification, in the window, or not yet. */
      where: string;
      /** What it was about. */
      source: string | null;
      eventId: number | null;
      marked: Marked[];
    };

export interface MemorySearch {
  hits: MemoryHit[];
  /** There are more than these. */
  more: boolean;
}

/** `change` takes it back; null when nothing was changed. */
export type MemoryDone = Done & { change: string | null };
