// What a busy server asks to wait, over real HTTP: honoured, bounded, and remembered.
import { expect, test } from "vitest";
import { say } from "../../support/model-server/script.ts";
import { body, open } from "./support.ts";

test("a server that asks to wait is not asked before: its moment is said, bounded, and the next success ends it", async () => {
  let busy = true;
  const headers = { "retry-after": "600" };
  const { ask, server, time, begin } = await open(() =>
    busy ? { kind: "status", status: 429, headers, body: "{}" } : say("Now."),
  );
  const until = time.now + 600;
  // 1,800,000,000 is 08:00 in Lisbon.
  const wait = { until, sentence: "The model's server asks to wait until 08:10." };
  expect(await ask()).toMatchObject({ kind: "answered", status: 429, wait });
  time.now += 599;
  expect(await ask()).toMatchObject({ kind: "failed", why: "transient", wait });
  expect(server.requests).toHaveLength(1);
  busy = false;
  time.now += 1;
  expect(await ask()).toMatchObject({ kind: "answered", status: 200 });
  headers["retry-after"] = "86400";
  busy = true;
  expect(await ask()).toMatchObject({ wait: { until: time.now + 3600 } });
  // What was asked outlives the process that heard it.
  const restarted = begin();
  expect(await restarted.ask({ session: "s", run: 2, body }, new AbortController().signal)).toMatchObject({
    ...{ kind: "failed", why: "transient" },
    reason: expect.stringContaining("asks to wait until"),
  });
  expect(server.requests).toHaveLength(3);
  // A clock that was set back makes no longer wait of it.
  time.now -= 10_000;
  busy = false;
  expect(await ask()).toMatchObject({ kind: "answered", status: 200 });
});
