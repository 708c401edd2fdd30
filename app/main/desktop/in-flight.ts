// Counts what is under way outside of the engine: tool calls and deliveries. Promises: the end can wait for them a moment, so
// that what was sent is also written down. Refuses: to cut or to change any of them.
import type { ChannelPort } from "../engine/outbox/ports.ts";
import type { ToolPort } from "../engine/worker/ports.ts";

export interface InFlight {
  tools(port: ToolPort): ToolPort;
  channel(port: ChannelPort): ChannelPort;
  /** Resolves when nothing is under way and whoever waited for it has had its turn. */
  settled(): Promise<void>;
}

export function createInFlight(): InFlight {
  const pending = new Set<Promise<unknown>>();

  function watch<T>(work: Promise<T>): Promise<T> {
    pending.add(work);
    const done = () => void pending.delete(work);
    work.then(done, done);
    return work;
  }

  return {
    tools: (port) => ({ ...port, call: (call, signal) => watch(port.call(call, signal)) }),
    channel: (port) => ({ send: (delivery) => watch(port.send(delivery)) }),
    async settled() {
      while (pending.size > 0) await Promise.allSettled(pending);
      await new Promise((turn) => setImmediate(turn));
    },
  };
}
