// What a model said last, without a call: in the conversation it is the reply. Promises: bounded, fit to be shown.
// Refuses: words beside a call; those are on the way to something.
import { textLengthMax } from "../../preload/contract/agent-bounds.ts";
import { showable } from "../text.ts";
import type { Session } from "./transcript.ts";

export function lastWords({ last, messages, cuts }: Session): string {
  const message = messages.at(-1);
  if (last !== "assistant" || cuts > 0 || message?.role !== "assistant") return "";
  const { content } = message;
  if (typeof content === "string") return showable(content, textLengthMax);
  if (content.some((part) => part.type === "tool-call")) return "";
  const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return showable(texts.join("\n\n"), textLengthMax);
}
