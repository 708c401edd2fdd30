// Model, limits, servers and folders through their channels, over real settings files and a real vault; servers and the system's
// dialog note what they are asked.
import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import {
  startServers,
  type ThinkingParts,
  thinkingHandlers,
  usersOf,
} from "../../../../app/main/desktop/ipc/thinking-handlers.ts";
import type { Views } from "../../../../app/main/desktop/views/views.ts";
import { createSecrets } from "../../../../app/main/settings/secrets.ts";
import { open } from "../../settings/support.ts";

const flip = (bytes: Uint8Array) => bytes.map((byte) => byte ^ 0x5a);
const sealer = {
  usable: () => ({ usable: true, backend: "test", sentence: "" }),
  seal: (text: string) => Promise.resolve(flip(Buffer.from(text))),
  open: (bytes: Uint8Array) => Promise.resolve(Buffer.from(flip(bytes)).toString()),
};
const token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";

async function rig(config = "", more: Partial<ThinkingParts> = {}) {
  const { settings, path, profile } = open({ "config.yaml": config });
  const secrets = await createSecrets({ profile, sealer, environment: {} });
  const asked: unknown[] = [];
  const parts: ThinkingParts = {
    ...{ views: {} as Views, settings, secrets, keychain: () => ({ usable: true }) },
    models: { tryOut: () => Promise.resolve(null) },
    servers: {
      start: (name) => {
        asked.push(["start", name]);
        return Promise.resolve();
      },
      acknowledge: (name, print) => {
        asked.push(["acknowledge", name, print]);
        return print === "seen";
      },
    },
    signIns: {
      begin: (name) => {
        asked.push(["sign in", name]);
        return Promise.resolve({ ok: true, sentence: `You are signed in to ${name}.` });
      },
      signOut: (name) => {
        asked.push(["sign out", name]);
        return Promise.resolve({ ok: true, sentence: `Forgotten: ${name}.` });
      },
    },
    chooseFolder: () => Promise.resolve("/home/me/notes"),
    changed: () => undefined,
    ...more,
  };
  onTestFinished(() => settings.close());
  const file = () => readFileSync(path("config.yaml"), "utf8");
  const sealed = () => readFileSync(path("secrets.json"), "utf8");
  return { handlers: thinkingHandlers(parts), parts, settings, secrets, asked, file, sealed };
}

const model = {
  ...{ provider: "anthropic" as const, name: "claude-sonnet-5", key: "keychain:model-key", baseUrl: null },
  ...{ maxOutputTokens: null, contextTokens: null, price: null },
};

test("a model is written and in force; the key it leaves behind is forgotten, unless something else names it", async () => {
  const { handlers, settings, secrets, file } = await rig("# mine\n");
  await secrets.set("model-key", "sk-first", false);
  expect(await handlers["model.save"](model)).toEqual({ ok: true, sentence: "The model is saved." });
  expect(settings.current().model).toMatchObject({ provider: "anthropic", key: "keychain:model-key" });
  expect(file()).toContain("# mine");
  const local = { ...model, provider: "openai-compatible" as const, name: "qwen3", key: null };
  const saved = await handlers["model.save"]({ ...local, baseUrl: "http://127.0.0.1:11434/v1" });
  expect(saved).toEqual({ ok: true, sentence: "The model is saved. The secret model-key is forgotten too." });
  expect(secrets.resolve("keychain:model-key").state).toBe("missing");
  expect(await handlers["model.save"]({ ...local, baseUrl: null })).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('needs "base_url"'),
  });
  expect(settings.current().model).toMatchObject({ name: "qwen3" });
  expect(await handlers["model.remove"]()).toMatchObject({ ok: true });
  expect(settings.current().model).toBeNull();
  const limits = { runSteps: 5, runSeconds: 60, dayTokens: 0, dayUsd: 0.5 };
  expect(handlers["limits.save"](limits)).toMatchObject({ ok: true });
  expect(settings.current().limits).toEqual(limits);
});

