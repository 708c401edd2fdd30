// Agent processes that lie, shout, fall silent or die: one failure with a clear sentence, and the next run works.
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { agentEntry, event, fakeAgent, hostOf, signal, tell } from "./support.ts";

const honest = (id: string, text = "ok") =>
  `say({ type: "decided", run: m.run, event: ${id}, decision: { kind: "message", rule: "Tell", text: "${text}", urgent: false }, worn: false });`;
const decided = `if (m.type === "event") { ${honest("m.event.id")} }`;

/** Behaves well for event 1, then as `second` says at event 2. `m` is the message that hands it over. */
const turning = (second: string) =>
  `hear((m) => { if (m.type !== "event") return; if (m.event.id === 1) { ${decided} } else { ${second} } });\nsay({ type: "ready" });`;

/** The call that the rule "Ask" makes. */
const asked = (args: string) =>
  `say({ type: "decided", run: m.run, event: 2, decision: { kind: "deferred", rule: "Ask", title: "Do it?", tool: "http.request", arguments: ${args}, windowSeconds: null }, worn: false });`;
const ask = tell("", null, {
  name: "Ask",
  ending: { kind: "ask", title: "Do it?", call: "http.request", with: {}, windowSeconds: null },
});

const lies: [name: string, second: string][] = [
  ["a text", 'say("rubbish");'],
  ["null", "say(null);"],
  ["an unknown type", 'say({ type: "do", what: "everything" });'],
  [
    "a decision with an extra key",
    'say({ type: "decided", run: m.run, event: 2, decision: { kind: "nothing", rule: null }, worn: false, and: 1 });',
  ],
  ["an empty message", honest("2", "")],
  ["a message beyond the bound", honest("2", "x".repeat(4001))],
  ["a rule that is not there", honest("2").replace("Tell", "Root")],
  ["urgency the rule does not have", honest("2").replace("urgent: false", "urgent: true")],
  [
    "a call the rule does not make",
    'say({ type: "decided", run: m.run, event: 2, decision: { kind: "deferred", rule: "Tell", title: "Pay?", tool: "http.request", arguments: {}, windowSeconds: null }, worn: false });',
  ],
  [
    "another run",
    'say({ type: "decided", run: 99, event: 2, decision: { kind: "nothing", rule: null }, worn: false });',
  ],
  ["an event of another run", honest("77")],
  ["the same event twice", honest("1")],
  ["the next event before it was asked", honest("3")],
  ["ready again", 'say({ type: "ready" });'],
  [
    "a megabyte",
    'say({ type: "decided", run: m.run, event: 2, decision: { kind: "nothing", rule: "x".repeat(1e6) }, worn: false });',
  ],
  ["a call with too deep arguments", `let a = 1; for (let i = 0; i < 100; i++) a = [a]; ${asked("{ a }")}`],
  ["a call with too many arguments", asked("{ a: Array(60000).fill(1) }")],
  ["a loop in itself", "const a = {}; a.a = a; say(a);"],
  ["deep nesting", "let a = 1; for (let i = 0; i < 500; i++) a = [a]; say({ type: a });"],
  ["a Map", "say(new Map([[1, 2]]));"],
  ["a flood", "for (let i = 0; i < 20000; i++) say({ type: 'ready' });"],
];

describe("nonsense", () => {
  test.each(lies)("%s ends the process and fails the event", async (_name, second) => {
    const { host, exits } = hostOf([tell("x"), ask], { entry: fakeAgent(turning(second)) });
    const report = await host.run(1, [event(1, {}), event(2, {}), event(3, {})], signal());
    expect(report.failure).toMatchObject({ kind: "nonsense", event: 2 });
    expect(report.failure?.sentence).toMatch(/^The agent process was stopped: .+ then Retry\.$/);
    expect([...report.decisions.keys()]).toEqual([1]);
    expect(await exits[0]).toMatchObject({ signal: "SIGKILL" });
  });

  test("is not what the same call with small arguments is", async () => {
    const { host } = hostOf([tell("x"), ask], { entry: fakeAgent(turning(asked("{ a: [[1]] }"))) });
    const report = await host.run(1, [event(1, {}), event(2, {})], signal());
    expect(report.failure).toBeNull();
    expect(report.decisions.get(2)).toMatchObject({ kind: "deferred", arguments: { a: [[1]] } });
  });

  test("while no run is on replaces the process before the next run", async () => {
    const path = fakeAgent(
      `hear((m) => { ${decided} if (m.type === "event") setTimeout(() => say("boo"), 0); });\nsay({ type: "ready" });`,
    );
    const { host, exits, launched, logged } = hostOf([tell("x")], { entry: path });
    expect((await host.run(1, [event(1, {})], signal())).failure).toBeNull();
    expect(await exits[0]).toMatchObject({ signal: "SIGKILL" });
    expect(logged.join()).toContain("makes no sense");
    expect((await host.run(2, [event(2, {})], signal())).decisions.size).toBe(1);
    expect(launched).toHaveLength(2);
  });

  test("before `ready` counts as well", async () => {
    const { host } = hostOf([tell("x")], { entry: fakeAgent('say({ type: "decided" });') });
    expect((await host.run(1, [event(1, {})], signal())).failure).toMatchObject({ kind: "nonsense", event: null });
  });
});

