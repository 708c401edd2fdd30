// The words of Timers: what is due next, what was missed and why.
import type { TimerRow } from "../../preload/contract/views.ts";

const catchUp: Record<TimerRow["catchUp"], string> = {
  latest: "after a miss: once, for the latest",
  each: "after a miss: once for each",
  skip: "after a miss: skipped",
};

const origins: Record<TimerRow["origin"], string> = {
  engine: "set by Nightjar",
  config: "from config.yaml",
  person: "set by you",
  agent: "set by a run",
};

export const texts = {
  title: "Timers",
  lead: "When Nightjar wakes by itself.",
  schedules: "Schedules",
  followUps: "Once",
  next: "Next",
  nextList: (name: string) => `Next occurrences of ${name}`,
  elsewhere: (here: string, there: string, zone: string) => `Shown by your clock: ${here} here is ${there} in ${zone}.`,
  noNext: "No further occurrence",
  catchUp,
  origins,
  fired: (time: string) => `last ${time}`,
  neverFired: "never fired",
  because: (cause: string) => `set by a run about ${cause}`,
  outside: "That run had read text from outside, so this counts as text from outside too.",
  line: "Remind me…",
  examples:
    "For example: in 20 minutes to call the bank · every weekday at 9 in Lisbon: look at the mail · on 24 December at 18:00: presents",
  add: "Add",
  understood: "What was understood",
  newOne: "the new reminder",
  noWords: "Say what of, too: for example “to call the bank”.",
  noTime: (words: string) => `“${words}” is no part of a time. Leave it out here.`,
  inFile: "Change in config.yaml",
  edit: "Edit…",
  editTitle: "Change the reminder",
  what: "What to say",
  when: "When",
  save: "Save",
  giveUp: "Cancel",
  delete: "Delete",
  deleted: (name: string) => `Deleted: “${name}”.`,
  undo: "Undo",
  runNow: "Run now",
  cancel: "Cancel timer…",
  cancelSure: (name: string) => `Cancel the timer ${name}? It is taken away.`,
  cancelYes: "Cancel timer",
  cancelNo: "Keep it",
  on: "On",
  pauseName: (name: string) => `${name} is on`,
  paused: "paused",
  missed: (missed: number, made: number, first: string, last: string) =>
    `${missed === 1 ? `Missed 1, due ${first}` : `Missed ${missed}, due ${first} to ${last}`}; ${made === 0 ? "made no event" : made === 1 ? "made 1 event" : `made ${made} events`}`,
  cut: (cut: number) => `${cut} beyond the cap left out`,
  noticed: (time: string) => `noticed ${time}`,
  misses: "Missed",
  empty: {
    title: "No timers yet",
    lead: "Write above what to be reminded of, and when. It is read back before it stands.",
    rest: "A schedule in config.yaml becomes an event when it is due, and your rules say what it means.",
    step: "Open config.yaml",
  },
};
