// Which views a pushed topic makes stale, and asking for them again. Pushes that come while an answer is under way are
// merged into one more round, so a busy minute never piles up questions. Refuses to poll.
import type { Channel } from "../../preload/contract/channels.ts";
import type { Topic } from "../../preload/contract/views.ts";

const staleBy: Record<Topic, readonly Channel[]> = {
  approvals: ["today.get", "status.get", "activity.get", "approvals.get", "activity.steps"],
  outbox: ["today.get", "status.get"],
  dead: ["dead.list", "status.get"],
  timers: ["timers.list", "status.get"],
  activity: ["activity.list", "activity.get", "today.get", "approvals.get", "thinking.get"],
  run: ["activity.run", "activity.steps", "activity.spent", "thinking.get"],
  permissions: ["permissions.get", "thinking.get", "approvals.history", "uses.list", "status.get"],
  settings: ["settings.get", "thinking.get", "permissions.get", "status.get", "timers.list"],
  memory: ["memory.get", "memory.read", "memory.search"],
  status: ["status.get"],
};

export function staleChannels(topics: readonly Topic[]): Channel[] {
  return [...new Set(topics.flatMap((topic) => staleBy[topic]))];
}

/** `askAgain` marks one channel stale and settles when the views that show it have their answer. */
export function createRefresher(askAgain: (channel: Channel) => Promise<unknown>): (topics: readonly Topic[]) => void {
  const waiting = new Set<Channel>();
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.size > 0) {
      const round = [...waiting];
      waiting.clear();
      // A failed answer is shown by the view that asked; here it only must not end the rounds.
      await Promise.allSettled(round.map(askAgain));
    }
    running = false;
  }

  return (topics) => {
    for (const channel of staleChannels(topics)) waiting.add(channel);
    if (!running) void run();
  };
}
