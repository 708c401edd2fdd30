// What the dialog of a server asks of main: lines become arguments and variables; untouched is the same again.
import { expect, test } from "vitest";
import { inputs } from "../../../../app/preload/contract/channels.ts";
import {
  canEdit,
  isTakeable,
  serverProblems,
  serverRequests,
  startServer,
} from "../../../../app/renderer/settings/servers/server-form.ts";
import { settings } from "../../fixtures/settings.ts";
import { filesServer, thinking } from "../../fixtures/thinking.ts";

test("a program is asked for with its arguments and variables, line by line, spaces and all", () => {
  const form = {
    ...startServer(null, settings()),
    ...{ name: "files", command: " npx ", args: "-y\n\n@scope/server\n/home/me/my notes\n", cwd: "" },
    env: "TOKEN = a=b \n\nMODE=",
  };
  expect(isTakeable(form, [])).toBe(true);
  const { secret, server } = serverRequests(form);
  expect(secret).toBeNull();
  expect(server).toEqual({
    ...{ kind: "command", name: "files", enabled: true, timeoutSeconds: null, command: "npx", cwd: null },
    ...{ args: ["-y", "@scope/server", "/home/me/my notes"], env: { TOKEN: "a=b", MODE: "" } },
  });
  expect(inputs["servers.save"].parse(server)).toEqual(server);
  expect(serverProblems({ ...form, env: "A=1\nno variable" }, []).env).toContain("Line 2");
  expect(Object.keys(serverProblems({ ...form, command: "" }, ["files"]))).toEqual(["name", "command"]);
  expect(Object.keys(serverProblems({ ...form, name: "my server", timeout: "1h" }, []))).toEqual(["name", "timeout"]);
});

test("an address is asked for with its key first, and its header only beside a key", () => {
  const start = {
    ...startServer(null, settings()),
    kind: "url" as const,
    name: "linear",
    url: "https://a.example/mcp",
  };
  expect(serverRequests({ ...start, header: "X-Key: {secret}" }).server).toMatchObject({ key: null, header: null });
  const form = {
    ...{ ...start, header: "X-Key: {secret}", timeout: "120" },
    key: { ...start.key, keep: "sealed" as const, value: "a key of some length" },
  };
  const { secret, server } = serverRequests(form);
  expect(secret).toEqual({ name: "linear-key", value: "a key of some length", untilQuit: false });
  expect(server).toMatchObject({ key: "keychain:linear-key", header: "X-Key: {secret}", timeoutSeconds: 120 });
  expect(inputs["servers.save"].parse(server)).toEqual(server);
  expect(Object.keys(serverProblems({ ...form, url: "https://", header: "X-Key" }, []))).toEqual(["url", "header"]);
  expect(isTakeable({ ...form, key: { ...form.key, value: "" } }, [])).toBe(false);
});

test("untouched, an edited server asks for the same again, references and all", () => {
  for (const row of thinking().servers) {
    const { server } = serverRequests(startServer(row, settings()));
    if (server.kind === "url" || row.way.kind === "url") {
      expect(server).toMatchObject({ kind: "url", url: row.line, key: "keychain:linear-key", header: null });
      continue;
    }
    const { command, args, cwd, env } = row.way;
    expect(server).toMatchObject({ command, args, cwd, name: row.name });
    expect(server.env).toEqual(Object.fromEntries(env.map(({ name, value }) => [name, value])));
  }
});

test("what lines can't hold is left to the file", () => {
  const args = (list: string[]) =>
    filesServer({ way: { kind: "command", command: "x", args: list, cwd: null, env: [] } });
  expect(canEdit(args(["a b"]))).toBe(true);
  for (const odd of ["two\nlines", "", " begins with a space"]) expect(canEdit(args([odd]))).toBe(false);
});
