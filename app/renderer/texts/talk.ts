// The words of the conversation on Today. What Nightjar answers is main's.
import type { WroteItem } from "../../preload/contract/conversation.ts";

const states: Record<WroteItem["state"], string> = {
  waiting: "Sent, not begun yet",
  working: "Working…",
  held: "Waits",
  asked: "Asked you: see Waiting for you",
  answered: "",
  quiet: "No answer",
  dead: "Given up",
};

export const texts = {
  line: "Message Nightjar",
  send: "Send",
  keys: "Enter sends, Shift and Enter begin a new line.",
  sending: "Sending…",
  tooLong: (length: number, most: number) =>
    `${length.toLocaleString("en")} characters, and a message may have ${most.toLocaleString("en")}. Shorten it, or send it in parts.`,
  you: "You wrote",
  nightjar: "Nightjar",
  state: (item: Pick<WroteItem, "state" | "why">) =>
    item.why === null || item.why === "" ? states[item.state] : `${states[item.state]}: ${item.why}`,
  stop: "Stop",
  stopIt: (words: string) => `Stop working on “${words}”`,
  retry: "Retry",
  working: "Nightjar is working on your message.",
  answered: (text: string) => `Nightjar: ${text}`,
  outside: "This conversation has read text from outside, so whatever it wants to do to the outside asks you first.",
  begin: "Start afresh",
  earlier: "Earlier",
  loading: "Loading…",
  earlierList: "Earlier messages",
  nothingEarlier: "Nothing before this.",
  offer: {
    next: "Next",
    set: "Yes, set it",
    leave: "No, leave it",
    remove: "Yes, remove it",
    choices: "Choose",
    settled: { yes: "You said yes.", no: "You said no.", replaced: "Not answered." },
    settings: "Choose a model in Settings",
  },
} as const;
