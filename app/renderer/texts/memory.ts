// The words of Memory: instructions, notes, tasks, what is found, and what can be taken back.

const count = (one: number, single: string, many: string) =>
  one === 1 ? `1 ${single}` : `${one.toLocaleString("en")} ${many}`;

export const texts = {
  title: "Memory",
  lead: "What Nightjar goes by and has noted down, in plain files that you can edit too.",
  search: {
    label: "Search memory and everything said",
    placeholder: "Search memory and what was said",
    clear: "Clear the search",
    heading: "Found",
    list: "Search results",
    none: (query: string) =>
      `Nothing has “${query}” in it. All of the words must be there; the last may be just begun.`,
    more: "These are the best 50. More words narrow it down.",
    said: "Said to you",
    task: "Task",
    note: "Note",
    about: (source: string) => `about ${source}`,
    show: "Show where it came from",
    open: (title: string) => `Open “${title}”`,
  },
  instructions: {
    heading: "Instructions",
    label: "What Nightjar should always know and do",
    hint: "Every run of the model reads this. Only you write it; Nightjar may propose a line, and asks you with a card.",
    placeholder:
      "For example: Write to me in Portuguese. Never before nine. Merge dependency bumps only when the checks are green.",
    room: (length: number, room: number) =>
      `${length.toLocaleString("en")} of ${room.toLocaleString("en")} characters that fit`,
    tooLong: (length: number, room: number) =>
      `${length.toLocaleString("en")} characters. The chosen model is given the first ${room.toLocaleString("en")}; the last ${(length - room).toLocaleString("en")} do not reach it. Make it shorter, or move parts into notes.`,
    noModel: "No model is chosen yet, so nothing reads this. It waits for one.",
  },
  tasks: {
    heading: "Tasks",
    list: "Tasks",
    none: "No tasks. A run that works on something over several days keeps its progress here.",
  },
  notes: {
    heading: "Notes",
    list: "Notes",
    add: "Write a note",
    empty: {
      title: "Nothing is noted down yet",
      lead: "What you tell Nightjar once and nobody could look up again will stand here, with where it came from.",
    },
  },
  row: {
    from: (who: string) => `written by ${who}`,
    untrusted: "May hold others' words",
    done: "done",
    until: (day: string) => `until ${day}`,
    flaw: "Can't be read",
    noTime: "no date",
  },
  detail: {
    pointer: "Lives at",
    history: "Written by",
    event: (id: number) => `event ${id}`,
    untrusted:
      "A run wrote this after it had read text from outside. Runs are not told of it, and one that asks for it counts as having read a stranger's words.",
    edit: "Correct…",
    remove: "Remove",
    removeSure: (title: string) => `Remove “${title}”?`,
    removeYes: "Remove it",
    removeNo: "Keep it",
    trust: "I vouch for it",
    gone: "It is not there any more.",
  },
  dialog: {
    note: "Write a note",
    edit: (title: string) => `Correct “${title}”`,
    name: "Title",
    text: "Text",
    textHint: "Markdown, as in the file.",
    done: "Done",
    needsTitle: "Give it a title of a few words.",
    needsText: "Write something, or remove it instead.",
  },
  clashes: {
    heading: "Two versions",
    lead: "Two changed the same lines at the same time. Nothing is lost: choose one, or copy from the other first.",
    stands: "Stands now",
    kept: "Kept beside it",
    gone: "It was removed.",
    keepStands: "Keep this one",
    keepKept: "Use this one",
    titled: (title: string) => `Two versions of ${title}`,
  },
  problems: { heading: "Can't be read" },
  changes: {
    heading: "Recent changes",
    list: "Recent changes",
    show: (many: number) => count(many, "change that can be undone", "changes that can be undone"),
    undo: "Undo",
    undoThis: (what: string) => `Undo: ${what}`,
    by: { person: "you", agent: "a run", dream: "tidying" },
  },
  said: "What was done",
  undo: "Undo",
};
