import { afterEach, expect, test } from "vitest";
import { createSettingsEffects, type EffectParts, withHooksPort } from "../../../app/main/desktop/settings-effects.ts";
import type { Rule } from "../../../app/preload/contract/agent.ts";
import { defaultSettings, type Settings } from "../../../app/main/settings/model.ts";
import { createWorld, endWorlds } from "../../support/engine.ts";

afterEach(endWorlds);

/** Parts that do nothing and say nothing. */
const quiet: EffectParts = {
  settings: () => defaultSettings,
  rules: () => [],
  problems: () => [],
  engine: {
    wake: () => undefined,
    settle: (work) => (work(), null),
    inbox: { hurryRetries: () => 0 },
    timers: { syncSchedules: () => [] },
  },
  listener: { start: async () => ({ ok: true, url: "http://127.0.0.1:1" }) },
  resolve: () => undefined,
  servers: { refresh: () => undefined },
  remind: () => undefined,
  say: () => undefined,
  clock: { now: () => 100, monotonic: () => 0 },
  log: { info() {}, warn() {}, error() {} },
  changed: () => undefined,
};

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
    ...quiet,
    settings: () => ({
      ...defaultSettings,
      schedules: [{ name: "morning", cron: "0 9 * * *", zone: "UTC", everySeconds: null, catchUp: "latest", cap: 10 }],
    }),
    engine: {
      ...quiet.engine,
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
    ...quiet,
    problems: () => problems,
    say: (sentence) => void said.push(sentence),
    log: { info() {}, warn: (_facts, sentence) => void logged.push(sentence), error() {} },
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
    ...quiet,
    listener: { start: async () => answers.shift() ?? at(0) },
    say: (sentence) => void said.push(sentence),
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
    ...quiet,
    settings: () => settings,
    rules: () => rules,
    engine: {
      ...quiet.engine,
      wake: () => void done.push("wake"),
      inbox: { hurryRetries: (now) => done.push(`hurry at ${now}`) },
      timers: { syncSchedules: () => [] },
    },
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
    urgent: [],
    expiresOn: null,
  };
  const header = { name: "Authorization", value: "Bearer {secret}" };
  const apply = createSettingsEffects({
    ...quiet,
    settings: () => ({
      ...defaultSettings,
      sources: [{ ...source, secret: "env:A", nextSecret: "env:B" }],
      credentials: [{ name: "c", secret: "env:C", header, destinations: ["https://a.test"], expiresOn: null }],
    }),
    resolve: (reference) => void known.push(reference),
  });
  apply();
  expect(known.sort()).toEqual(["env:A", "env:B", "env:C"]);
});

test("a start on a full disk goes on and says what it could not write; what was removed or edited does not fire as it was", async () => {
  const world = await createWorld();
  const every = (name: string, everySeconds: number): Settings["schedules"][number] => ({
    ...{ name, cron: null, zone: "UTC", everySeconds, catchUp: "latest", cap: 10 },
  });
  let schedules = [every("removed", 100), every("edited", 100), every("kept", 100)];
  const said: string[] = [];
  const reminded: number[] = [];
  const effects = () =>
    createSettingsEffects({
      ...quiet,
      settings: () => ({ ...defaultSettings, schedules }),
      engine: world.engine,
      clock: world.clock,
      say: (sentence) => void said.push(sentence),
      remind: () => void reminded.push(world.clock.now()),
    });
  effects()();
  world.engine.stop();
  await world.clock.advance(5000);
  schedules = [every("edited", 3000), every("kept", 100)];
  const [startedAt, refused] = [world.clock.now(), "SQLITE_FULL"];
  world.refuse = (point) => (point === "commit" ? refused : null);
  effects()();
  world.engine.start();
  await world.clock.settle();
  expect(world.engine.status()).toMatchObject({ state: "on", trouble: expect.stringMatching(/disk is full/) });
  expect(said.filter((one) => one.startsWith("The schedules"))).toEqual([
    expect.stringMatching(/^The schedules and reminders .* nothing fires until they are\. .*the disk is full/),
  ]);
  await world.clock.advance(130);
  expect(reminded).toEqual([startedAt - 5000]);
  world.refuse = () => null;
  await world.clock.advance(61);
  expect(world.engine.status().trouble).toBeNull();
  expect(reminded).toHaveLength(2);
  const fired = world
    .rows<{ source_id: string }>("select source_id from inbox where source = 'timer'")
    .map(({ source_id }) => source_id);
  expect(fired.length).toBeGreaterThan(0);
  expect(fired.join()).toContain("kept");
  expect(fired.join()).not.toMatch(/removed|edited/);
  expect(said.filter((one) => one.startsWith("The schedules"))).toHaveLength(1);
});

test("settings that are saved while the disk is full are trouble, not the end, and the last of them count", async () => {
  const world = await createWorld();
  let every = 100;
  const apply = createSettingsEffects({
    ...quiet,
    settings: () => ({
      ...defaultSettings,
      schedules: [{ name: "a", cron: null, zone: "UTC", everySeconds: every, catchUp: "latest", cap: 10 }],
    }),
    engine: world.engine,
    clock: world.clock,
  });
  world.refuse = (point) => (point === "commit" ? "SQLITE_FULL" : null);
  apply();
  expect(world.engine.status().trouble).toMatch(/disk is full/);
  every = 200;
  apply();
  world.refuse = () => null;
  await world.clock.advance(61);
  expect(world.engine.status().trouble).toBeNull();
  expect(world.rows("select every from timers where id = 'config:a'")).toEqual([{ every: 200 }]);
});
