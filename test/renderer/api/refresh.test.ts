import { expect, test } from "vitest";
import type { Channel } from "../../../app/preload/contract/channels.ts";
import { createRefresher, staleChannels } from "../../../app/renderer/api/refresh.ts";

test("a topic makes exactly its views stale, each once", () => {
  expect(staleChannels(["dead"])).toEqual(["dead.list", "status.get"]);
  expect(staleChannels(["approvals", "outbox", "status"])).toEqual([
    "today.get",
    "status.get",
    "activity.get",
    "approvals.get",
    "activity.steps",
  ]);
  expect(staleChannels(["run"])).toEqual(["activity.run", "activity.steps", "activity.spent", "thinking.get"]);
});

/** Lets everything that is already settled go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("pushes during an answer are merged into one further round, and none is lost", async () => {
  const asked: Channel[] = [];
  const open: (() => void)[] = [];
  const refresh = createRefresher((channel) => {
    asked.push(channel);
    return new Promise<void>((resolve) => open.push(resolve));
  });
  refresh(["status"]);
  expect(asked).toEqual(["status.get"]);
  for (let push = 0; push < 100; push += 1) refresh(["status"]);
  await settle();
  expect(asked).toEqual(["status.get"]);
  open.shift()?.();
  await settle();
  expect(asked).toEqual(["status.get", "status.get"]);
  open.shift()?.();
  await settle();
  expect(asked).toHaveLength(2);
  refresh(["dead"]);
  expect(asked.slice(2)).toEqual(["dead.list", "status.get"]);
});

test("a refused answer does not end the rounds", async () => {
  const asked: Channel[] = [];
  const refresh = createRefresher((channel) => {
    asked.push(channel);
    return Promise.reject(new Error("The disk is full."));
  });
  refresh(["status"]);
  await settle();
  refresh(["status"]);
  await settle();
  expect(asked).toEqual(["status.get", "status.get"]);
});
