// Servers over streamable HTTP: only through the real credential proxy, with their key put in there; how each odd answer ends a call.
import { closeSync, existsSync, openSync, readFileSync, readSync, readdirSync } from "node:fs";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { serverCredentials } from "../../../app/main/toolhost/launches.ts";
import { type HttpServer, json, openHttpServer } from "../../support/mcp/http.ts";
import { openProxyWorld, type ProxyWorld } from "../../support/proxy.ts";
import { hostileServer, published, type Rig, rigOf, textOf, urlServer } from "./rig.ts";

const key = "canary-key-0123456789abcdef";

interface World extends Rig {
  server: HttpServer;
  proxy: ProxyWorld;
}

/** A server by hand, named `web`, and the real proxy before it. */
async function worldOf(more: Parameters<typeof urlServer>[2] = {}): Promise<World> {
  const server = await openHttpServer();
  onTestFinished(server.close);
  const settings = [urlServer("web", server.url, more)];
  const secret = (reference: string) =>
    reference === "keychain:web" ? ({ state: "ok", value: key } as const) : ({ state: "missing" } as const);
  const proxy = openProxyWorld({
    secret,
    ownCredentials: () => serverCredentials(settings, { reference: () => null }),
  });
  onTestFinished(proxy.close);
  const rig = rigOf(settings, {
    ...{ proxy: proxy.proxy, secret },
    limits: { backoffMilliseconds: { first: 0, most: 0 }, unaskedStarts: 0 },
  });
  return Object.assign(rig, { server, proxy });
}

const calls = ({ server }: World) => server.asked.filter(({ body }) => body?.method === "tools/call");

test("a call goes through the proxy with the server's key, and leaves no trace of it here", async () => {
  const world = await worldOf({ key: "keychain:web", header: { name: "X-Key", value: "Token {secret}" } });
  expect(textOf(await world.call("web/echo", { text: "hi" }))).toBe("hi");
  expect(world.server.asked.map(({ headers }) => headers["x-key"])).toEqual(
    world.server.asked.map(() => `Token ${key}`),
  );
  for (const { headers } of world.server.asked) {
    expect(headers["x-nightjar-grant"]).toBeUndefined();
    expect(headers.host).toBe(new URL(world.server.url).host);
  }
  expect(calls(world)[0]?.body?.params?._meta).toMatchObject({ "nightjar/effect-key": "ek_test" });
  // A tool's call can not name what main grants itself.
  expect(world.proxy.proxy.outgoing.refusal("mcp_servers/web", new URL(world.server.url).origin, {})).toContain(
    "there is no credential named",
  );
});

test("the key is found nowhere in the tool host, nor in what it started", async () => {
  process.env["NIGHTJAR_CANARY"] = "canary-in-the-environment";
  const world = await worldOf({ key: "keychain:web" });
  world.servers = [...world.servers, hostileServer("bad")];
  world.host.refresh();
  expect(textOf(await world.call("web/echo", { text: "to be found" }))).toBe("to be found");
  expect(textOf(await world.call("bad/echo", { text: "a" }))).toBe("a");
  delete process.env["NIGHTJAR_CANARY"];
  const { pid } = world.launched[0] ?? {};
  if (pid === undefined) throw new Error("There is no tool host.");
  const family = [pid, ...childrenOf(pid)];
  expect(family).toHaveLength(2);
  // The search finds what is there, in the tool host.
  const texts = [key, "canary-in-the-environment", "to be found"];
  expect(family.map((one) => heldIn(one, texts))).toEqual([["to be found"], []]);
});

test("a server that wants a key, answers with a redirect, or is not there, is told as such", async () => {
  const world = await worldOf();
  world.server.answer.by = (_body, _request, response) => json(response, {}, 401);
  expect(await world.call("web/echo")).toMatchObject({
    kind: "transient",
    reason: expect.stringContaining("it answered 401: it wants you to sign in, or a key") as string,
  });
  world.server.answer.by = (_body, _request, response) => {
    response.writeHead(307, { location: "/elsewhere" }).end();
    return true;
  };
  expect(await world.call("web/echo")).toMatchObject({
    kind: "transient",
    reason: expect.stringContaining("307") as string,
  });
  expect(world.server.asked.map(({ path }) => path)).not.toContain("/elsewhere");
  await world.server.close();
  expect(await world.call("web/echo")).toMatchObject({
    kind: "transient",
    reason: expect.stringContaining("the connection was refused") as string,
  });
});

test.each([
  [408, "unknown"],
  [502, "unknown"],
  [504, "unknown"],
  [500, "failed"],
  [403, "failed"],
  [307, "failed"],
  [429, "transient"],
])("a call that is answered %d is %s, and is not repeated", async (status, kind) => {
  const world = await worldOf();
  await world.host.start("web");
  world.server.answer.by = ({ method }, _request, response) => {
    if (method !== "tools/call") return false;
    response.writeHead(status, { location: "/elsewhere" }).end();
    return true;
  };
  expect(await world.call("web/echo")).toMatchObject({ kind });
  expect(calls(world)).toHaveLength(1);
});

test("a connection that is cut in the middle of a call is unknown; a stream that breaks off is as well", async () => {
  const world = await worldOf({ timeoutSeconds: 3600 });
  await world.host.start("web");
  world.server.answer.by = ({ method }, request) => {
    if (method === "tools/call") request.socket.destroy();
    return method === "tools/call";
  };
  expect(await world.call("web/echo")).toMatchObject({ kind: "unknown" });
  world.server.answer.by = ({ method }, _request, response) => {
    if (method !== "tools/call") return false;
    response.writeHead(200, { "content-type": "text/event-stream" }).end(": nothing comes\n\n");
    return true;
  };
  expect(await world.call("web/echo")).toMatchObject({ kind: "unknown" });
  expect(calls(world)).toHaveLength(2);
});

