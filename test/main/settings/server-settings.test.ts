// Mistakes in `mcp_servers`, each with its line and its reason, and never with a secret.
import { expect, test } from "vitest";
import { readConfig } from "../../../app/main/settings/config-file.ts";

const server = (rest: string, name = "x") => `mcp_servers:\n\n  ${name}: { ${rest} }\n`;
const token = `ghp_${"a1B2".repeat(9)}`;

test.each<[string, string, number, RegExp]>([
  ["servers in a list", "mcp_servers: [ { command: x } ]", 1, /"mcp_servers" must be a map: each server's name/],
  ["a server that is a text", "mcp_servers: { x: npx }", 1, /"mcp_servers.x" must be a map with command/],
  [
    "a mistyped key of a server",
    server("command: x, arg: [y]"),
    3,
    /"mcp_servers.x.arg" is not known here. Known are: command, args/,
  ],
  ["a name with a slash", server("command: x", "a/b"), 3, /name must be 1 to 64/],
  ["neither", server("enabled: true"), 3, /either command .* or url/],
  ["both", server('command: x, url: "https://a.test"'), 3, /not both/],
  ["a key for a program", server("command: x, key: env:K"), 3, /"key" belongs to a server with url/],
  [
    "arguments for an address",
    server('url: "https://a.test", args: [x]'),
    3,
    /"args" belongs to a server with command/,
  ],
  ["a header without a key", server('url: "https://a.test", header: "A: {secret}"'), 3, /header is for the key/],
  [
    "a header with the key in it",
    server(`url: "https://a.test", key: env:K, header: "A: ${token}"`),
    3,
    /never the secret itself/,
  ],
  ["a key over plain http", server('url: "http://a.test/mcp", key: env:K'), 3, /travel unencrypted/],
  ["a user in the address", server('url: "https://a:b@a.test"'), 3, /user name/],
  ["a secret in the address", server(`url: "https://a.test/?t=${token}"`), 3, /name it under key/],
  [
    "a secret among the arguments",
    server(`command: x, args: [--token, ${token}]`),
    3,
    /argument 2 looks like a secret/,
  ],
  [
    "a secret among the variables",
    server(`command: x, env: { T: ${token} }`),
    3,
    /T looks like a secret.*keychain:NAME/,
  ],
  ["a reference that is none", server('command: x, env: { T: "keychain:a b" }'), 3, /begins like a reference/],
  ["a variable without a name", server('command: x, env: { "A=B": c }'), 3, /variable's name/],
  ["a folder that is relative", server("command: x, cwd: here"), 3, /cwd is not a whole path/],
  ["a call without end", server("command: x, timeout: 86400"), 3, /3600 seconds at the most/],
  ["a list in the arguments", server("command: x, args: [[y]]"), 3, /"mcp_servers.x.args\[1\]" must be a text/],
])("%s", (_name, text, line, reason) => {
  const read = readConfig(text, "UTC");
  const found = read.ok ? [] : read.flaws;
  expect(found[0]).toMatchObject({ line, reason: expect.stringMatching(reason) });
  expect(JSON.stringify(found)).not.toContain(token);
});
