// What Settings shows of model, servers and folders: states, references, what is a stranger's as text; no secret.
import { afterEach, beforeEach, expect, test } from "vitest";
import { commandLine } from "../../../../app/main/desktop/views/thinking-view.ts";
import { defaultSettings, type McpServerSettings, type Settings } from "../../../../app/main/settings/model.ts";
import { openViews } from "./parts.ts";

let open: ReturnType<typeof openViews>;
beforeEach(() => {
  open = openViews(10_000);
});
afterEach(() => open.world.db.close());

const rule = (tool: string, decide: "allow" | "deny"): Settings["permissions"][number] => ({
  ...{ tool, methods: null, host: null, path: null, folder: null, recipient: null, amountMax: null },
  ...{ credential: null, decide, trusted: true, windowSeconds: null, line: 4 },
});
const basics = { enabled: true, timeoutSeconds: 60, repeatable: [] };
const files: McpServerSettings = {
  ...{ kind: "command", name: "files", ...basics, command: "npx", args: ["-y", "x"], cwd: null },
  env: { TOKEN: "keychain:files.TOKEN", MODE: "read", HOME_URL: "env:HOME_URL" },
};
const linear: McpServerSettings = {
  ...{ kind: "url", name: "linear", ...basics, enabled: false, url: "https://mcp.linear.app/mcp" },
  ...{ key: "keychain:linear", header: { name: "Authorization", value: "Bearer {secret}" }, signIn: null },
};
const tool = (name: string, description = "") => ({ name, title: null, description });

test("a server shows its state, what it is handed, and of each tool what changed and what becomes of a call", () => {
  const { world, views } = open;
  world.settings = {
    ...defaultSettings,
    mcpServers: [files, linear],
    permissions: [rule("files/read", "allow"), rule("files/drop", "deny")],
    folders: [{ path: "/home/me/notes", write: true, trusted: false }],
  };
  world.secrets = { "keychain:files.TOKEN": "ok" };
  const [off, url] = views.thinking().servers;
  expect(off).toMatchObject({
    state: { kind: "off" },
    tools: null,
    way: {
      env: [
        { name: "TOKEN", value: "keychain:files.TOKEN", state: "ok" },
        { name: "MODE", value: "read", state: null },
        { name: "HOME_URL", value: "env:HOME_URL", state: "missing" },
      ],
    },
  });
  expect(url).toMatchObject({
    enabled: false,
    way: { header: "Authorization: Bearer {secret}", key: "keychain:linear", keyState: "missing" },
  });

  world.servers = [
    {
      ...{ name: "files", print: "p" },
      state: { state: "ready", server: { name: "fs", version: "1.2", title: null }, leftOut: ['"a b": no'] },
      tools: [tool("read", "Reads.\n\u202EAnd more"), tool("write"), tool("drop"), tool("list")],
      changed: [{ name: "list", what: ["text"] }],
    },
    {
      ...{ name: "linear", print: "", tools: null, changed: [] },
      state: {
        state: "failed",
        sentence: "It could not be started. Look at it in Settings.",
        said: "line\n\u0007bell",
      },
    },
  ];
  const [ready, failed] = views.thinking().servers;
  expect(ready).toMatchObject({ state: { kind: "ready", server: "fs 1.2" }, print: "p", leftOut: ['"a b": no'] });
  expect(ready?.tools).toEqual([
    { ...tool("read", "Reads.\n⟨U+202E⟩And more"), changed: [], decision: "allow", permission: "rule:0" },
    { ...tool("write"), changed: [], decision: "ask", permission: null },
    { ...tool("drop"), changed: [], decision: "deny", permission: "rule:1" },
    { ...tool("list"), changed: ["text"], decision: "ask", permission: null },
  ]);
  expect(failed?.state).toEqual({ kind: "failed", sentence: "It could not be started.", said: "line\n␇bell" });
  expect(views.thinking().folders).toEqual([{ path: "/home/me/notes", write: true, trusted: false }]);
});

test("a tool that changed asks although a rule allows it", () => {
  const { world, views } = open;
  world.settings = { ...defaultSettings, mcpServers: [files], permissions: [rule("files/*", "allow")] };
  world.servers = [
    {
      ...{ name: "files", print: "p", state: { state: "off" }, tools: [tool("read")] },
      changed: [{ name: "read", what: ["arguments"] }],
    },
  ];
  expect(views.thinking().servers[0]?.tools).toMatchObject([{ decision: "ask", permission: "rule:0" }]);
});

test("a model shows whether its key is there, and the price that counts", () => {
  const { world, views } = open;
  expect(views.thinking().model).toBeNull();
  world.settings = {
    ...defaultSettings,
    model: {
      ...{ provider: "anthropic", name: "m", key: "env:KEY", baseUrl: "https://api.anthropic.com/v1" },
      ...{ maxOutputTokens: 8192, contextTokens: 200_000, price: null },
    },
  };
  expect(views.thinking().model).toMatchObject({
    key: "env:KEY",
    keyState: "missing",
    price: null,
    countedPrice: null,
  });
});

test("a command is one line that a shell would read the same", () => {
  expect(commandLine("npx", ["-y", "@scope/server@1.2", "/home/me/my notes", "it's", ""])).toBe(
    String.raw`npx -y @scope/server@1.2 '/home/me/my notes' 'it'\''s' ''`,
  );
  expect(commandLine("sh", ["-c", "rm -rf $HOME\u202E"])).toBe("sh -c 'rm -rf $HOME⟨U+202E⟩'");
});