test.each(["json", "stream", "long line"])("an answer that is too much costs that call alone (%s)", async (how) => {
  const world = await worldOf();
  world.servers = [...world.servers, hostileServer("good")];
  world.host.refresh();
  await world.host.prepare(new AbortController().signal);
  world.server.answer.by = ({ method, id }, _request, response) => {
    if (method !== "tools/call") return false;
    const parts = how === "long line" ? `"${"x".repeat(9_000_000)}"` : `${"{},".repeat(2_700_000)}{}`;
    const body = `{"jsonrpc":"2.0","id":${id},"result":{"content":[${parts}]}}`;
    response.writeHead(200, { "content-type": how === "json" ? "application/json" : "text/event-stream" });
    response.end(how === "json" ? body : `data: ${body}\n\n`);
    return true;
  };
  expect(await world.call("web/echo", { text: "a" })).toMatchObject({ kind: "unknown" });
  expect(textOf(await world.call("good/echo", { text: "still there" }))).toBe("still there");
  world.server.answer.by = () => false;
  expect(textOf(await world.call("web/echo", { text: "again" }))).toBe("again");
  expect(world.launched).toHaveLength(1);
});

test("a session the server has forgotten is begun anew, and the call made once", async () => {
  const world = await worldOf();
  await world.host.start("web");
  let forgotten = true;
  world.server.answer.by = ({ method }, request, response) => {
    if (method !== "tools/call" || !forgotten || request.headers["mcp-session-id"] !== "session-1") return false;
    forgotten = false;
    return json(response, {}, 404);
  };
  expect(textOf(await world.call("web/echo", { text: "again" }))).toBe("again");
  expect(calls(world).map(({ headers }) => headers["mcp-session-id"])).toEqual(["session-1", "session-2"]);
});

test("with everything outgoing switched off nothing is sent; switched on, a new grant is made", async () => {
  const world = await worldOf({ key: "keychain:web" });
  await world.host.start("web");
  const before = world.server.asked.length;
  world.proxy.proxy.close("everything outgoing is switched off");
  expect(await world.call("web/echo", { text: "no" })).toMatchObject({
    kind: "transient",
    reason: expect.stringContaining("everything outgoing is switched off") as string,
  });
  expect(world.server.asked).toHaveLength(before);
  world.proxy.proxy.close(null);
  expect(textOf(await world.call("web/echo", { text: "yes" }))).toBe("yes");
});

test("the grant of a connection is good for its address alone, and dies with it", async () => {
  const world = await worldOf();
  await world.host.start("web");
  const live = () =>
    world.proxy.store.prepare<{ n: number }>("select count(*) as n from grants where revoked_at is null").get({})?.n;
  expect(live()).toBe(1);
  expect(world.proxy.store.prepare("select methods, path_prefix, destination, credential from grants").all({})).toEqual(
    [
      {
        methods: "POST GET DELETE",
        path_prefix: "/mcp$",
        destination: new URL(world.server.url).origin,
        credential: null,
      },
    ],
  );
  world.servers = [];
  world.host.refresh();
  expect(live()).toBe(0);
});

test('the published "everything" server over streamable HTTP, through the proxy', async () => {
  const port = await freePort();
  const child = spawn(process.execPath, [published("@modelcontextprotocol/server-everything"), "streamableHttp"], {
    env: { PATH: process.env["PATH"], PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await listening(child);
  const settings = [urlServer("all", `http://127.0.0.1:${port}/mcp`)];
  const proxy = openProxyWorld();
  onTestFinished(proxy.close);
  const { call, host } = rigOf(settings, { proxy: proxy.proxy });
  await host.prepare(new AbortController().signal);
  expect(host.states()[0]?.state).toMatchObject({ state: "ready" });
  expect(textOf(await call("all/echo", { message: "hi" }))).toBe("Echo: hi");
  expect(textOf(await call("all/trigger-long-running-operation", { duration: 0.2, steps: 2 }))).toContain("completed");
  const asked = await call("all/trigger-elicitation-request");
  expect(JSON.stringify(asked)).toContain("cancel");
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

async function listening(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        if (/listening/i.test(chunk.toString("utf8"))) resolve();
      });
    }
  });
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`))
    .flatMap((name) => {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      return Number(stat.slice(stat.lastIndexOf(")") + 4).split(" ")[0]) === parent ? [Number(name)] : [];
    });
}

/** Which of the texts stand in the memory or the environment of a process of ours. */
function heldIn(pid: number, texts: readonly string[]): string[] {
  const found = new Set<string>();
  const look = (bytes: Buffer): void => {
    for (const text of texts)
      if (bytes.includes(text, 0, "latin1") || bytes.includes(text, 0, "utf16le")) found.add(text);
  };
  look(readFileSync(`/proc/${pid}/environ`));
  const file = openSync(`/proc/${pid}/mem`, "r");
  const window = Buffer.alloc(8_388_608);
  for (const line of readFileSync(`/proc/${pid}/maps`, "utf8").split("\n")) {
    const [, from = "0", until = "0"] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
    const end = Number.parseInt(until, 16);
    // Overlapping, for what lies across a border.
    for (let at = Number.parseInt(from, 16); at < end; at += window.length - 256) {
      try {
        look(window.subarray(0, readSync(file, window, 0, Math.min(window.length, end - at), at)));
      } catch {
        // A page that is not there holds nothing.
      }
    }
  }
  closeSync(file);
  return [...found];
}
