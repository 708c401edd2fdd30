// What main tells the window unasked: that something changed, or where to go. Promises: however many changes one turn of the
// event loop brings, one message. Refuses: contents; the window asks for what it shows.
import type { PushMessage, Topic, View } from "../../../preload/contract/views.ts";

/** Every topic, in the order they are told. */
export const allTopics: readonly Topic[] = [
  ...([
    "approvals",
    "outbox",
    "dead",
    "timers",
    "activity",
    "run",
    "memory",
    "permissions",
    "settings",
    "status",
  ] as const),
];

/** What a commit of the engine may have changed: everything but the settings and the files of memory. */
export const engineTopics: readonly Topic[] = allTopics.filter((topic) => topic !== "settings" && topic !== "memory");

export interface Push {
  changed(topics: readonly Topic[]): void;
  navigate(view: View, ref: string | null): void;
}

/**
 * @param send hands one message to the window.
 * @param endOfTurn calls back when this turn of the event loop is over; `setImmediate` in the app.
 */
export function createPush(parts: {
  send: (message: PushMessage) => void;
  clock: { now(): number };
  endOfTurn: (call: () => void) => void;
}): Push {
  const changed = new Set<Topic>();
  function flush(): void {
    const topics = allTopics.filter((topic) => changed.has(topic));
    changed.clear();
    parts.send({ type: "changed", topics, now: parts.clock.now() });
  }
  return {
    changed(topics) {
      if (topics.length === 0) return;
      if (changed.size === 0) parts.endOfTurn(flush);
      for (const topic of topics) changed.add(topic);
    },
    navigate: (view, ref) => parts.send({ type: "navigate", view, ref }),
  };
}
