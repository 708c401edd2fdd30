// Time limits when main itself stood still: the answer that lay in the pipe counts, an answer that never came does not.
import { expect, test } from "vitest";
import { createAgentHost } from "../../../app/main/agenthost/agent-host.ts";
import type { AgentExit, AgentProcess } from "../../../app/main/agenthost/agent-process.ts";
import { defaultLimits } from "../../../app/main/agenthost/limits.ts";
import { graceMilliseconds } from "../../../app/main/agenthost/patience.ts";
import type { Log, Wait } from "../../../app/main/engine/ports.ts";
import type { ToAgent } from "../../../app/preload/contract/agent.ts";
import { event, signal, tell } from "./support.ts";

const quiet = (): void => undefined;
const log: Log = { info: quiet, warn: quiet, error: quiet };

/** Waits that end when the test says so. */
function handClock() {
  const waits = new Map<() => void, number>();
  const wait: Wait = (ms, wake) => {
    waits.set(wake, ms);
    return () => waits.delete(wake);
  };
  const pass = (ms: number): number => {
    const due = [...waits].filter(([, length]) => length === ms);
    for (const [wake] of due) {
      waits.delete(wake);
      wake();
    }
    return due.length;
  };
  return { wait, pass, waits };
}

/** A process that says what the test makes it say; `deaf` ones outlive a kill. */
function puppet(deaf = false) {
  const posted: ToAgent[] = [];
  const exits: ((exit: AgentExit) => void)[] = [];
  let kills = 0;
  let hear: (message: unknown) => void = quiet;
  const agent: AgentProcess = {
    post: (message) => void posted.push(message),
    onMessage: (listener) => {
      hear = listener;
    },
    onExit: (listener) => void exits.push(listener),
    kill() {
      kills += 1;
      if (!deaf) for (const exit of exits) exit({ code: null, signal: "SIGKILL", detail: "" });
    },
  };
  return { agent, posted, say: (message: unknown) => hear(message), kills: () => kills };
}

const decided = (id: number) => ({
  type: "decided",
  run: 1,
  event: id,
  decision: { kind: "message", rule: "Tell", text: "x", urgent: false },
  worn: false,
});

test("an answer that came while main stood still is heard before the limit strikes", async () => {
  const clock = handClock();
  const { agent, say, kills } = puppet();
  const host = createAgentHost({ launch: () => agent, rules: () => [tell("x")], wait: clock.wait, log });
  const running = host.run(1, [event(1, {})], signal());
  say({ type: "ready" });
  expect(clock.pass(defaultLimits.eventMilliseconds)).toBe(1);
  expect(clock.pass(defaultLimits.runMilliseconds)).toBe(1);
  say(decided(1));
  expect(await running).toMatchObject({ failure: null });
  expect(clock.pass(graceMilliseconds)).toBe(0);
  expect(kills()).toBe(0);
  expect(clock.waits.size).toBe(0);
});

test("no answer within limit and grace ends the process, and its late answer is not heard", async () => {
  const clock = handClock();
  const { agent, say, kills } = puppet();
  const host = createAgentHost({ launch: () => agent, rules: () => [tell("x")], wait: clock.wait, log });
  const running = host.run(1, [event(1, {})], signal());
  say({ type: "ready" });
  clock.pass(defaultLimits.eventMilliseconds);
  expect(kills()).toBe(0);
  clock.pass(graceMilliseconds);
  say(decided(1));
  expect(await running).toMatchObject({ decisions: new Map(), failure: { kind: "timed_out", event: 1 } });
  expect(kills()).toBe(1);
  expect(clock.waits.size).toBe(0);
});

test("the limit starts anew for each event", async () => {
  const clock = handClock();
  const { agent, say, posted } = puppet();
  const host = createAgentHost({ launch: () => agent, rules: () => [tell("x")], wait: clock.wait, log });
  const running = host.run(1, [event(1, {}), event(2, {})], signal());
  say({ type: "ready" });
  clock.pass(defaultLimits.eventMilliseconds);
  say(decided(1));
  expect(clock.pass(graceMilliseconds)).toBe(0);
  expect(posted.map((message) => (message.type === "event" ? message.event.id : message.type))).toEqual(["run", 1, 2]);
  say(decided(2));
  expect((await running).decisions.size).toBe(2);
});

test("a killed process that still lives is killed again, and said", async () => {
  const clock = handClock();
  const errors: string[] = [];
  const { agent, say, kills } = puppet(true);
  const host = createAgentHost({
    launch: () => agent,
    rules: () => [tell("x")],
    wait: clock.wait,
    log: { ...log, error: (_facts, sentence) => void errors.push(sentence) },
  });
  const abort = new AbortController();
  const running = host.run(1, [event(1, {})], abort.signal);
  say({ type: "ready" });
  abort.abort();
  await running;
  clock.pass(defaultLimits.killMilliseconds);
  expect(kills()).toBe(2);
  expect(errors).toEqual(["A killed agent process still lives; it is killed again."]);
});

test("a launcher that throws makes the run unavailable, with its reason", async () => {
  const clock = handClock();
  const launch = () => {
    throw new Error("no such file");
  };
  const host = createAgentHost({ launch, rules: () => [tell("x")], wait: clock.wait, log });
  const report = await host.run(1, [event(1, {})], signal());
  expect(report.failure).toMatchObject({ kind: "unavailable" });
  expect(report.failure?.sentence).toContain("could not be started: no such file.");
  expect(clock.waits.size).toBe(0);
});

test("calls do not stop the run's clock for good: what it works between them adds up, what they take does not", async () => {
  const clock = handClock();
  const { agent, say } = puppet();
  const limits = { runMilliseconds: 1000, sampleMilliseconds: 260 };
  const host = createAgentHost({ launch: () => agent, rules: () => [], wait: clock.wait, log, limits });
  let settled = false;
  let answer = quiet;
  const running = host.run(1, [event(1, {})], signal(), async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { outcome: "failed", reason: "no" };
  });
  void running.then(() => {
    settled = true;
  });
  say({ type: "ready" });
  for (let index = 0; index < 3; index++) {
    clock.pass(260);
    say({ type: "call", run: 1, event: 1, index, title: "x", tool: "x", arguments: {} });
    // The call takes long, and that is not the process's time.
    for (let slice = 0; slice < 20; slice++) clock.pass(260);
    answer();
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  }
  expect(settled).toBe(false);
  clock.pass(260);
  expect((await running).failure).toMatchObject({ kind: "timed_out", event: 1 });
});
