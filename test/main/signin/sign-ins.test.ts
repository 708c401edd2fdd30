// Signing in to an MCP server over real HTTP, with the real tool host, proxy and gate: connected once the person is back, renewed by
// itself, wanted again when that fails; and what a hostile server or browser can't make of it.
import { expect, onTestFinished, test } from "vitest";
import { createSignIns, type SignIns } from "../../../app/main/signin/sign-ins.ts";
import { serverCredentials } from "../../../app/main/toolhost/launches.ts";
import { memoryVault } from "../../support/mcp/memory-vault.ts";
import { openSignInServer } from "../../support/mcp/sign-in.ts";
import { openProxyWorld } from "../../support/proxy.ts";
import { rigOf, urlServer } from "../toolhost/rig.ts";

/** Follows the page and comes back, as a browser does. */
const browse = async (page: string): Promise<boolean> => {
  const back = (await fetch(page, { redirect: "manual" })).headers.get("location");
  if (back === null) return false;
  await (await fetch(back)).text();
  return true;
};

async function open(
  how: { browse?: (page: string) => Promise<boolean>; url?: (real: string) => string; now?: { at: number } } = {},
) {
  const server = await openSignInServer();
  onTestFinished(server.close);
  const settings = [urlServer("tracker", (how.url ?? ((url) => url))(server.url))];
  const vault = memoryVault();
  const now = how.now ?? { at: 1_800_000_000 };
  const timers: (() => void)[] = [];
  const proxy = openProxyWorld({ secret: vault.resolve, ownCredentials: () => serverCredentials(settings, signIns) });
  onTestFinished(proxy.close);
  const signIns: SignIns = createSignIns({
    ...{ servers: () => settings, vault, untilQuit: () => true, changed: () => undefined, signedIn: () => undefined },
    ...{ send: proxy.proxy.outgoing.send, open: how.browse ?? browse },
    clock: { now: () => now.at, monotonic: () => performance.now() },
    wait: (_ms, wake) => {
      timers.push(wake);
      return () => undefined;
    },
  });
  onTestFinished(() => signIns.close());
  const rig = rigOf(settings, {
    ...{ proxy: proxy.proxy, secret: vault.resolve, signIns, challenged: signIns.challenged },
    limits: { backoffMilliseconds: { first: 0, most: 0 }, unaskedStarts: 0 },
  });
  const { host } = rig;
  const call = (text: string) =>
    host.call({ tool: "tracker/echo", arguments: { text }, effectKey: "ek_1" }, new AbortController().signal);
  return { server, host, signIns, vault, now, call, timers, proxy };
}

const state = ({ host }: Awaited<ReturnType<typeof open>>) => host.states()[0]?.state;

test("a server that wants it says so; once the person is back from their browser its tools are there", async () => {
  const world = await open();
  await world.host.start("tracker");
  expect(state(world)).toMatchObject({ state: "failed", sentence: expect.stringContaining("it wants you to sign in") });
  expect(world.signIns.state("tracker")).toEqual({ kind: "wanted", scope: null });
  expect(await world.signIns.begin("tracker")).toEqual({
    ok: true,
    sentence: "You are signed in to tracker. Without a keychain that protects it, that holds until you quit.",
  });
  expect(world.signIns.state("tracker")).toEqual({ kind: "signed_in" });
  await world.host.start("tracker");
  expect(state(world)).toMatchObject({ state: "ready" });
  expect(await world.call("hello")).toMatchObject({
    kind: "done",
    result: { content: [{ text: "heard hello" }] },
  });
});

test("a token that is about to end is renewed before it is used; one that was refused is renewed once", async () => {
  const world = await open();
  await world.signIns.begin("tracker");
  await world.host.start("tracker");
  const first = world.server.asked.at(-1)?.token;
  world.now.at += 3600;
  await world.host.start("tracker");
  expect(world.server.granted.map(({ grant }) => grant)).toEqual(["authorization_code", "refresh_token"]);
  const second = world.server.asked.at(-1)?.token;
  expect(second).not.toBe(first);
  // Taken back at the server, in the middle of a connection.
  world.server.good.clear();
  expect(await world.call("again")).toMatchObject({ kind: "done" });
  expect(world.server.granted).toHaveLength(3);
  expect(world.server.asked.filter(({ method }) => method === "tools/call")).toHaveLength(2);
});

test("where it can't be renewed the person is asked to sign in again, and the call has not been made", async () => {
  const world = await open();
  await world.signIns.begin("tracker");
  await world.host.start("tracker");
  world.server.good.clear();
  world.server.bend.refusesRenewal = true;
  expect(await world.call("again")).toMatchObject({
    kind: "transient",
    reason: expect.stringContaining("it wants you to sign in"),
  });
  expect(world.signIns.state("tracker").kind).toBe("wanted");
  world.server.bend.refusesRenewal = false;
  await world.signIns.begin("tracker");
  await world.host.start("tracker");
  expect(await world.call("once more")).toMatchObject({ kind: "done" });
});

test("signing out forgets everything it left behind", async () => {
  const world = await open();
  await world.signIns.begin("tracker");
  expect(world.vault.values.size).toBe(4);
  expect(await world.signIns.signOut("tracker")).toMatchObject({ ok: true });
  expect([...world.vault.values]).toEqual([]);
  expect(world.signIns.reference("tracker")).toBeNull();
});

