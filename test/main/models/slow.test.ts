// A model that thinks for 400 s, and one that speaks as slowly: 300 s, where HTTP clients give up by themselves, is not the end.
// The clock of this process alone is moved; sockets are real.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { say } from "../../support/model-server/script.ts";
import { modelOf, open } from "./support.ts";

// Once for the file: the client's own clock is one timer for all of its connections, and goes on from test to test.
beforeAll(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }));
afterAll(() => void vi.useRealTimers());

/** Timers that are due come due while it waits for the network, but time stands still. */
async function meanwhile<T>(promise: Promise<T>): Promise<T> {
  let over = false;
  const watched = promise.finally(() => {
    over = true;
  });
  while (!over) {
    await vi.advanceTimersByTimeAsync(0);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return watched;
}

/** Second by second, so that what the network brings is taken in on the way. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(1000);
  }
}

test("an answer after 400 s of thinking is an answer", async () => {
  let answer = (): void => undefined;
  const hold = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { ask, server, rows } = await open(() => ({ ...say("At last."), hold }));
  const asked = ask();
  await meanwhile(server.request());
  await pass(400);
  answer();
  expect(await meanwhile(asked)).toMatchObject({ kind: "answered", status: 200 });
  expect(rows("select status, error from model_requests")).toEqual([{ status: 200, error: null }]);
});

test("an answer that pauses for 400 s in its middle is an answer", async () => {
  const { ask, settings } = await open(() => say(""));
  let rest: (goOn: () => void) => void = () => undefined;
  const halfway = new Promise<() => void>((resolve) => {
    rest = resolve;
  });
  const slow = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"content":[', () => rest(() => response.end("]}")));
  });
  await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
  settings.model = modelOf(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/v1`);
  const asked = ask();
  const goOn = await meanwhile(halfway);
  await pass(400);
  goOn();
  expect(await meanwhile(asked)).toMatchObject({ kind: "answered", body: '{"content":[]}' });
  slow.closeAllConnections();
  await new Promise((resolve) => slow.close(resolve));
});

test("a model that never answers is given up after fifteen minutes, and asked again later", async () => {
  const { ask, server } = await open(() => ({ ...say(""), hold: new Promise(() => undefined) }));
  const asked = ask();
  await meanwhile(server.request());
  await pass(901);
  expect(await meanwhile(asked)).toMatchObject({
    ...{ kind: "failed", why: "transient" },
    reason: expect.stringContaining("no whole answer within 900 s"),
  });
});
