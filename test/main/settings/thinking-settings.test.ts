// Model, limits, servers and folders in config.yaml: what they mean, and each mistake with its line.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../../app/main/settings/config-file.ts";
import { defaultSettings } from "../../../app/main/settings/model.ts";
import { referencesIn } from "../../../app/main/settings/references.ts";

const settings = (text: string) => {
  const read = readConfig(text, "UTC");
  if (!read.ok) throw new Error(JSON.stringify(read.flaws));
  return read.settings;
};
const flaws = (text: string) => {
  const read = readConfig(text, "UTC");
  return read.ok ? [] : read.flaws;
};

test("the contract's two models, with their defaults", () => {
  expect(
    settings(
      'model: { provider: anthropic, name: claude-sonnet-5, key: "env:ANTHROPIC_API_KEY", base_url: "https://api.anthropic.com" }',
    ).model,
  ).toEqual({
    ...{ provider: "anthropic", name: "claude-sonnet-5", key: "env:ANTHROPIC_API_KEY" },
    ...{ baseUrl: "https://api.anthropic.com/v1", maxOutputTokens: 8192, contextTokens: 200_000, price: null },
  });
  expect(
    settings('model: { provider: openai-compatible, name: qwen3, base_url: "http://127.0.0.1:11434/v1" }').model,
  ).toEqual({
    ...{ provider: "openai-compatible", name: "qwen3", key: null },
    ...{ baseUrl: "http://127.0.0.1:11434/v1", maxOutputTokens: 8192, contextTokens: 32_768, price: null },
  });
  expect(settings("model:\nlimits:\nmcp_servers:\nfolders:\n")).toEqual(defaultSettings);
});

test.each([
  ["anthropic", "https://api.anthropic.com", "https://api.anthropic.com/v1"],
  ["anthropic", "https://api.anthropic.com/", "https://api.anthropic.com/v1"],
  ["anthropic", "https://api.anthropic.com/v1/", "https://api.anthropic.com/v1"],
  ["anthropic", "http://localhost:4000/anthropic", "http://localhost:4000/anthropic/v1"],
  ["anthropic", "http://[::1]:4000/v1", "http://[::1]:4000/v1"],
  ["openai-compatible", "http://localhost:1234/v1/", "http://localhost:1234/v1"],
  ["openai-compatible", "https://openrouter.ai/api", "https://openrouter.ai/api"],
  ["openai-compatible", "https://EXAMPLE.com:443/v1", "https://example.com/v1"],
])("%s at %s is asked at %s", (provider, written, asked) => {
  const text = `model: { provider: ${provider}, name: m, key: "keychain:m", base_url: "${written}" }`;
  expect(settings(text).model?.baseUrl).toBe(asked);
});

test("all of a model, its price and the limits, each with its unit", () => {
  const text = `
model:
  provider: openai-compatible
  name: "  some/model:free "
  base_url: http://192.168.1.9:11434/v1
  max_output_tokens: 1000
  context_tokens: 8000
  price: { input: 1.5, output: 6, cache_read: 0.1 }
limits: { run_steps: 5, day_usd: 0.5 }
`;
  const { model, limits } = settings(text);
  expect(model).toMatchObject({ name: "some/model:free", key: null, maxOutputTokens: 1000, contextTokens: 8000 });
  expect(model?.price).toEqual({ input: 1.5, output: 6, cacheRead: 0.1, cacheWrite: null });
  expect(limits).toEqual({ runSteps: 5, runSeconds: 600, dayTokens: 500_000, dayUsd: 0.5 });
});