const pasted = JSON.stringify({
  mcpServers: {
    files: { command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "/home/me/my notes"] },
    github: { command: "docker", args: ["run"], env: { GITHUB_TOKEN: token, API_KEY: "<your key>", MODE: "read" } },
    linear: { url: "https://mcp.linear.app/mcp", headers: { Authorization: `Bearer ${token}` } },
    old: { url: "https://a.example/", type: "sse" },
  },
});

test("pasted servers are shown whole before anything is written, without what is secret in them", async () => {
  const { handlers, file } = await rig();
  const before = file();
  const read = handlers["servers.read"]({ text: pasted });
  expect(read).toMatchObject({
    servers: [
      { name: "files", line: "npx -y @modelcontextprotocol/server-filesystem '/home/me/my notes'", sealed: [] },
      { name: "github", line: "docker run", sealed: ["GITHUB_TOKEN"] },
      { name: "linear", line: "https://mcp.linear.app/mcp", sealed: ["Authorization"] },
    ],
    refused: [{ name: "old", reason: expect.stringContaining("SSE") }],
  });
  expect(JSON.stringify(read)).not.toContain(token);
  expect(file()).toBe(before);
  expect(handlers["servers.read"]({ text: "nothing" })).toMatchObject({ ok: false });
});

test("pasted secrets are sealed and nowhere else; the window hears only what is still to be entered", async () => {
  const { handlers, secrets, asked, file, sealed, parts } = await rig();
  const added = await handlers["servers.import"]({ text: pasted });
  expect(added).toMatchObject({
    done: { ok: true, sentence: expect.stringContaining("Sealed in the keychain: GITHUB_TOKEN, Authorization.") },
    added: ["files", "github", "linear"],
    toEnter: [{ reference: "keychain:github.API_KEY", server: "github", for: "API_KEY" }],
  });
  for (const text of [JSON.stringify(added), file(), sealed()]) expect(text).not.toContain(token);
  expect(secrets.resolve("keychain:github.GITHUB_TOKEN")).toEqual({ state: "ok", value: token });
  expect(secrets.resolve("keychain:linear.Authorization")).toEqual({ state: "ok", value: token });
  expect(asked).toEqual([
    ["start", "files"],
    ["start", "github"],
    ["start", "linear"],
  ]);
  // Whoever is handed a secret at its start is started anew when it changes.
  expect(usersOf("github.API_KEY", parts.settings.current())).toEqual(["github"]);
  expect(usersOf("else", parts.settings.current())).toEqual([]);
  const gone = await handlers["servers.remove"]({ name: "linear" });
  expect(gone).toMatchObject({ sentence: expect.stringContaining("linear.Authorization is forgotten too") });
  expect(secrets.resolve("keychain:linear.Authorization").state).toBe("missing");
});

test("where nothing can seal, a pasted secret is kept until quit, and that is said", async () => {
  const { handlers, secrets, file } = await rig("", { keychain: () => ({ usable: false }) });
  const added = await handlers["servers.import"]({ text: pasted });
  expect(added.done.sentence).toContain("Kept until you quit");
  expect(secrets.names()).toEqual([
    { name: "github.GITHUB_TOKEN", kept: "until_quit", state: "ok" },
    { name: "linear.Authorization", kept: "until_quit", state: "ok" },
  ]);
  expect(file()).not.toContain(token);
});

