// The gate's streaming side and its switch: one gate for whole answers and for those that still come.
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { createGate, type GateRequest, gateLimits } from "../../../app/main/tools/gate.ts";
import { quiet, record, reply } from "./recorder.ts";

const never = new AbortController().signal;
const to = (origin: string, more: Partial<GateRequest> = {}): GateRequest => ({
  ...{ method: "POST", url: new URL(`${origin}/x`), headers: {}, body: null },
  ...more,
});
const broken = (body: Readable) => new Promise<unknown>((resolve) => body.once("error", resolve));
/** An answer whose head came, and whose body goes on for ever. */
const endless = (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\none\r\n");

test("open gives the head at once and the body as it comes; its end lets go of the connection", async () => {
  let more: () => void = () => undefined;
  const server = await record((socket) => {
    endless(socket);
    more = () => socket.write("3\r\ntwo\r\n0\r\n\r\n");
  });
  const closed = server.closed();
  const opened = await createGate({ log: quiet }).open(to(server.origin), never);
  if (opened.kind !== "answered") throw new Error(opened.reason);
  expect(opened.status).toBe(200);
  const parts: string[] = [];
  for await (const part of opened.body as AsyncIterable<Buffer>) {
    parts.push(part.toString());
    if (parts.length === 1) more();
  }
  expect(parts).toEqual(["one", "two"]);
  await closed;
});

test("a body that is given up lets go of the connection", async () => {
  const server = await record(endless);
  const closed = server.closed();
  const opened = await createGate({ log: quiet }).open(to(server.origin), never);
  if (opened.kind !== "answered") throw new Error(opened.reason);
  opened.body.destroy();
  await closed;
});

test("a request's body may be a stream; one that breaks is unknown, one for a refused address is not read", async () => {
  const server = await record((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
  const gate = createGate({ log: quiet });
  const headers = { "content-length": "6" };
  const sent = await gate.send(
    to(server.origin, { body: Readable.from([Buffer.from("one"), Buffer.from("two")]), headers }),
    never,
  );
  expect(sent.kind).toBe("answered");
  expect(server.requests[0]).toMatch(/onetwo$/);
  const breaks = new Readable({
    read() {
      this.destroy(new Error("the caller's own fault"));
    },
  });
  expect((await gate.open(to(server.origin, { body: breaks }), never)).kind).toBe("unknown");
  let read = false;
  const untouched = new Readable({
    read() {
      read = true;
    },
  });
  expect((await gate.open(to("http://169.254.169.254", { body: untouched }), never)).kind).toBe("refused");
  expect(read).toBe(false);
});

test("closing cuts whatever is under way, within a second, and says what is known of each", async () => {
  const mute = await record(() => undefined);
  const streaming = await record(endless);
  const gate = createGate({
    log: quiet,
    lookup: () => new Promise(() => undefined),
    limits: { ...gateLimits, connectMs: 60_000 },
  });
  const waiting = gate.send(to(mute.origin), never);
  const looking = gate.send(to("https://api.example.com"), never);
  const opened = await gate.open(to(streaming.origin), never);
  if (opened.kind !== "answered") throw new Error(opened.reason);
  await mute.asked;
  const began = performance.now();
  const error = broken(opened.body);
  gate.close("switched off");
  expect(await waiting).toEqual({ kind: "unknown", reason: "switched off" });
  expect(await looking).toEqual({ kind: "not_sent", reason: "switched off" });
  expect(opened.whyBroken(await error)).toBe("switched off");
  expect(performance.now() - began).toBeLessThan(1000);
  expect(await gate.open(to(mute.origin), never)).toEqual({ kind: "not_sent", reason: "switched off" });
  expect(mute.connections).toBe(1);
});

test("opened again it lets out what comes now, and nothing of before is still counted", async () => {
  const server = await record(reply("200 OK"));
  const gate = createGate({ log: quiet });
  gate.close("switched off");
  gate.close("still off");
  expect(await gate.send(to(server.origin), never)).toEqual({ kind: "not_sent", reason: "still off" });
  gate.close(null);
  expect((await gate.send(to(server.origin), never)).kind).toBe("answered");
  gate.close("off again");
  gate.close(null);
  expect((await gate.send(to(server.origin), never)).kind).toBe("answered");
  expect(server.connections).toBe(2);
});

test("the limit of time and the caller's own signal hold while the body comes", async () => {
  const server = await record(endless);
  const gate = createGate({ log: quiet });
  const slow = await gate.open(to(server.origin), never, { connectMs: 1000, wholeMs: 200 });
  if (slow.kind !== "answered") throw new Error(slow.reason);
  slow.body.resume();
  expect(slow.whyBroken(await broken(slow.body))).toBe("no whole answer within 0.2 s");
  const controller = new AbortController();
  const second = await record(endless);
  const stopped = await gate.open(to(second.origin), controller.signal);
  if (stopped.kind !== "answered") throw new Error(stopped.reason);
  const error = broken(stopped.body);
  controller.abort("its run ended");
  expect(stopped.whyBroken(await error)).toBe("its run ended");
});
