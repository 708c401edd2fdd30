// Starting, moving and stopping: the port the settings name or a sentence, and no delivery half answered.
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { cannotListen } from "../../../app/main/webhooks/port-problem.ts";
import { githubHeaders, openRig, post, raw, statusesOf } from "./rig.ts";

const body = "{}";
const head = (port: number, extra = "") =>
  `POST /hooks/github HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n${extra}`;
const signed = (id: string) =>
  Object.entries(githubHeaders(body, id))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");

test("a taken port is said clearly, replaced by none, and taken once it is free", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const taken = typeof address === "object" && address !== null ? address.port : 0;
  const rig = await openRig();
  rig.change({ port: taken });
  const refused = await rig.listener.start();
  const sentence =
    `Nightjar could not listen for webhooks on 127.0.0.1:${taken}: another program uses that port. ` +
    "Close that program and try again, or choose another port in Settings.";
  expect(refused).toEqual({ ok: false, sentence });
  expect(rig.listener.status()).toMatchObject({ url: null, problem: sentence });
  other.close();
  await once(other, "close");
  expect(await rig.listener.start()).toEqual({ ok: true, url: `http://127.0.0.1:${taken}` });
  expect(rig.listener.status()).toMatchObject({ url: `http://127.0.0.1:${taken}`, problem: null });
  await rig.close();
});

test("other reasons are said too", () => {
  expect(cannotListen(80, Object.assign(new Error("x"), { code: "EACCES" }))).toContain("above 1023");
  expect(cannotListen(1, new Error("no such thing"))).toContain("no such thing");
});

test("starting again changes nothing on the same port and moves on another; the address is published", async () => {
  const rig = await openRig();
  const first = rig.listener.status().url;
  expect(await rig.listener.start()).toEqual({ ok: true, url: first });
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const port = (free.address() as { port: number }).port;
  free.close();
  await once(free, "close");
  rig.change({ port });
  await rig.listener.start();
  expect(rig.published).toEqual([first, null, `http://127.0.0.1:${port}`]);
  expect((await post(port, "/hooks/github", githubHeaders(body, "d-1"), body)).status).toBe(202);
  await expect(post(Number(new URL(first ?? "").port), "/", {}, body)).rejects.toThrow("ECONNREFUSED");
  await rig.listener.stop();
  await rig.listener.stop();
  expect(rig.published.at(-1)).toBe(null);
  await rig.close();
});

test("starts and stops that overlap happen in the order they were asked for", async () => {
  const rig = await openRig();
  const results = await Promise.all([
    rig.listener.stop(),
    rig.listener.start(),
    rig.listener.stop(),
    rig.listener.start(),
  ]);
  expect(results[1]).toMatchObject({ ok: true });
  expect(results[3]).toMatchObject({ ok: true });
  const url = (results[3] as { url: string }).url;
  expect(rig.listener.status().url).toBe(url);
  await rig.close();
});

test("stopping answers what is being committed, refuses what is still coming, closes what is idle", async () => {
  let commitNow = () => {};
  let waiting = () => {};
  const reached = new Promise<void>((resolve) => {
    waiting = resolve;
  });
  const rig = await openRig({
    endOfTurn: (flush) => {
      commitNow = flush;
      waiting();
    },
  });
  const { port } = rig;
  const idle = connect(port, "127.0.0.1");
  await once(idle, "connect");
  const idleClosed = once(idle.resume(), "close");
  const coming = connect(port, "127.0.0.1").setEncoding("latin1");
  let comingGot = "";
  coming.on("data", (part: string) => {
    comingGot += part;
  });
  await once(coming, "connect");
  coming.write(`${head(port, "Content-Length: 100\r\nExpect: 100-continue\r\n")}${signed("d-coming")}\r\n`);
  await once(coming, "data"); // "100 Continue": its headers were taken
  coming.write("{");
  const committing = raw(port, `${head(port, "Content-Length: 2\r\n")}${signed("d-1")}\r\n{}`);
  await reached;
  const stopped = rig.listener.stop();
  const comingClosed = once(coming, "close");
  expect(statusesOf(await committing)).toEqual([202]);
  await comingClosed;
  await idleClosed;
  await stopped;
  expect(statusesOf(comingGot)).toEqual([100, 503]);
  expect(rig.rows()).toMatchObject([{ source_id: "d-1" }]);
  commitNow();
  expect(rig.rows()).toHaveLength(1);
  await rig.close();
});

test("headers and bodies that do not come are given up", async () => {
  const rig = await openRig({ limits: { headersMs: 100, requestMs: 200, checkEveryMs: 20 } });
  const { port } = rig;
  expect(await raw(port, "")).toMatch(/^(HTTP\/1\.1 408 |$)/);
  expect(statusesOf(await raw(port, "POST /hooks/github HTTP/1.1\r\nHo"))).toEqual([408]);
  expect(statusesOf(await raw(port, `${head(port, "Content-Length: 50\r\n")}${signed("d-1")}\r\n{`))).toEqual([408]);
  expect(rig.rows()).toEqual([]);
  await rig.close();
});

test("more connections than the limit are turned away, and the ones there are served", async () => {
  const rig = await openRig({ limits: { connections: 2 } });
  const kept = connect(rig.port, "127.0.0.1").setEncoding("latin1");
  const second = connect(rig.port, "127.0.0.1");
  await Promise.all([once(kept, "connect"), once(second, "connect")]);
  const third = connect(rig.port, "127.0.0.1");
  third.on("error", () => {});
  await once(third.resume(), "close");
  kept.write(`${head(rig.port, "Content-Length: 2\r\n")}${signed("d-1")}\r\n{}`);
  expect(statusesOf(String((await once(kept, "data"))[0]))).toEqual([202]);
  kept.destroy();
  second.destroy();
  await rig.close();
});
