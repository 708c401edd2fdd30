// Servers from the JSON of other apps: what is taken, what is left out and said, and that no secret gets into a file.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { open } from "./support.ts";

const token = `ghp_${"a1B2".repeat(9)}`;
const imported = (given: unknown, config = "") => {
  const { settings, profile } = open({ "config.yaml": config });
  const report = settings.importServers(typeof given === "string" ? given : JSON.stringify(given, null, 2));
  return { settings, report, profile, text: readFileSync(join(profile, "config.yaml"), "utf8") };
};
const files = { command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "/home/me/notes"] };

test.each([
  ["the usual wrapper", { mcpServers: { files } }],
  ["the bare map", { files }],
  ["servers", { servers: { files }, inputs: [] }],
  ["mcp.servers", { mcp: { servers: { files } } }],
  ["tabs", JSON.stringify({ mcpServers: { files } }, null, "\t")],
  [
    "comments and commas at the end",
    `{ // mine\n "mcpServers": {\n  // notes\n  "files": ${JSON.stringify(files)},\n },\n}`.replace("{ // mine", "{"),
  ],
])("%s is understood", (_, given) => {
  const { settings, report, text } = imported(given, "# mine\n");
  expect(report).toEqual({
    done: { ok: true, sentence: "The server files is added." },
    imported: [expect.objectContaining({ name: "files", notes: [] })],
    refused: [],
    toEnter: [],
  });
  expect(settings.current().mcpServers).toMatchObject([{ kind: "command", ...files, env: {}, enabled: true }]);
  expect(text).toContain("# mine\n");
});

test("what looks like a secret becomes a reference and is handed back, and stands in no file of the profile", () => {
  const { settings, report, profile, text } = imported({
    mcpServers: {
      github: {
        command: "docker",
        args: ["run", "-i", "x"],
        env: { GITHUB_TOKEN: token, API_KEY: "short", LOG_LEVEL: "debug", HOME_ASSISTANT_URL: "http://ha.lan" },
      },
      linear: {
        url: "https://mcp.linear.app/mcp",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      },
      keyed: { url: "https://a.test/mcp", headers: { "X-Api-Key": "abc" } },
    },
  });
  expect(report.toEnter).toEqual([
    { reference: "keychain:github.GITHUB_TOKEN", server: "github", for: "GITHUB_TOKEN", value: token },
    { reference: "keychain:github.API_KEY", server: "github", for: "API_KEY", value: "short" },
    { reference: "keychain:linear.Authorization", server: "linear", for: "Authorization", value: token },
    { reference: "keychain:keyed.X-Api-Key", server: "keyed", for: "X-Api-Key", value: "abc" },
  ]);
  expect(settings.current().mcpServers).toMatchObject([
    {
      env: {
        GITHUB_TOKEN: "keychain:github.GITHUB_TOKEN",
        API_KEY: "keychain:github.API_KEY",
        LOG_LEVEL: "debug",
        HOME_ASSISTANT_URL: "http://ha.lan",
      },
    },
    { key: "keychain:linear.Authorization", header: { name: "Authorization", value: "Bearer {secret}" } },
    { key: "keychain:keyed.X-Api-Key", header: { name: "X-Api-Key", value: "{secret}" } },
  ]);
  expect(text).not.toContain(token);
  for (const name of readdirSync(profile, { recursive: true, withFileTypes: true })) {
    if (name.isFile()) expect(readFileSync(join(name.parentPath, name.name), "utf8")).not.toContain(token);
  }
  expect(JSON.stringify([report.done, report.imported])).not.toContain(token);
});

test("places that are left to be filled are asked for, and variables of the system are named", () => {
  const env = {
    A_TOKEN: "<your token>",
    B_KEY: "YOUR_API_KEY",
    C_KEY: "${input:c}",
    D_KEY: "${env:D}",
    E_KEY: "$E",
    F: "${F}",
    G_TOKEN: "",
  };
  const { settings, report } = imported({ mcpServers: { s: { command: "x", env } } });
  expect(settings.current().mcpServers[0]).toMatchObject({
    env: {
      A_TOKEN: "keychain:s.A_TOKEN",
      B_KEY: "keychain:s.B_KEY",
      C_KEY: "keychain:s.C_KEY",
      D_KEY: "env:D",
      E_KEY: "env:E",
      F: "env:F",
    },
  });
  expect(report.toEnter.map((one) => [one.for, one.value])).toEqual([
    ["A_TOKEN", null],
    ["B_KEY", null],
    ["C_KEY", null],
    ["G_TOKEN", null],
  ]);
});

