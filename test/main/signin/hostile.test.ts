// What a hostile server, or whoever else finds the way back, can not make of a sign-in.
import { expect, onTestFinished, test, vi } from "vitest";
import { browse, open } from "./world.ts";

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

test.each<[string, (sent: string) => string]>([
  ["a page of its own", (sent) => `<b>${sent}</b>\u202e${"x".repeat(50_000)}`],
  ["a description", (sent) => JSON.stringify({ error: "server_error", error_description: sent })],
  ["a kind of error", (sent) => JSON.stringify({ error: sent })],
])("what a server sends back in %s of what it was sent is repeated nowhere", async (_in, breaks) => {
  const world = await open();
  await world.signIns.begin("tracker");
  world.server.bend.breaks = breaks;
  const printed = vi.spyOn(console, "warn").mockReturnValue();
  onTestFinished(() => printed.mockRestore());
  world.now.at += 3600;
  await world.host.start("tracker");
  const failed = await world.signIns.begin("tracker");
  expect(failed).toMatchObject({ ok: false, sentence: expect.stringContaining("it answered with an error") });
  const told = JSON.stringify([failed, world.host.states(), printed.mock.calls]);
  expect(told).toMatch(/could not be renewed|wants you to sign in/);
  for (const secret of world.server.secrets) expect(told).not.toContain(secret);
  expect(told.length).toBeLessThan(2000);
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
