// What servers do wrong costs the call that was under way, never another server and never Nightjar (rule 9: in doubt, unknown).
import { createServer, type Socket } from "node:net";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { handWait, hostileServer, rigOf, textOf } from "./rig.ts";

const echo = { text: "still there" };

test.each(["die", "flood_stdout", "flood_messages", "flood_stderr", "long_line", "bomb"])(
  "a server that answers a call with %s costs that call alone, and is started again",
  async (tool) => {
    const { call, launched, host } = rigOf([hostileServer("bad"), hostileServer("good")], {
      limits: { backoffMilliseconds: { first: 0, most: 0 }, unaskedStarts: 0 },
    });
    await host.prepare(new AbortController().signal);
    const outcome = call(`bad/${tool}`);
    // Beside it, while it is at it.
    expect(textOf(await call("good/echo", echo))).toBe("still there");
    expect(await outcome).toMatchObject({
      kind: "unknown",
      reason: expect.stringMatching(
        new RegExp(`^bad/${tool} was called, but its outcome is not known: .+\\.$`),
      ) as string,
    });
    expect(textOf(await call("good/echo", echo))).toBe("still there");
    expect(textOf(await call("bad/echo", echo))).toBe("still there");
    expect(launched).toHaveLength(1);
  },
);

test("a server that floods before it is ready is ended, and the others start", async () => {
  const { call, host } = rigOf([hostileServer("bad", "flood-at-start"), hostileServer("good")]);
  await host.prepare(new AbortController().signal);
  expect(textOf(await call("good/echo", echo))).toBe("still there");
  expect(host.states()[0]?.state).toMatchObject({
    state: "failed",
    sentence: expect.stringContaining(
      "wrote more than anybody could read, and was ended before it was ready",
    ) as string,
  });
});

test("a server that is never ready is given up after its time, and the next call starts it anew", async () => {
  const time = handWait();
  const { call, host } = rigOf([hostileServer("bad", "never-ready")], {
    ...{ wait: time.wait, limits: { serverMilliseconds: 60_001 } },
  });
  const waiting = call("bad/echo", echo);
  await time.begun(60_001, 1);
  time.pass(60_001);
  expect(await waiting).toMatchObject({
    kind: "transient",
    reason: expect.stringContaining('"bad" could not be started: it was not ready after 60.001 s') as string,
  });
  expect(host.states()[0]?.state.state).toBe("failed");
});

test("a call that hangs ends as unknown when its time is over, the server hears of it, and a late answer changes nothing", async () => {
  const time = handWait();
  const { call, host } = rigOf([hostileServer("bad", "", { timeoutSeconds: 61 })], { wait: time.wait });
  await host.start("bad");
  const hanging = call("bad/late");
  // The server has it: its progress has begun the clock anew.
  await time.begun(61_000, 2);
  time.pass(61_000);
  expect(await hanging).toEqual({
    kind: "unknown",
    reason: "bad/late was called, but its outcome is not known: no answer within 61 s.",
  });
  // It answers late, on the cancellation; what comes next is the next answer and nothing else.
  expect(textOf(await call("bad/echo", echo))).toBe("still there");
  expect(JSON.parse(textOf(await call("bad/seen")))).toContain("notifications/cancelled");
});

test("progress lengthens a call's time, up to the ceiling", async () => {
  const time = handWait();
  const rig = rigOf([hostileServer("bad", "", { timeoutSeconds: 61 })], {
    ...{ wait: time.wait, limits: { ceilingMilliseconds: 500_000 } },
  });
  await rig.host.start("bad");
  const going = rig.call("bad/progress");
  // The clock began anew with the progress; the first one is gone.
  await time.begun(61_000, 2);
  expect([time.open(61_000), time.open(500_000)]).toEqual([1, 1]);
  time.pass(500_000);
  expect(await going).toMatchObject({ kind: "unknown", reason: expect.stringContaining("within 500 s") as string });
});

test("an abort ends a call at once, with what is known", async () => {
  const { call, host } = rigOf([hostileServer("bad")]);
  const before = AbortSignal.abort("Nightjar quits");
  expect(await call("bad/echo", echo, before)).toMatchObject({ kind: "transient" });
  await host.start("bad");
  const stop = new AbortController();
  const hanging = call("bad/hang", {}, stop.signal);
  expect(textOf(await call("bad/echo", echo))).toBe("still there");
  stop.abort("Nightjar goes to sleep");
  expect(await hanging).toEqual({
    kind: "unknown",
    reason: "bad/hang was called, but its outcome is not known: Nightjar goes to sleep.",
  });
  expect(textOf(await call("bad/echo", echo))).toBe("still there");
});

test("lines that are no messages, and a second answer, are passed over", async () => {
  const { call } = rigOf([hostileServer("bad")]);
  expect(textOf(await call("bad/junk"))).toBe("after junk");
  expect(textOf(await call("bad/twice"))).toBe("first");
  expect(textOf(await call("bad/echo", echo))).toBe("still there");
});

test("the death of the tool host costs the calls under way; the next call has a new one", async () => {
  const { call, host, launched } = rigOf([hostileServer("bad"), hostileServer("good")], {
    limits: { backoffMilliseconds: { first: 0, most: 0 }, unaskedStarts: 0 },
  });
  await host.prepare(new AbortController().signal);
  const hanging = call("bad/hang");
  expect(textOf(await call("bad/echo", echo))).toBe("still there");
  launched[0]?.kill();
  expect(await hanging).toMatchObject({
    kind: "unknown",
    reason: expect.stringContaining("the tool host process is gone: it ended (SIGKILL)") as string,
  });
  expect(textOf(await call("good/echo", echo))).toBe("still there");
  expect(launched).toHaveLength(2);
});

test("a server that was lost is started again by itself, a few times", async () => {
  const time = handWait();
  const { call, until, host } = rigOf([hostileServer("bad")], {
    ...{ wait: time.wait, limits: { backoffMilliseconds: { first: 7000, most: 7000 }, unaskedStarts: 1 } },
  });
  await host.start("bad");
  expect(await call("bad/die")).toMatchObject({ kind: "unknown" });
  await until(([view]) => view?.state.state === "failed");
  expect(host.states()[0]?.state).toMatchObject({
    sentence: 'The MCP server "bad" was lost: it ended (exit code 7). Look at it in Settings.',
  });
  time.pass(7000);
  await until(([view]) => view?.state.state === "ready");
  expect(await call("bad/die")).toMatchObject({ kind: "unknown" });
  await until(([view]) => view?.state.state === "failed");
  expect(time.open(7000)).toBe(0);
});

/** Whoever holds this connection is alive. */
async function heldConnection(): Promise<{ port: number; held: Promise<Socket>; gone: Promise<unknown> }> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const held = once(server, "connection").then(([socket]) => (socket as Socket).on("error", () => undefined).resume());
  const { port } = server.address() as { port: number };
  return { port, held, gone: held.then((socket) => once(socket, "close")) };
}

test.each(["its server's death", "its server's removal", "the tool host's death", "quitting"])(
  "what a server has started itself is gone after %s",
  async (how) => {
    const rig = rigOf([hostileServer("bad", "stubborn")], { limits: { unaskedStarts: 0 } });
    const { call, host, launched } = rig;
    const { port, held, gone } = await heldConnection();
    expect(textOf(await call("bad/grandchild", { port }))).toBe("started");
    await held;
    if (how === "its server's death") await call("bad/die");
    else if (how === "the tool host's death") launched[0]?.kill();
    else if (how === "quitting") await host.close();
    else {
      rig.servers = [];
      host.refresh();
    }
    await gone;
  },
);
