import { expect, test } from "vitest";
import { createSettingsEffects, withHooksPort } from "../../../app/main/desktop/settings-effects.ts";
import type { Rule } from "../../../app/preload/contract/agent.ts";
import { defaultSettings, type Settings } from "../../../app/main/settings/model.ts";

test("a port given as a switch wins over the file, whatever the file says later, and 0 is such a port", () => {
  let inFile: Settings = defaultSettings;
  const current = withHooksPort(() => inFile, 0);
  expect(current().hooks.port).toBe(0);
  expect(current()).toBe(current());
  inFile = { ...defaultSettings, hooks: { ...defaultSettings.hooks, port: 5000, hosts: ["tunnel.example"] } };
  expect(current().hooks).toEqual({ port: 0, maxBodyBytes: 1_048_576, hosts: ["tunnel.example"] });
});

test("without the switch the file's settings are handed on as they are", () => {
  const current = withHooksPort(() => defaultSettings, null);
  expect(current()).toBe(defaultSettings);
});

test("a change reaches the schedules, the engine, the listener and the window, in that order; a taken port the terminal", async () => {
  const done: string[] = [];
  const apply = createSettingsEffects({
    remind: () => undefined,
    servers: { refresh: () => undefined },
    problems: () => [],
    rules: () => [],
    settings: () => ({
      ...defaultSettings,
      schedules: [{ name: "morning", cron: "0 9 * * *", zone: "UTC", everySeconds: null, catchUp: "latest", cap: 10 }],
    }),
    engine: {
      wake: () => void done.push("wake"),
      inbox: { hurryRetries: () => 0 },
      timers: {
        syncSchedules: (schedules, now) => {
          done.push(`sync ${schedules.map(({ name }) => name).join()} at ${now}`);
          return ["The schedule x stays as it was."];
        },
      },
    },
    listener: {
      start: async () => {
        done.push("listen");
        return { ok: false, sentence: "The port is taken." };
      },
    },
    say: (sentence) => void done.push(sentence),
    resolve: () => undefined,
    clock: { now: () => 100, monotonic: () => 0 },
    log: { info() {}, warn: (_facts, sentence) => void done.push(sentence), error() {} },
    changed: () => void done.push("changed"),
  });
  apply();
  expect(done).toEqual(["sync morning at 100", "The schedule x stays as it was.", "wake", "listen", "changed"]);
  await Promise.resolve();
  expect(done.at(-1)).toBe("The port is taken.");
});

test("a mistake in a file is told once to the log and the terminal, and again when it comes back", () => {
  const said: string[] = [];
  const logged: string[] = [];
  let problems = [{ file: "config.yaml" as const, line: 3 as number | null, reason: "There is no key outbx." }];
  const apply = createSettingsEffects({
    remind: () => undefined,
    servers: { refresh: () => undefined },
    settings: () => defaultSettings,
    problems: () => problems,
    rules: () => [],
    engine: { wake: () => undefined, inbox: { hurryRetries: () => 0 }, timers: { syncSchedules: () => [] } },
    listener: { start: async () => ({ ok: true, url: "http://127.0.0.1:1" }) },
    say: (sentence) => void said.push(sentence),
    resolve: () => undefined,
    clock: { now: () => 100, monotonic: () => 0 },
    log: { info() {}, warn: (_facts, sentence) => void logged.push(sentence), error() {} },
    changed: () => undefined,
  });
  apply();
  apply();
  expect(said).toEqual(["config.yaml, line 3: There is no key outbx."]);
  const standing = problems;
  problems = [];
  apply();
  problems = standing;
  apply();
  expect(said).toHaveLength(2);
  expect(logged).toEqual(said);
});

