// What the page sees as `window.nightjar`: one call per channel, one subscription. Types only.
import type { Channel, Input, Outputs } from "./channels.ts";
import type { PushMessage } from "./views.ts";

export interface NightjarApi {
  /** Asks main; rejects with a plain sentence when main refuses the input. */
  call<C extends Channel>(channel: C, input: Input<C>): Promise<Outputs[C]>;
  /** Calls `listener` on each push of main; the returned function ends the subscription. */
  onPush(listener: (message: PushMessage) => void): () => void;
}

declare global {
  interface Window {
    nightjar: NightjarApi;
  }
}
