// What a run may write. Promises: each entry says which run wrote it and whether that run had read text from outside; asked again under
// the same call it writes nothing twice. Refuses: a run that has read a stranger's words to change what is trusted.
import type { Changed, Wish } from "./changing.ts";
import { oneLine, type Origin, printEntry } from "./entry.ts";
import { limits } from "./limits.ts";
import type { Memory } from "./memory.ts";
import { type Folder, slugOf } from "./names.ts";
import type { Entry } from "./snapshot.ts";

export interface Wanted {
  folder: Folder;
  title: string;
  text: string;
  pointer: string | null;
  done: boolean;
  until: number | null;
  /** The path of what it takes the place of, and its hash when it was read. */
  replaces: string | null;
  expect: string | null;
}

export interface Writer {
  origin: Origin;
  /** Whether the run has read text from outside. */
  clean: boolean;
  call: string;
}

export type Remembered =
  | { ok: true; path: string; trusted: boolean; note: string | null }
  | { ok: false; reason: string };

const counts: { [F in Folder]: number } = { notes: limits.notes, tasks: limits.tasks };
const originsMax = 20;
const no = (reason: string): Remembered => ({ ok: false, reason });

export function freePath(entries: ReadonlyMap<string, Entry>, folder: Folder, title: string): string {
  const taken = new Set([...entries.keys()].map((path) => path.toLowerCase()));
  const slug = slugOf(title);
  for (let number = 1; ; number++) {
    const path = `${folder}/${slug}${number === 1 ? "" : `-${number}`}.md`;
    if (!taken.has(path)) return path;
  }
}

export function remember(memory: Memory, wanted: Wanted, { origin, clean, call }: Writer, now: number): Remembered {
  const { entries } = memory.look();
  const all = [...entries.values()];
  const made = all.find((entry) => entry.call === call);
  if (made !== undefined) return { ok: true, path: made.path, trusted: made.trusted, note: null };
  const { folder, text, pointer, done, until } = wanted;
  const title = oneLine(wanted.title, limits.titleCharacters);
  if (title === "") return no("its title has nothing in it that can be read");
  const facts = { title, writtenAt: now, pointer, done, until, call };
  const kind = folder === "notes" ? "note" : "task";

  if (wanted.replaces === null) {
    const same = all.find(
      (entry) =>
        entry.folder === folder && entry.title.toLowerCase() === title.toLowerCase() && entry.trusted === clean,
    );
    if (same !== undefined)
      return no(
        `there is a ${kind} of that title. Read ${same.path}, and give its path as replaces and its hash as expect`,
      );
    if (all.filter((entry) => entry.folder === folder).length >= counts[folder])
      return no(`there are ${counts[folder]} of them, and no more are kept. Bring some together first`);
    const path = freePath(entries, folder, title);
    const fresh = printEntry({ ...facts, trusted: clean, origins: [origin] }, text);
    return told(
      memory.change("agent", `Wrote the ${kind} "${title}".`, [{ path, base: null, text: fresh }]),
      path,
      clean,
    );
  }

  const before = entries.get(wanted.replaces);
  if (before === undefined || before.folder !== folder) return no(`there is no ${kind} ${wanted.replaces}`);
  if (wanted.expect === null) return no("read it first, and give its hash as expect");
  if (before.flaw !== null) return no("its front matter can't be read; the person has to mend it");
  if (!clean && before.trusted)
    return no("this run has read text from outside, so it may not change what is trusted. Write a new one");
  const trusted = clean && before.trusted;
  const origins = [...before.origins.slice(-(originsMax - 1)), origin];
  const after = printEntry(
    { ...facts, pointer: pointer ?? before.pointer, until: until ?? before.until, trusted, origins },
    text,
    before.text,
  );
  const wish: Wish = {
    path: before.path,
    base: wanted.expect === before.hash ? before.text : memory.textOf(wanted.expect),
    text: after,
  };
  return told(memory.change("agent", `Changed the ${kind} "${title}".`, [wish]), before.path, trusted);
}

function told(changed: Changed, path: string, trusted: boolean): Remembered {
  if (!changed.ok) return no(changed.reason);
  const note =
    changed.clash !== null
      ? "It was changed in the meantime, so yours is kept beside it until the person has chosen."
      : changed.merged
        ? "It was changed in the meantime; both changes stand now."
        : null;
  return { ok: true, path, trusted, note };
}