test("each of its requests stands in the audit, by where it went and not by what it held", async () => {
  const world = await open();
  await world.signIns.begin("tracker");
  await world.host.start("tracker");
  await world.host.close();
  await world.proxy.proxy.stop();
  const rows = world.proxy.store.prepare<{ path: string; outcome: string }>("select * from uses").all();
  expect(rows.map(({ path }) => path)).toEqual(expect.arrayContaining(["/register", "/token", "/mcp"]));
  const all = JSON.stringify([rows, world.proxy.store.prepare("select * from grants").all()]);
  for (const secret of world.server.secrets) expect(all).not.toContain(secret);
});

test.each<[string, (world: Awaited<ReturnType<typeof open>>) => void, RegExp]>([
  [
    "a page elsewhere on this network",
    ({ server }) => (server.bend.metadata = { authorization_endpoint: "https://192.168.1.1/a" }),
    /an address without a name/,
  ],
  [
    "a page that is not encrypted",
    ({ server }) => (server.bend.metadata = { authorization_endpoint: "http://example.com/a" }),
    /not encrypted/,
  ],
  [
    "a page of another program",
    ({ server }) => (server.bend.metadata = { authorization_endpoint: "file:///etc/passwd" }),
    /Could not sign in/,
  ],
  [
    "a token from elsewhere on this network",
    ({ server }) => (server.bend.metadata = { token_endpoint: "https://10.0.0.1/t" }),
    /an address without a name/,
  ],
  [
    "somebody else's name",
    ({ server }) => (server.bend.metadata = { issuer: "https://accounts.example.com" }),
    /[Ii]ssuer/,
  ],
  [
    "another server's resource",
    ({ server }) => (server.bend.resource = { resource: "https://other.example.com/mcp" }),
    /resource/,
  ],
  [
    "a token that would end a header",
    ({ server }) => (server.bend.token = { access_token: "a\r\nX-Other: b" }),
    /can not travel in a header/,
  ],
  [
    "metadata without end",
    ({ server }) => (server.bend.metadata = { more: "x".repeat(2_000_000) }),
    /more than anybody could need/,
  ],
])("a server can not make use of %s", async (_name, bend, says) => {
  const opened: string[] = [];
  const world = await open({
    browse: (page) => {
      opened.push(page);
      return browse(page);
    },
  });
  bend(world);
  const done = await world.signIns.begin("tracker");
  expect(done).toMatchObject({ ok: false, sentence: expect.stringMatching(says) });
  expect(opened.every((page) => page.startsWith(world.server.origin))).toBe(true);
  expect(world.signIns.reference("tracker")).toBeNull();
});

test("a server on the internet can not send its sign-in to this computer", async () => {
  const world = await open({ url: () => "https://mcp.example.com/mcp" });
  world.signIns.challenged("tracker", {
    ...{
      status: 401,
      header: `Bearer resource_metadata="${world.server.origin}/.well-known/oauth-protected-resource/mcp"`,
    },
  });
  expect((await world.signIns.begin("tracker")).ok).toBe(false);
  expect(world.server.hits).toEqual([]);
});

test("who comes back with another state, an Origin or another host is nobody; a second answer finds nobody there", async () => {
  const seen: [string, number][] = [];
  const world = await open({
    browse: async (page) => {
      const back = (await fetch(page, { redirect: "manual" })).headers.get("location") ?? "";
      const other = new URL(back);
      other.searchParams.set("state", "x".repeat(43));
      seen.push(["state", (await fetch(other)).status]);
      seen.push(["origin", (await fetch(back, { headers: { origin: "https://evil.example" } })).status]);
      seen.push(["path", (await fetch(new URL("/", back))).status]);
      seen.push(["post", (await fetch(back, { method: "POST" })).status]);
      seen.push(["host", (await fetch(back.replace("127.0.0.1", "localhost")).catch(() => ({ status: 0 }))).status]);
      seen.push(["real", (await fetch(back)).status]);
      seen.push(["second", (await fetch(back).catch(() => ({ status: 0 }))).status]);
      return true;
    },
  });
  expect(await world.signIns.begin("tracker")).toMatchObject({ ok: true });
  expect(Object.fromEntries(seen)).toMatchObject({
    state: 400,
    origin: 403,
    path: 404,
    post: 404,
    real: 200,
    second: 0,
  });
  expect([0, 403]).toContain(Object.fromEntries(seen)["host"]);
});

test("a no at the page, or nobody who comes back, changes nothing and says why", async () => {
  const world = await open();
  world.server.bend.back = (to) => {
    to.searchParams.delete("code");
    to.searchParams.set("error", "access_denied");
    to.searchParams.set("error_description", "Not \u202Etoday");
    return to;
  };
  expect(await world.signIns.begin("tracker")).toEqual({
    ok: false,
    sentence:
      "Could not sign in to tracker: its page said no (access_denied: “Not today”). Nothing was changed; try again, or ask whoever runs that server.",
  });
  const late = await open({ browse: () => Promise.resolve(true) });
  const waiting = late.signIns.begin("tracker");
  await expect
    .poll(() => late.signIns.state("tracker"))
    .toMatchObject({ kind: "under_way", host: new URL(late.server.origin).host });
  expect(await late.signIns.begin("tracker")).toMatchObject({
    ok: false,
    sentence: expect.stringContaining("under way"),
  });
  for (const wake of late.timers) wake();
  expect(await waiting).toMatchObject({ ok: false, sentence: expect.stringContaining("nobody came back") });
});

test("while everything outgoing is off nobody is asked for anything", async () => {
  const world = await open();
  world.proxy.proxy.close("everything outgoing is switched off");
  expect(await world.signIns.begin("tracker")).toMatchObject({
    ok: false,
    sentence: expect.stringContaining("switched off"),
  });
  expect(world.server.asked).toEqual([]);
});
