// `notes/index.md`: the notes by title, for whoever opens the folder. Promises: made from the notes, and a hand's edit of it is kept in the
// history before it is written anew. Refuses: to be read back; the notes are the truth.
import { hashOf } from "./hash.ts";
import type { MemoryFiles } from "./files.ts";
import type { History } from "./history.ts";
import { limits } from "./limits.ts";
import type { Entry } from "./snapshot.ts";
import { indexName } from "./names.ts";

const path = `notes/${indexName}`;
const head =
  "# Notes\n\nNightjar writes this list from the notes beside it; edit those. A mark * stands by what may be somebody else's words.\n\n";
const marked = /^([\s\S]*)\n<!-- ([0-9a-f]{16}) -->\n$/;

const escaped = (title: string): string => title.replaceAll(/[\\[\]<>*_`]/g, "\\$&");

function textOf(notes: readonly Entry[]): string {
  const lines = notes.map(({ path: at, title, trusted }) => {
    const name = encodeURIComponent(at.slice("notes/".length));
    return `- [${escaped(title)}](${name})${trusted ? "" : " *"}`;
  });
  const list = `${head}${lines.length === 0 ? "None yet." : lines.join("\n")}\n`;
  return `${list}\n<!-- ${hashOf(list).slice(0, 16)} -->\n`;
}

/** @returns why it could not be written; null when it is as it should be. */
export function writeIndex(files: MemoryFiles, history: History, notes: readonly Entry[], now: number): string | null {
  const found = files.read(path, limits.entryBytes * 16);
  const text = textOf(notes);
  if (found.kind === "refused") return found.reason;
  const current = found.kind === "text" ? found.text : null;
  if (current === text) return null;
  try {
    const [, list = "", mark = ""] = marked.exec(current ?? "") ?? [];
    const byUs = current === null || hashOf(list).startsWith(mark || "-");
    if (!byUs) {
      const what = `Your change of ${path} was set aside: Nightjar writes that list from the notes.`;
      history.write({ at: now, by: "person", what, edits: [{ path, before: current, after: text }] });
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const put = files.put(path, text, current === null ? null : hashOf(current));
  // Changed in this moment: whoever changed it is heard, and this is done again.
  return put.ok || put.changed ? null : put.reason;
}