describe("silence", () => {
  test("at an event ends at the event's limit, also when the process ignores SIGTERM", async () => {
    const ignoring = `process.on("SIGTERM", () => {});\nsetInterval(() => {}, 1000);\n${turning("")}`;
    const { host, exits } = hostOf([tell("x")], { entry: fakeAgent(ignoring), limits: { eventMilliseconds: 200 } });
    const report = await host.run(1, [event(1, {}), event(2, {})], signal());
    expect(report.failure).toMatchObject({ kind: "timed_out", event: 2 });
    expect(report.failure?.sentence).toContain("longer than 0.2 s");
    expect(report.decisions.size).toBe(1);
    expect(await exits[0]).toMatchObject({ signal: "SIGKILL" });
  });

  test("at the start ends at the start's limit", async () => {
    const path = fakeAgent("setInterval(() => {}, 1000);");
    const { host, exits } = hostOf([tell("x")], { entry: path, limits: { startMilliseconds: 200 } });
    const report = await host.run(1, [event(1, {})], signal());
    expect(report.failure).toMatchObject({ kind: "unavailable", event: null });
    expect(report.failure?.sentence).toContain("not ready after 0.2 s");
    await exits[0];
  });

  test("in small doses ends at the run's limit", async () => {
    const slow = `hear((m) => { if (m.type === "event") setTimeout(() => { ${decided} }, 100); });\nsay({ type: "ready" });`;
    const limits = { eventMilliseconds: 10_000, runMilliseconds: 350 };
    const { host } = hostOf([tell("x")], { entry: fakeAgent(slow), limits });
    const events = Array.from({ length: 50 }, (_, index) => event(index, {}));
    const report = await host.run(1, events, signal());
    expect(report.failure).toMatchObject({ kind: "timed_out" });
    expect(report.failure?.sentence).toContain("in all");
    expect(report.decisions.size).toBeLessThan(5);
  });
});

describe("death", () => {
  test("in the middle of a run leaves what was decided", async () => {
    const { host } = hostOf([tell("x")], { entry: fakeAgent(turning("process.exit(3);")) });
    const report = await host.run(1, [event(1, {}), event(2, {}), event(3, {})], signal());
    expect(report.failure).toMatchObject({ kind: "died", event: 2 });
    expect(report.failure?.sentence).toContain("exit code 3");
    expect([...report.decisions.keys()]).toEqual([1]);
  });

  test("between runs is not the next run's failure", async () => {
    const { host, launched, exits } = hostOf([tell("x")]);
    await host.run(1, [event(1, {})], signal());
    process.kill(launched[0]?.pid ?? 0, "SIGKILL");
    await exits[0];
    expect((await host.run(2, [event(2, {})], signal())).failure).toBeNull();
    expect(launched).toHaveLength(2);
  });

  test("at the start is `unavailable`, and the run after it works once the cause is gone", async () => {
    const path = fakeAgent('throw new Error("no such module");');
    const { host, logged } = hostOf([tell("fixed")], { entry: path });
    const report = await host.run(1, [event(1, {})], signal());
    expect(report.failure).toMatchObject({ kind: "unavailable", event: null });
    expect(report.failure?.sentence).toContain("it ended at once (code 1)");
    expect(logged).toContain("The agent process ended.");
    writeFileSync(path, `await import(${JSON.stringify(agentEntry)});`);
    expect((await host.run(2, [event(1, {})], signal())).decisions.get(1)).toMatchObject({ text: "fixed" });
  });
});
