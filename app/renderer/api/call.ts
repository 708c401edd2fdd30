// The only place of the page that speaks to main. A refusal becomes an Error whose message is main's plain sentence.
import type { Channel, Input, Outputs } from "../../preload/contract/channels.ts";
import { texts } from "../texts/common.ts";

/** Asks main over one channel. Rejects with an Error that can be shown as it is. */
export async function call<C extends Channel>(channel: C, input: Input<C>): Promise<Outputs[C]> {
  try {
    return await window.nightjar.call(channel, input);
  } catch (error) {
    throw new Error(plainSentence(error), { cause: error });
  }
}

export type Call = typeof call;

/** The sentence inside an error that crossed a process border, without what Electron puts before it. */
export function plainSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : typeof error === "string" ? error : "";
  const sentence = message.replace(/^Error invoking remote method '[^']*': /, "").replace(/^(?:[A-Z]\w*)?Error: /, "");
  return sentence.trim() === "" ? texts.unknownTrouble : sentence.trim();
}
