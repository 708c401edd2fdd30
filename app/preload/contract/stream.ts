// The conversation's channels, and the stream in which what the person wrote stands beside what Nightjar said. Promises: an id of the
// page's own makes a message one, however often it is sent. Refuses: to be read by the page's own rules.
import { z } from "zod";
import type { StreamMark, WroteItem } from "./conversation.ts";
import type { DigestGroup, Done } from "./views.ts";

const count = z.number().int().min(0);

export const conversationInputs = {
  "conversation.write": z.strictObject({
    /** Made by the page when the message was begun. */
    id: z.uuid(),
    /** Long ones are answered with a sentence. */
    text: z.string().max(200_000),
    /** What it answers of what was offered. */
    offer: z.strictObject({ id: count, yes: z.boolean() }).nullable(),
  }),
  /** What stands before this, newest first. */
  "conversation.older": z.strictObject({
    before: z.strictObject({ at: count, kind: z.enum(["said", "wrote"]), id: count }),
  }),
  /** From here on a new one, which has read nothing. */
  "conversation.begin": z.undefined(),
};

export interface ConversationOutputs {
  "conversation.write": Done;
  "conversation.older": StreamPage;
  "conversation.begin": Done;
}

export type StreamItem = { kind: "said"; group: DigestGroup } | { kind: "wrote"; item: WroteItem };

export interface StreamPage {
  items: StreamItem[];
  /** Where the next page begins; null at the end. */
  next: StreamMark | null;
}