test("the usual shape of servers: a program with its variables, an address with its key", () => {
  const text = `
mcp_servers:
  files: { command: npx, args: ["-y", "@modelcontextprotocol/server-filesystem", "/home/me/notes"] }
  linear: { url: "https://mcp.linear.app/mcp", key: "keychain:linear" }
  other:
    command: /usr/bin/server
    args: [--port, 8080]
    env: { TOKEN: "keychain:other.TOKEN", HOST_TOKEN: "env:OTHER", MODE: fast, DEBUG: true, PORT: 80 }
    cwd: /srv
    enabled: false
    timeout: 300
    repeatable: [search]
  keyed: { url: "http://127.0.0.1:9000/mcp?team=a", key: env:K, header: "X-Api-Key: {secret}" }
`;
  const basics = { enabled: true, timeoutSeconds: 60, repeatable: [] };
  const { mcpServers } = settings(text);
  expect(mcpServers).toEqual([
    {
      ...{ kind: "command", name: "files", ...basics, command: "npx", env: {}, cwd: null },
      args: ["-y", "@modelcontextprotocol/server-filesystem", "/home/me/notes"],
    },
    {
      ...{ kind: "url", name: "linear", ...basics, url: "https://mcp.linear.app/mcp", key: "keychain:linear" },
      ...{ header: { name: "Authorization", value: "Bearer {secret}" }, signIn: null },
    },
    {
      ...{
        kind: "command",
        name: "other",
        enabled: false,
        timeoutSeconds: 300,
        repeatable: ["search"],
        command: "/usr/bin/server",
      },
      ...{ args: ["--port", "8080"], cwd: "/srv" },
      env: { TOKEN: "keychain:other.TOKEN", HOST_TOKEN: "env:OTHER", MODE: "fast", DEBUG: "true", PORT: "80" },
    },
    {
      ...{ kind: "url", name: "keyed", ...basics, url: "http://127.0.0.1:9000/mcp?team=a", key: "env:K" },
      ...{ header: { name: "X-Api-Key", value: "{secret}" }, signIn: null },
    },
  ]);
});

test("a server without a key may name who Nightjar is there; beside a key, or with a secret in clear text, it may not", () => {
  const of = (oauth: string, more = "") => `mcp_servers: { y: { url: "https://y.test/mcp", oauth: ${oauth}${more} } }`;
  expect(settings(of('{ client_id: nightjar-7, client_secret: "keychain:y" }')).mcpServers).toMatchObject([
    { signIn: { clientId: "nightjar-7", clientSecret: "keychain:y" } },
  ]);
  expect(settings(of('{ client_id: "https://me.example/client.json" }')).mcpServers).toMatchObject([
    { signIn: { clientId: "https://me.example/client.json", clientSecret: null } },
  ]);
  expect(
    referencesIn(settings(of('{ client_id: a, client_secret: "env:Y" }'))).map(({ reference }) => reference),
  ).toEqual(["env:Y"]);
  expect(() => settings(of("{ client_id: a }", ', key: "env:K"'))).toThrow(/one or the other/);
  expect(() => settings(of("{ client_id: a, client_secret: hunter2 }"))).toThrow(/must be env:NAME or keychain:NAME/);
  expect(() => settings(of("{ client_secret: env:Y }"))).toThrow(/client_id/);
});

test("folders are read and not written unless they say so, and what is in them is a stranger's", () => {
  expect(
    settings("folders: [{ path: /home/me/notes/ }, { path: 'C:\\Users\\me', write: true, trusted: true }]").folders,
  ).toEqual([
    { path: "/home/me/notes", write: false, trusted: false },
    { path: "C:\\Users\\me", write: true, trusted: true },
  ]);
});

test("every secret that is named is found once, for whoever keeps, looks up or forgets it", () => {
  const text = `
sources: [{ name: s, kind: token, secret: ["env:A", "env:B"] }]
credentials: [{ name: c, secret: "keychain:C", header: "A: {secret}", destinations: ["https://a.test"] }]
model: { provider: anthropic, name: m, key: "keychain:D" }
mcp_servers: { x: { command: x, env: { A: "keychain:E", B: plain } }, y: { url: "https://y.test", key: "env:F" } }
`;
  expect(referencesIn(settings(text)).map(({ reference, what, name }) => `${what} ${name} ${reference}`)).toEqual([
    ...["source s env:A", "source s env:B", "credential c keychain:C", "model m keychain:D"],
    ...["server x keychain:E", "server y env:F"],
  ]);
});

