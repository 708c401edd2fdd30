// The channels of the conversation. Promises: what is acknowledged is on disk (rule 11). Refuses: words of its own; the parts say them.
import type { Input } from "../../../preload/contract/channels.ts";
import type { Done, Topic } from "../../../preload/contract/views.ts";
import type { Views } from "../views/views.ts";
import type { Handlers } from "./gate.ts";

export interface ConversationParts {
  views: Pick<Views, "older">;
  conversation: { write(message: Input<"conversation.write">): Done; begin(): Done };
  changed: (topics: readonly Topic[]) => void;
}

export function conversationHandlers({ views, conversation, changed }: ConversationParts) {
  function told(done: Done): Done {
    if (done.ok) changed(["outbox", "activity", "status"]);
    return done;
  }
  return {
    "conversation.write": (message) => told(conversation.write(message)),
    "conversation.older": ({ before }) => views.older(before),
    "conversation.begin": () => told(conversation.begin()),
  } satisfies Partial<Handlers>;
}
