// The screens' changes of model, limits, servers and folders: on disk, with the person's comments, and nothing else different.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultConfig } from "../../../app/main/settings/default-config.ts";
import type { ModelInput, ServerInput } from "../../../app/main/settings/thinking-edit.ts";
import type { Guard } from "../../../app/main/settings/access-changes.ts";
import { defaultSettings } from "../../../app/main/settings/model.ts";
import { createThinkingChanges } from "../../../app/main/settings/thinking-changes.ts";
import { open } from "./support.ts";

const mine = `# mine
# the one at work
model:
  provider: anthropic
  name: claude-sonnet-5 # fast enough
  key: keychain:anthropic # from the console
limits: { run_steps: 10 } # few
# programs
mcp_servers:
  # notes
  files: { command: npx, args: [ "-y", server ] } # reads
  linear:
    url: https://mcp.linear.app/mcp # team
    key: keychain:linear
    repeatable: [ search ] # only reads
folders:
  - { path: /home/me/notes, write: true } # mine
permissions:
  - { tool: http.request, decide: ask } # all
`;
const model: ModelInput = {
  ...{ provider: "anthropic", name: "claude-sonnet-5", key: "keychain:anthropic", baseUrl: null },
  ...{ maxOutputTokens: null, contextTokens: null, price: null },
};
const command: ServerInput = {
  ...{ kind: "command", name: "new", enabled: true, timeoutSeconds: null, command: "npx" },
  ...{ args: ["-y", "x"], env: { TOKEN: "keychain:new.TOKEN", MODE: "1" }, cwd: null },
};
const comments = (text: string) => text.match(/#.*$/gm) ?? [];
const opened = (text = mine) => {
  const { settings, path } = open({ "config.yaml": text });
  return { settings, text: () => readFileSync(path("config.yaml"), "utf8") };
};

test("saving what stands already changes not a letter", () => {
  const { settings, text } = opened();
  expect(settings.saveModel(model)).toEqual({ ok: true, sentence: "The model is saved." });
  expect(settings.saveLimits({ runSteps: 10 })).toEqual({ ok: true, sentence: "The limits are saved." });
  const files: ServerInput = { ...command, name: "files", args: ["-y", "server"], env: {} };
  expect(settings.saveServer(files).ok).toBe(true);
  expect(settings.saveFolder({ path: "/home/me/notes/", write: true, trusted: false }).ok).toBe(true);
  expect(text()).toBe(mine);
});

test("a change touches its own lines", () => {
  const { settings, text } = opened();
  const changed = {
    ...model,
    name: "claude-opus-5",
    maxOutputTokens: 4000,
    price: { input: 5, output: 25, cacheRead: 0.5, cacheWrite: null },
  };
  expect(settings.saveModel(changed).ok).toBe(true);
  expect(settings.saveLimits({ dayUsd: 2.5, runSteps: 12 }).ok).toBe(true);
  expect(
    settings.saveServer({
      kind: "url",
      name: "linear",
      enabled: false,
      timeoutSeconds: 120,
      url: "https://mcp.linear.app/mcp",
      key: "env:LINEAR",
      header: null,
    }).ok,
  ).toBe(true);
  expect(settings.saveFolder({ path: "/home/me/notes", write: false, trusted: true }).ok).toBe(true);
  expect(text()).toBe(
    mine
      .replace("claude-sonnet-5 #", "claude-opus-5 #")
      .replace(
        "from the console\n",
        "from the console\n  max_output_tokens: 4000\n  price:\n    input: 5\n    output: 25\n    cache_read: 0.5\n",
      )
      .replace("run_steps: 10 }", "run_steps: 12, day_usd: 2.5 }")
      .replace("key: keychain:linear\n", "key: env:LINEAR\n")
      .replace("only reads\n", "only reads\n    enabled: false\n    timeout: 120\n")
      .replace("write: true }", "trusted: true }"),
  );
  expect(settings.current()).toMatchObject({
    model: { name: "claude-opus-5", maxOutputTokens: 4000, price: { cacheRead: 0.5, cacheWrite: null } },
    limits: { runSteps: 12, runSeconds: 600, dayUsd: 2.5 },
    mcpServers: [{ name: "files" }, { name: "linear", enabled: false, timeoutSeconds: 120, key: "env:LINEAR" }],
    folders: [{ path: "/home/me/notes", write: false, trusted: true }],
  });
});

test.each([
  "",
  "# only a comment\n",
  defaultConfig,
  "model:\nlimits: # none yet\nmcp_servers:\nfolders:\n",
  "mcp_servers: {}\nfolders: []\n",
])("sections that are missing are made, and go away again: %j", (before) => {
  const { settings, text } = opened(before);
  expect(
    settings.saveModel({ ...model, provider: "openai-compatible", key: null, baseUrl: "http://127.0.0.1:11434/v1" }).ok,
  ).toBe(true);
  expect(settings.saveLimits({ dayTokens: 1000 }).ok).toBe(true);
  expect(settings.saveServer(command)).toEqual({ ok: true, sentence: "The server new is saved." });
  expect(settings.saveFolder({ path: "/home/me/x", write: true, trusted: false }).ok).toBe(true);
  expect(comments(text())).toEqual(comments(before));
  expect(settings.current()).toMatchObject({
    model: { baseUrl: "http://127.0.0.1:11434/v1" },
    limits: { dayTokens: 1000 },
    mcpServers: [{ name: "new", env: { TOKEN: "keychain:new.TOKEN", MODE: "1" } }],
    folders: [{ path: "/home/me/x", write: true }],
  });
  expect(settings.removeModel()).toEqual({ ok: true, sentence: "The model is removed." });
  expect(settings.removeServer("new").ok).toBe(true);
  expect(settings.removeFolder("/home/me/x/").ok).toBe(true);
  expect(settings.current()).toMatchObject({ model: null, mcpServers: [], folders: [] });
});

test("a server that loses a variable or its key loses that line alone", () => {
  const { settings, text } = opened(
    "mcp_servers:\n  s:\n    command: x\n    env:\n      A: keychain:a # first\n      B: b # second\n",
  );
  expect(settings.saveServer({ ...command, name: "s", command: "x", args: [], env: { B: "b" } }).ok).toBe(true);
  expect(text()).toBe("mcp_servers:\n  s:\n    command: x\n    env:\n      B: b # second\n");
});

test.each<[string, (s: ReturnType<typeof opened>["settings"]) => { ok: boolean; sentence: string }, RegExp]>([
  [
    "a model without an address",
    (s) => s.saveModel({ ...model, provider: "openai-compatible" }),
    /The model could not be saved: .*"base_url"/,
  ],
  ["a key in clear", (s) => s.saveModel({ ...model, key: "sk-in-clear" }), /never the key itself/],
  ["no steps at all", (s) => s.saveLimits({ runSteps: 0 }), /The limits could not be saved: "limits.run_steps"/],
  ["a server's name with a slash", (s) => s.saveServer({ ...command, name: "a/b" }), /its name must be 1 to 64/],
  [
    "a secret in a variable",
    (s) => s.saveServer({ ...command, env: { A: `ghp_${"a1".repeat(18)}` } }),
    /looks like a secret/,
  ],
  ["a server that is not there", (s) => s.removeServer("nobody"), /there is no server of that name/],
  [
    "a folder that is relative",
    (s) => s.saveFolder({ path: "notes", write: true, trusted: false }),
    /not a whole path/,
  ],
  ["a folder that is not there", (s) => s.removeFolder("/nowhere"), /there is no such folder/],
])("%s: refused, and the file is as it was", (_, act, why) => {
  const { settings, text } = opened();
  const done = act(settings);
  expect(done.ok).toBe(false);
  expect(done.sentence).toMatch(why);
  expect(text()).toBe(mine);
});

test("a part that is written with an anchor is left alone", () => {
  const anchored = "mcp_servers:\n  a: &x { command: x }\n  b: *x\n";
  const { settings, text } = opened(anchored);
  expect(settings.saveServer({ ...command, name: "a" }).ok).toBe(false);
  expect(settings.saveServer({ ...command, name: "b" }).ok).toBe(false);
  expect(text()).toBe(anchored);
});

test("removing the last model twice says so", () => {
  const { settings } = opened("model:\n");
  expect(settings.removeModel()).toEqual({ ok: false, sentence: "The model could not be removed: there is none." });
});

test("whatever a server's words are, they are read back to the letter or refused", () => {
  const { settings } = opened("");
  const word = fc.string({ unit: "binary", maxLength: 30 });
  fc.assert(
    fc.property(
      word,
      fc.array(word, { maxLength: 3 }),
      fc.dictionary(fc.stringMatching(/^[A-Z_]{1,6}$/), word, { maxKeys: 3 }),
      (program, args, env) => {
        const done = settings.saveServer({ ...command, name: "s", command: program, args, env });
        const stands = settings.current().mcpServers[0];
        if (done.ok) expect(stands).toMatchObject({ command: program, args, env });
      },
    ),
    { numRuns: 150 },
  );
});

test("a change that would also change something else is not written", () => {
  const guards: Guard[] = [];
  const changes = createThinkingChanges(
    (_what, _verb, _edit, guard) => {
      if (guard) guards.push(guard);
      return { ok: true, sentence: "" };
    },
    () => defaultSettings,
  );
  changes.saveLimits({ runSteps: 1 });
  const limits = { ...defaultSettings.limits, runSteps: 1 };
  expect(guards[0]?.verify?.({ ...defaultSettings, limits }, defaultSettings)).toBeNull();
  expect(guards[0]?.verify?.({ ...defaultSettings, limits, autoMode: true }, defaultSettings)).toMatch(/by hand/);
});
