// Signing in to an MCP server: connected once the person is back, renewed by itself, wanted again when that fails, gone when they sign out.
import { expect, onTestFinished, test } from "vitest";
import { openSignInServer } from "../../support/mcp/sign-in.ts";
import { urlServer } from "../toolhost/rig.ts";
import { open, state } from "./world.ts";

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

test("signing out forgets everything it left behind, and has the server take it back where it can", async () => {
  const world = await open();
  world.server.bend.metadata = { revocation_endpoint: `${world.server.origin}/revoke` };
  await world.signIns.begin("tracker");
  expect(world.vault.values.size).toBe(4);
  expect(await world.signIns.signOut("tracker")).toEqual({
    ok: true,
    sentence: "You are signed out of tracker: it has taken back what it gave, and Nightjar has forgotten it.",
  });
  expect([...world.vault.values]).toEqual([]);
  expect(world.signIns.reference("tracker")).toBeNull();
  expect(world.server.takenBack).toEqual(["refresh_token", "access_token"]);
});

test.each([
  ["has no such page", () => ({})],
  ["says that it is on this network", () => ({ revocation_endpoint: "https://10.0.0.1/revoke" })],
  ["refuses", (origin: string) => ({ revocation_endpoint: `${origin}/nowhere` })],
])("where a server %s, signing out forgets all the same and says what is left to do", async (_what, metadata) => {
  const world = await open();
  world.server.bend.metadata = metadata(world.server.origin);
  await world.signIns.begin("tracker");
  expect(await world.signIns.signOut("tracker")).toEqual({
    ok: true,
    sentence:
      "Nightjar has forgotten the sign-in to tracker. What it allowed there you can take back at tracker itself.",
  });
  expect([...world.vault.values]).toEqual([]);
});

test("who signs out while a sign-in is under way is signed out: nothing of it is kept afterwards", async () => {
  let back = "";
  const world = await open({
    browse: async (page) => {
      back = (await fetch(page, { redirect: "manual" })).headers.get("location") ?? "";
      return true;
    },
  });
  const waiting = world.signIns.begin("tracker");
  await expect.poll(() => back).not.toBe("");
  await world.signIns.signOut("tracker");
  expect(await waiting).toMatchObject({ ok: false, sentence: expect.stringContaining("you signed out") });
  expect(await fetch(back).catch(() => "nobody there")).toBe("nobody there");
  expect([...world.vault.values]).toEqual([]);
});

test("what one address gave is never sent to another one that has taken its name", async () => {
  const world = await open();
  await world.signIns.begin("tracker");
  const other = await openSignInServer();
  onTestFinished(other.close);
  world.settings[0] = urlServer("tracker", other.url);
  world.host.refresh();
  expect(world.signIns.state("tracker")).toEqual({ kind: "none" });
  await world.host.start("tracker");
  expect(state(world)).toMatchObject({ state: "failed", sentence: expect.stringContaining("it wants you to sign in") });
  expect(other.asked.map(({ token }) => token)).toEqual([null]);
  world.settings[0] = urlServer("tracker", world.server.url);
  expect(world.signIns.reference("tracker")).not.toBeNull();
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
