// What Nightjar says by itself in the conversation. Promises: short, plain, what was understood and what to do next.
// Refuses: to sound as if it had thought.

const quoted = (text: string) => `“${text}”`;

export const texts = {
  tooLong: (length: number, most: number) =>
    `Not sent: it has ${length.toLocaleString("en")} characters, and a message may have ${most.toLocaleString("en")}. Shorten it, or send it in parts.`,
  empty: "Not sent: there is nothing in it.",
  sent: "Sent.",
  begun: "A new conversation begins here. What was said before stays, and is not read again.",
  noModel:
    "I can't answer that without a model. Without one I set reminders (“remind me in 20 minutes to call the bank”), find what was noted or said (“what do you remember about the bank?”) and note what you tell me (“remember that the bank closes at three”). Choose a model in Settings to talk about anything.",
  reminder: (rule: string, text: string, notes: readonly string[]) =>
    [`${rule}: ${quoted(text)}.`, ...notes, "Shall I set it?"].join("\n"),
  noWords: (rule: string) => `${rule}: what shall I remind you of? Say it in one sentence, with the time.`,
  set: (text: string) => `Set: ${quoted(text)}. It stands under Timers.`,
  left: "Left as it is. Nothing was done.",
  settled: "That was settled before. Nothing was done.",
  passed: "Not set: that moment has passed meanwhile. Say a later one.",
  notSet: (why: string) => `Not set. ${why}`,
  choose: "Choose one of them, or say it anew in one sentence.",
  noted: (title: string) => `Noted: ${quoted(title)}. It stands under Memory.`,
  forget: (title: string) => `There is a note ${quoted(title)}. Shall I remove it? It can be taken back under Memory.`,
  forgetWhich: (titles: readonly string[]) =>
    `${titles.length} notes fit: ${titles.map(quoted).join(", ")}. Say which by its title, or remove it under Memory.`,
  nothingToForget: (about: string) => `I have no note about ${quoted(about)}.`,
  nothingFound: (about: string) => `I found nothing about ${quoted(about)}: no note, and nothing that was said.`,
  found: (about: string, lines: readonly string[]) => [`About ${quoted(about)}:`, ...lines].join("\n"),
  note: (title: string, snippet: string) => `• ${quoted(title)}${snippet === "" ? "" : `: ${snippet}`}`,
  saidThen: (day: string, snippet: string) => `• ${day}, I said: ${snippet}`,
  wroteThen: (day: string, snippet: string) => `• ${day}, you wrote: ${snippet}`,
  others: (n: number) =>
    n === 1
      ? "One more may hold others' words; the search under Memory shows it."
      : `${n} more may hold others' words; the search under Memory shows them.`,
  nothingOn: "Nothing of yours is under way.",
} as const;