const model = (rest: string, provider = "openai-compatible") => `\nmodel: { provider: ${provider}, name: m, ${rest} }`;
const token = `ghp_${"a1B2".repeat(9)}`;
describe("each mistake has its line and its reason", () => {
  test.each<[string, string, number, RegExp]>([
    [
      "a model of nobody",
      "model: { provider: openai, name: gpt }",
      1,
      /"model.provider" must be one of anthropic, openai-c/,
    ],
    ["a model without a name", "model:\n  provider: anthropic\n", 1, /"model.name" is missing/],
    [
      "a name of two lines",
      'model: { provider: anthropic, name: "a\\nb" }',
      1,
      /"model.name" must be a text of 1 to 200/,
    ],
    ["a mistyped key", model("baseurl: x"), 2, /"model.baseurl" is not known here. Known are: .*base_url/],
    [
      "a key in clear",
      model(`key: ${token}`),
      2,
      /"model.key" must be env:NAME or keychain:NAME, never the key.*enter it under/,
    ],
    ["anthropic without a key", "model: { provider: anthropic, name: m }", 1, /needs "key".*keychain:anthropic/],
    [
      "a server's address that is missing",
      "model: { provider: openai-compatible, name: m }",
      1,
      /needs "base_url".*Ollama/,
    ],
    ["an address of another kind", model('base_url: "ftp://a.test"'), 2, /base_url can not be used.*https:\/\//],
    ["an address with a user", model('base_url: "https://a:b@a.test"'), 2, /user name or password/],
    ["an address with a query", model('base_url: "https://a.test/v1?k=1"'), 2, /has a query/],
    ["an address with a fragment", model('base_url: "https://a.test/v1#k"'), 2, /has a fragment/],
    ["an address in disguise", model('base_url: "http://2130706433/v1"'), 2, /means "127.0.0.1"/],
    [
      "a key over plain http",
      model('key: "env:K", base_url: "http://gpu.lan:8000/v1"'),
      2,
      /travel unencrypted.*https/,
    ],
    [
      "a key over what only looks like this computer",
      model('key: "env:K", base_url: "http://localhost.a.test/v1"'),
      2,
      /unencr/,
    ],
    [
      "a price that is none",
      model('base_url: "https://a.test", price: { input: -1, output: 1 }'),
      2,
      /"model.price.input" must be a number of US dollars/,
    ],
    ["half a price", model('base_url: "https://a.test", price: { input: 1 }'), 2, /"model.price.output" is missing/],
    ["no steps", "limits:\n  run_steps: 0\n", 2, /"limits.run_steps" must be a whole number from 1 to 1000/],
    ["a run without end", "limits: { run_seconds: 1000000 }", 1, /of seconds from 1 to 86400/],
    ["a limit that is unknown", "limits: { day_eur: 1 }", 1, /Known are: run_steps, run_seconds, day_tokens, day_usd/],
    ["half a token", "limits: { day_tokens: 1.5 }", 1, /whole number of tokens/],
    ["endless money", "limits: { day_usd: .inf }", 1, /a number of US dollars/],
    ["a folder that is relative", "folders:\n  - { path: notes }\n", 2, /Folder 1 .*not a whole path/],
    ["a folder with a tilde", "folders: [{ path: ~/notes }]", 1, /tilde means nothing/],
    ["a folder that climbs", "folders: [{ path: /home/me/../you }]", 1, /"\.\." in it/],
    ["a whole disk", "folders: [{ path: / }]", 1, /whole disk/],
    ["another whole disk", "folders: [{ path: 'D:\\' }]", 1, /whole disk/],
    ["a folder twice", "folders:\n  - { path: /a }\n  - { path: /a/ }\n", 3, /stands twice/],
    ["a folder without a path", "folders: [{ write: true }]", 1, /"folders\[1\].path" is missing/],
    [
      "during a run otherwise",
      "sources:\n  - { name: a, kind: token, secret: env:A, during_run: now }\n",
      2,
      /must be one of next, fold, restart/,
    ],
    [
      "urgent events as one text",
      "sources:\n  - { name: a, kind: token, secret: env:A, urgent: now }\n",
      2,
      /a list of/,
    ],
    [
      "an urgent event without a name",
      'sources:\n  - { name: a, kind: token, secret: env:A, urgent: [""] }\n',
      2,
      /1 to 100/,
    ],
  ])("%s", (_name, text, line, reason) => {
    const found = flaws(text);
    expect(found[0]).toMatchObject({ line, reason: expect.stringMatching(reason) });
    expect(JSON.stringify(found)).not.toContain(token);
  });
});

test("whatever stands there is read or refused, and never thrown at", () => {
  const json = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(fc.constantFrom("model", "limits", "mcp_servers", "folders"), json, json, (key, value, inner) => {
      for (const one of [
        value,
        { x: value },
        [value],
        { provider: "anthropic", name: "m", key: value, base_url: inner },
      ]) {
        const read = readConfig(JSON.stringify({ [key]: one }), "UTC");
        if (!read.ok) expect(read.flaws.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 300 },
  );
});