test("a server that is typed gives its secret to the keychain before it starts; what is kept keeps its name", async () => {
  const { handlers, settings, secrets, asked, file } = await rig();
  const server = {
    ...{
      kind: "command" as const,
      name: "tracker",
      enabled: true,
      timeoutSeconds: null,
      command: "tracker",
      cwd: null,
    },
    ...{ args: ["--stdio"], env: { TRACKER_TOKEN: token, LEVEL: "info" } },
  };
  const saved = await handlers["servers.save"](server);
  expect(saved).toMatchObject({
    ok: true,
    sentence: expect.stringContaining("Sealed in the keychain: TRACKER_TOKEN."),
  });
  expect(file()).not.toContain(token);
  expect(settings.current().mcpServers).toMatchObject([
    { env: { TRACKER_TOKEN: "keychain:tracker.TRACKER_TOKEN", LEVEL: "info" } },
  ]);
  expect(asked).toEqual([["start", "tracker"]]);
  const env = { TRACKER_TOKEN: "keychain:tracker.TRACKER_TOKEN", LEVEL: "debug" };
  expect(await handlers["servers.save"]({ ...server, env })).toMatchObject({ ok: true });
  expect(secrets.resolve("keychain:tracker.TRACKER_TOKEN").state).toBe("ok");
  // A secret among the arguments has no place to go.
  const bad = await handlers["servers.save"]({ ...server, args: ["--token", token], env: {} });
  expect(bad).toMatchObject({ ok: false, sentence: expect.stringContaining("Argument 2 seems to be a secret") });
  expect(JSON.stringify(bad)).not.toContain(token);
});

test("a server is switched off and on, and started, only while it is there; what is accepted is what was seen", async () => {
  const { handlers, settings, asked, file, parts } = await rig(
    "mcp_servers:\n  a: { command: a, timeout: 60 } # mine\n",
  );
  expect(handlers["servers.enable"]({ name: "a", enabled: false })).toMatchObject({ ok: true });
  expect(settings.current().mcpServers[0]?.enabled).toBe(false);
  expect(file()).toMatch(/timeout: 60.*# mine/);
  expect(handlers["servers.start"]({ name: "a" })).toMatchObject({ ok: false });
  startServers(parts, ["a"]);
  expect(asked).toEqual([]);
  expect(handlers["servers.enable"]({ name: "a", enabled: true })).toMatchObject({ ok: true });
  expect(file()).not.toContain("enabled");
  expect(handlers["servers.start"]({ name: "a" })).toMatchObject({ ok: true });
  expect(handlers["servers.acknowledge"]({ name: "a", print: "seen" })).toMatchObject({ ok: true });
  expect(handlers["servers.acknowledge"]({ name: "a", print: "before" })).toMatchObject({ ok: false });
  for (const channel of ["servers.start", "servers.remove"] as const)
    expect(await handlers[channel]({ name: "b" })).toMatchObject({ ok: false });
  expect(handlers["servers.enable"]({ name: "b", enabled: true })).toMatchObject({ ok: false });
  expect(handlers["servers.acknowledge"]({ name: "b", print: "seen" })).toMatchObject({ ok: false });
  expect(asked).toEqual([
    ["start", "a"],
    ["start", "a"],
    ["acknowledge", "a", "seen"],
    ["acknowledge", "a", "before"],
  ]);
});

test("a folder comes from the system's dialog alone; what may be done in it is changed only where it stands", async () => {
  const { handlers, settings } = await rig();
  expect(handlers["folders.change"]({ path: "/etc", write: true, trusted: true })).toMatchObject({ ok: false });
  expect(settings.current().folders).toEqual([]);
  expect(await handlers["folders.choose"]({ write: false })).toMatchObject({ ok: true });
  expect(await handlers["folders.choose"]({ write: true })).toMatchObject({ ok: false });
  expect(settings.current().folders).toEqual([{ path: "/home/me/notes", write: false, trusted: false }]);
  expect(handlers["folders.change"]({ path: "/home/me/notes", write: true, trusted: true })).toMatchObject({
    ok: true,
  });
  expect(settings.current().folders).toEqual([{ path: "/home/me/notes", write: true, trusted: true }]);
  expect(handlers["folders.remove"]({ path: "/home/me/notes" })).toMatchObject({ ok: true });
  expect(settings.current().folders).toEqual([]);
  const closed = await rig("", { chooseFolder: () => Promise.resolve(null) });
  expect(await closed.handlers["folders.choose"]({ write: false })).toMatchObject({ ok: false });
});
