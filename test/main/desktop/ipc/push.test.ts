import { expect, test } from "vitest";
import { allTopics, createPush, engineTopics } from "../../../../app/main/desktop/ipc/push.ts";
import type { PushMessage } from "../../../../app/preload/contract/views.ts";

function open() {
  const sent: PushMessage[] = [];
  const turns: (() => void)[] = [];
  let now = 100;
  const push = createPush({
    send: (message) => void sent.push(message),
    clock: { now: () => now++ },
    endOfTurn: (call) => void turns.push(call),
  });
  return { sent, push, endTurn: () => turns.splice(0).forEach((call) => call()), turns };
}

test("however many changes a turn brings, one message tells each topic once, in a fixed order", () => {
  const { sent, push, endTurn, turns } = open();
  push.changed(["status", "outbox"]);
  push.changed(["approvals", "outbox"]);
  expect(sent).toEqual([]);
  expect(turns).toHaveLength(1);
  endTurn();
  expect(sent).toEqual([{ type: "changed", topics: ["approvals", "outbox", "status"], now: 100 }]);
  push.changed(["dead"]);
  endTurn();
  expect(sent[1]).toEqual({ type: "changed", topics: ["dead"], now: 101 });
});

test("a change made while the message goes out is told in the next one", () => {
  const turns: (() => void)[] = [];
  const sent: PushMessage[] = [];
  const push = createPush({
    send(message) {
      sent.push(message);
      if (sent.length === 1) push.changed(["timers"]);
    },
    clock: { now: () => 1 },
    endOfTurn: (call) => void turns.push(call),
  });
  push.changed(["dead"]);
  while (turns.length > 0) turns.shift()?.();
  expect(sent.map((message) => message.type === "changed" && message.topics)).toEqual([["dead"], ["timers"]]);
});

test("no topics, no message; going somewhere waits for nothing", () => {
  const { sent, push, turns } = open();
  push.changed([]);
  expect(turns).toEqual([]);
  push.navigate("dead", "7");
  expect(sent).toEqual([{ type: "navigate", view: "dead", ref: "7" }]);
});

test("the engine changes everything but the settings and the files of memory", () => {
  expect(allTopics.filter((topic) => !engineTopics.includes(topic))).toEqual(["memory", "settings"]);
});