test("where it listens is told when it begins to listen there, not at each change; and again after it could not", async () => {
  const said: string[] = [];
  const at = (port: number) => ({ ok: true as const, url: `http://127.0.0.1:${port}` });
  const answers = [at(1), at(1), at(2), { ok: false as const, sentence: "The port is taken." }, at(2)];
  const apply = createSettingsEffects({
    remind: () => undefined,
    servers: { refresh: () => undefined },
    settings: () => defaultSettings,
    rules: () => [],
    problems: () => [],
    engine: { wake: () => undefined, inbox: { hurryRetries: () => 0 }, timers: { syncSchedules: () => [] } },
    listener: { start: async () => answers.shift() ?? at(0) },
    say: (sentence) => void said.push(sentence),
    resolve: () => undefined,
    clock: { now: () => 100, monotonic: () => 0 },
    log: { info() {}, warn() {}, error() {} },
    changed: () => undefined,
  });
  while (answers.length > 0) {
    apply();
    await Promise.resolve();
  }
  expect(said).toEqual([
    ...["Listening at http://127.0.0.1:1", "Listening at http://127.0.0.1:2"],
    ...["The port is taken.", "Listening at http://127.0.0.1:2"],
  ]);
});

test("changed rules and destinations make what backs off due at once, before the engine looks; the start and comments don't", () => {
  const done: string[] = [];
  const rule = (line: number, text: string): Rule => ({
    ...{ name: "Tell", line, on: "*", event: null, if: null },
    ending: { kind: "tell", text, urgent: false },
  });
  let rules = [rule(1, "a")];
  let settings = defaultSettings;
  const apply = createSettingsEffects({
    remind: () => undefined,
    servers: { refresh: () => undefined },
    settings: () => settings,
    rules: () => rules,
    problems: () => [],
    engine: {
      wake: () => void done.push("wake"),
      inbox: { hurryRetries: (now) => done.push(`hurry at ${now}`) },
      timers: { syncSchedules: () => [] },
    },
    listener: { start: async () => ({ ok: true, url: "http://127.0.0.1:1" }) },
    say: () => undefined,
    resolve: () => undefined,
    clock: { now: () => 100, monotonic: () => 0 },
    log: { info() {}, warn() {}, error() {} },
    changed: () => undefined,
  });
  const applied = (): string => {
    done.length = 0;
    apply();
    return done.join();
  };
  expect(applied()).toBe("wake");
  rules = [rule(5, "a")];
  expect(applied()).toBe("wake");
  rules = [rule(5, "b")];
  expect(applied()).toBe("hurry at 100,wake");
  expect(applied()).toBe("wake");
  settings = { ...settings, destinations: ["https://a.test"] };
  expect(applied()).toBe("hurry at 100,wake");
  const header = { name: "Authorization", value: "Bearer {secret}" };
  const credential = { name: "a", secret: "env:A", header, destinations: ["https://a.test"], expiresOn: null };
  settings = { ...settings, credentials: [credential] };
  expect(applied()).toBe("hurry at 100,wake");
});

test("every secret of the settings is looked up at once, so that its value is known before it is used", () => {
  const known: string[] = [];
  const source = {
    name: "a",
    kind: "token" as const,
    identicalBodies: "twin" as const,
    duringRun: "next" as const,
    expiresOn: null,
  };
  const header = { name: "Authorization", value: "Bearer {secret}" };
  const apply = createSettingsEffects({
    remind: () => undefined,
    servers: { refresh: () => undefined },
    settings: () => ({
      ...defaultSettings,
      sources: [{ ...source, secret: "env:A", nextSecret: "env:B" }],
      credentials: [{ name: "c", secret: "env:C", header, destinations: ["https://a.test"], expiresOn: null }],
    }),
    rules: () => [],
    problems: () => [],
    engine: { wake: () => undefined, inbox: { hurryRetries: () => 0 }, timers: { syncSchedules: () => [] } },
    listener: { start: async () => ({ ok: true, url: "http://127.0.0.1:1" }) },
    resolve: (reference) => void known.push(reference),
    say: () => undefined,
    clock: { now: () => 100, monotonic: () => 0 },
    log: { info() {}, warn() {}, error() {} },
    changed: () => undefined,
  });
  apply();
  expect(known.sort()).toEqual(["env:A", "env:B", "env:C"]);
});
