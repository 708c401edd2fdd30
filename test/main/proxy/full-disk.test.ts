// A disk that refuses when the switch goes off or Nightjar starts: nothing leaves until what is owed is written, then all goes on.
import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Ledger } from "../../../app/main/engine/permissions/ledger.ts";
import { openStore } from "../../../app/main/engine/store/store.ts";
import { createGate } from "../../../app/main/tools/gate.ts";
import { ledgerOver, proxyOver } from "../../support/proxy.ts";

async function rig() {
  const folder = mkdtempSync(join(tmpdir(), "nightjar-full-"));
  const store = openStore(join(folder, "nightjar.db"));
  const ledger = ledgerOver(store);
  const disk = { full: false };
  const unlessFull =
    <A extends unknown[], R>(work: (...given: A) => R) =>
    (...given: A): R => {
      if (disk.full) throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
      return work(...given);
    };
  const failing: Ledger = {
    grants: { make: unlessFull(ledger.grants.make), revoke: unlessFull(ledger.grants.revoke) },
    write: unlessFull(ledger.write),
    recover: unlessFull(ledger.recover),
  };
  const proxy = proxyOver(store, createGate({ log: { info() {}, warn() {}, error() {} } }), { ledger: failing });
  let reached = 0;
  let slowReached: () => void = () => undefined;
  const server = createServer((request, response) => {
    if (request.url === "/slow") return slowReached();
    reached += 1;
    response.end("ok");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = await proxy.start();
  onTestFinished(async () => {
    await proxy.stop();
    server.close();
    store.close();
    rmSync(folder, { recursive: true });
  });
  const destination = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const wanted = {
    ...{ credential: null, destination, methods: ["GET"], pathPrefix: "/", uses: 100, seconds: 600 },
    ...{ purpose: "a test", run: null, effectKey: null },
  };
  const never = new AbortController().signal;
  return {
    ...{ proxy, disk, store, reached: () => reached },
    token: () => proxy.grant(wanted).token,
    grant: () => proxy.grant(wanted),
    /** A request that is never answered. */
    slow: (token: string) => {
      const reached = new Promise<void>((resolve) => {
        slowReached = resolve;
      });
      const asked = fetch(`${url}/slow`, { headers: { "x-nightjar-grant": token } });
      return { reached, status: asked.then(({ status }) => status) };
    },
    with: async (token: string) => (await fetch(`${url}/x`, { headers: { "x-nightjar-grant": token } })).status,
    send: () =>
      proxy.outgoing.send(
        {
          ...{ method: "GET", headers: {}, body: null, credential: null },
          url: new URL(destination),
          effectKey: "k",
          purpose: "a test",
        },
        never,
      ),
    through: () =>
      proxy.through(wanted, { method: "GET", target: "/x", rawHeaders: [], body: null, length: null }, never),
    live: () => store.prepare<{ n: number }>("select count(*) n from grants where revoked_at is null").get()?.n,
  };
}

test("off on a full disk: on again after it is mended, the grants of before are good no more, new ones are", async () => {
  const { proxy, disk, token, live, ...rest } = await rig();
  const before = token();
  expect(await rest.with(before)).toBe(200);
  disk.full = true;
  proxy.close("off");
  expect([await rest.with(before), proxy.closed()]).toEqual([503, "off"]);
  disk.full = false;
  proxy.close(null);
  expect(live()).toBe(0);
  expect(await rest.with(before)).toBe(403);
  expect(await rest.with(token())).toBe(200);
});

test("on again while the disk still refuses: nothing leaves, and everything does once it is mended, without another turn", async () => {
  const { proxy, disk, token, live, reached, send, through, ...rest } = await rig();
  const before = token();
  disk.full = true;
  proxy.close("off");
  proxy.close(null);
  expect(await send()).toMatchObject({ kind: "not_sent" });
  expect(await through()).toMatchObject({ kind: "not_sent" });
  expect(await rest.with(before)).toBe(503);
  expect(token).toThrow("No grant could be written down.");
  expect(reached()).toBe(0);
  disk.full = false;
  // Made before anything else asks: it is not taken along by what is revoked late.
  const after = token();
  expect(live()).toBe(1);
  expect(await rest.with(before)).toBe(403);
  expect(await rest.with(after)).toBe(200);
  expect(await send()).toMatchObject({ kind: "answered", status: 200 });
});

test("a start on a full disk: nothing leaves under what an earlier life left, and all goes on when it is mended", async () => {
  const { proxy, disk, token, reached, send, through, ...rest } = await rig();
  const ofBefore = token();
  disk.full = true;
  proxy.recover();
  proxy.close(null);
  expect(await send()).toMatchObject({ kind: "not_sent" });
  expect(await rest.with(ofBefore)).toBe(503);
  expect(reached()).toBe(0);
  disk.full = false;
  expect(await through()).toMatchObject({ kind: "answered", status: 200 });
  expect(await rest.with(ofBefore)).toBe(403);
});

test("a start with the switch off on a full disk goes on, closed", async () => {
  const { proxy, disk, send } = await rig();
  disk.full = true;
  proxy.close("everything outgoing is switched off");
  proxy.recover();
  const reason = "everything outgoing is switched off";
  expect(await send()).toEqual({ kind: "not_sent", reason });
  expect(proxy.closed()).toBe(reason);
});

test("a disk that refuses a grant for one request is told as not sent", async () => {
  const { disk, through } = await rig();
  disk.full = true;
  expect(await through()).toMatchObject({ kind: "not_sent" });
});

test("a grant that is revoked on a full disk is good no more, ends nobody, and is revoked before anything else leaves", async () => {
  const { proxy, disk, token, grant, live, ...rest } = await rig();
  const [one, other] = [grant(), token()];
  disk.full = true;
  expect(proxy.revoke({ id: one.id }, "its connection is over")).toBeNull();
  expect(await rest.with(one.token)).toBe(503);
  disk.full = false;
  expect(await rest.with(one.token)).toBe(403);
  expect(await rest.with(other)).toBe(200);
  expect(live()).toBe(1);
  disk.full = true;
  expect(proxy.revoke("all", "you revoked it")).toBeNull();
  disk.full = false;
  const after = token();
  expect(await rest.with(other)).toBe(403);
  expect(await rest.with(after)).toBe(200);
});

test("what is under way with a grant is cut although the disk does not take its end down", async () => {
  const { proxy, disk, grant, slow } = await rig();
  for (const which of ["one", "all"] as const) {
    const { id, token } = grant();
    const under = slow(token);
    await under.reached;
    disk.full = true;
    proxy.revoke(which === "one" ? { id } : "all", "you revoked it");
    await expect(under.status, which).resolves.toBe(502);
    disk.full = false;
  }
});