test("what is left out and what is renamed is said", () => {
  const { report, settings } = imported({
    mcpServers: {
      "My Server!": { command: "x", autoApprove: ["*"], disabled: true, timeout: 30_000, icon: "y", headers: {} },
    },
  });
  expect(report.imported[0]?.notes).toEqual([
    "It is called My-Server- here.",
    '"autoApprove" was left out: what may be used unasked is decided by your permissions.',
    '"icon" was left out.',
    '"timeout" was left out: other apps count it in other units.',
  ]);
  expect(settings.current().mcpServers).toMatchObject([{ name: "My-Server-", enabled: false, timeoutSeconds: 60 }]);
});

test.each<[string, unknown, RegExp]>([
  ["no command and no address", { env: {}, args: [], command: "" }, /neither a command nor an address/],
  ["both", { command: "x", url: "https://a.test" }, /both a command and an address/],
  ["an older protocol", { type: "sse", url: "https://a.test/sse" }, /SSE/],
  ["a secret among the arguments", { command: "x", args: ["--token", token] }, /Argument 2 seems to be a secret/],
  ["a secret within an argument", { command: "x", args: ["--api-key=abc"] }, /Argument 1 seems to be a secret/],
  ["a secret in the address", { url: `https://a.test/mcp?api_key=abc` }, /secret seems to stand in its address/],
  ["a place only the other app fills", { command: "x", args: ["${workspaceFolder}/y"] }, /only the other app fills/],
  ["arguments that are none", { command: "x", args: "y" }, /no list of texts/],
  ["variables that are none", { command: "x", env: { A: {} } }, /no map of texts/],
  [
    "a header that carries no key",
    { url: "https://a.test", headers: { Cookie: "a", Host: "b" } },
    /left out|can not carry/,
  ],
])("refused with its reason: %s", (_, entry, why) => {
  const { report, settings } = imported({ mcpServers: { good: files, bad: entry } });
  const said = [...report.refused.map(({ reason }) => reason), ...report.imported.flatMap(({ notes }) => notes)];
  expect(said.join(" ")).toMatch(why);
  expect(settings.current().mcpServers[0]?.name).toBe("good");
  expect(JSON.stringify(report.refused)).not.toContain(token);
});

test("a server that is there already stays as it is; a secret's name that is taken is not used again", () => {
  const config =
    'mcp_servers:\n  files: { command: old } # mine\n  s-other: { command: y, env: { A: "keychain:s.TOKEN" } }\n';
  const { report, text } = imported({ mcpServers: { files, s: { command: "x", env: { TOKEN: "abc" } } } }, config);
  expect(report.refused).toEqual([
    { name: "files", reason: expect.stringContaining("There is a server files already") },
  ]);
  expect(text).toContain("files: { command: old } # mine");
  expect(report.toEnter).toMatchObject([{ reference: "keychain:s.TOKEN-2" }]);
});

test.each([
  ["nothing", "", /no servers in what was pasted/],
  ["no JSON", "{", /can not be read/],
  ["a list", "[]", /no servers/],
  ["other JSON", '{"name": "x"}', /no servers/],
  ["an empty map", '{"mcpServers": {}}', /no server in what was pasted/],
  ["ages of it", `{"mcpServers": {"a": {"command": "${"x".repeat(300_000)}"}}}`, /larger than 256 KiB/],
  ["a key of JavaScript's", '{"mcpServers": {"__proto__": {"command": "x"}}}', /no server|__proto__/],
])("%s: nothing is written", (_, given, why) => {
  const { report, text } = imported(given, "# mine\n");
  expect(report.done.ok).toBe(false);
  expect(report.done.sentence).toMatch(why);
  expect(report).toMatchObject({ imported: [], toEnter: [] });
  expect(text).toBe("# mine\n");
});

test("a file with a mistake is not written to, and nothing is told as imported", () => {
  const { report, text } = imported({ mcpServers: { s: { command: "x", env: { TOKEN: "abc" } } } }, "hooks: 1\n");
  expect(report.done.sentence).toMatch(/config.yaml has a mistake/);
  expect(report).toMatchObject({ imported: [], toEnter: [] });
  expect(text).toBe("hooks: 1\n");
});

test("whatever is pasted, the settings stay readable and a token stays out of the file", () => {
  const leaf = fc.oneof(fc.constant(token), fc.string(), fc.jsonValue({ maxDepth: 1 }));
  const entry = fc.record(
    {
      command: leaf,
      url: leaf,
      args: fc.array(leaf, { maxLength: 3 }),
      env: fc.dictionary(fc.string(), leaf),
      headers: fc.dictionary(fc.string(), leaf),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(entry, leaf)), (servers) => {
      const { settings, text } = imported({ mcpServers: servers });
      expect(settings.problems()).toEqual([]);
      expect(text).not.toContain(token);
    }),
    { numRuns: 200 },
  );
});
