// Rules first, also for what comes while a model thinks: in the same real process, in its limits.
import { expect, test } from "vitest";
import type { AgentLimits } from "../../../app/main/agenthost/limits.ts";
import type { ClaimedEvent } from "../../../app/main/engine/inbox/events.ts";
import type { AgentReport, Thinking, ThoughtBrief } from "../../../app/main/engine/worker/ports.ts";
import { byTurn, say } from "../../support/model-server/script.ts";
import { scriptedModel } from "../../support/thinker.ts";
import { event, fakeAgent, hostOf, signal, tell } from "./support.ts";

const brief: ThoughtBrief = {
  ...{ subject: 1, tools: [], transcript: [], note: null, now: 1_800_000_000 },
  model: { provider: "anthropic", name: "scripted", maxOutputTokens: 1000, contextTokens: 100_000, runSeconds: 600 },
  events: [],
};
const first = {
  ...{ id: 1, source: "github", kind: "github", event: "issues", payload: "{}", trusted: false, receivedAt: 1 },
  findings: [],
};

/** Thinks, and hands over `came` with the first entry. */
async function think(rules: Parameters<typeof hostOf>[0], came: ClaimedEvent[], limits: Partial<AgentLimits> = {}) {
  const { host } = hostOf(rules, { limits });
  const model = scriptedModel(byTurn([say("One."), say("Two.")]));
  let ruled: AgentReport | null = null;
  let entries = 0;
  const deciding: Promise<AgentReport>[] = [];
  const thinking: Thinking = {
    ask: (body) => model.ask({ session: "s", run: 1, body }, signal()),
    append: async (_entry, decide) => {
      entries += 1;
      if (entries > 1) return { id: entries, firstCall: null, arrived: [] };
      const decided = decide(came);
      deciding.push(decided);
      ruled = await decided;
      if (ruled.failure !== null) return null;
      const left = came.filter(({ id }) => ruled?.decisions.get(id)?.kind === "nothing");
      return { id: 1, firstCall: null, arrived: left.map((one) => ({ ...first, id: one.id, payload: one.payload })) };
    },
    callTool: async () => ({ outcome: "failed", reason: "none" }),
  };
  const thought = await host.think(1, { ...brief, events: [first] }, thinking, signal());
  await Promise.all(deciding);
  return { thought, ruled: ruled as AgentReport | null, requests: model.requests };
}

test("what a rule wants is decided by it, and the model hears of the rest in the same run", async () => {
  const came = [event(2, { title: "for the rule" }), event(3, { title: "for the model" })];
  const { thought, ruled, requests } = await think([tell("{{ title }}", "title = 'for the rule'")], came);
  expect(thought).toEqual({ kind: "ended", text: "One." });
  expect(ruled?.decisions.get(2)).toMatchObject({ kind: "message", text: "for the rule" });
  expect(ruled?.decisions.get(3)).toEqual({ kind: "nothing", rule: null });
  expect(requests[0]?.text).toContain("for the model");
  expect(requests[0]?.text).not.toContain("for the rule");
});

test("one that hangs a rule ends the process, and is to blame for itself", async () => {
  const endless = tell("{{ title }}", "($f := function($n) { $f($n + 1) }; $f(0))");
  // Less than the agent process gives a condition before it cuts it itself.
  const { thought, ruled } = await think([endless], [event(2, {})], { eventMilliseconds: 200 });
  expect(thought).toMatchObject({ kind: "lost", failure: { kind: "timed_out", event: 2 } });
  expect(ruled?.failure).toMatchObject({ kind: "timed_out", event: 2 });
});

test("a run that takes all its time ends by its limit, and nobody is to blame", async () => {
  const { host } = hostOf([]);
  const thinking: Thinking = {
    ask: () => new Promise(() => undefined),
    append: async () => ({ id: 1, firstCall: null, arrived: [] }),
    callTool: async () => ({ outcome: "failed", reason: "none" }),
  };
  const short = { ...brief, events: [first], model: { ...brief.model, runSeconds: 1 } };
  const thought = await host.think(1, short, thinking, signal());
  expect(thought).toEqual({
    kind: "limit",
    sentence: expect.stringContaining("this run has taken 1 s, which is its limit"),
  });
});

test.each([
  [
    "it dies",
    `process.exit(9);`,
    /^The agent process ended \(exit code 9\) while it carried on a run of the model\. Look/,
  ],
  [
    "its heap is full",
    `process.abort();`,
    /while it carried on a run of the model\. This is how it ends when the model's session .* more than 192 MB of memory\. Look/,
  ],
  [
    "it makes no sense",
    `say("boo");`,
    /^The agent process was stopped: it said something that makes no sense\. Nothing/,
  ],
  [
    "it takes too much memory",
    ``,
    /^The agent process was stopped: carrying on a run of the model took 64 MB of memory, and 32 MB is its limit\. Look/,
  ],
])(
  "while a model thinks, %s: the sentence is of the run and its session, not of rules",
  async (_name, act, sentence) => {
    const entry = fakeAgent(`hear((m) => { if (m.type === "think") { ${act} } });\nsay({ type: "ready" });`);
    const { host } = hostOf([], {
      ...{ entry, limits: { sampleMilliseconds: 20, memoryBytes: 32 * 1024 * 1024 } },
      memoryOf: () => (act === "" ? 64 * 1024 * 1024 : null),
    });
    const thinking: Thinking = {
      ask: () => new Promise(() => undefined),
      append: async () => null,
      callTool: async () => ({ outcome: "failed", reason: "none" }),
    };
    const thought = await host.think(1, { ...brief, events: [first] }, thinking, signal());
    expect(thought).toMatchObject({ kind: "lost", failure: { event: 1, sentence: expect.stringMatching(sentence) } });
    const said = thought.kind === "lost" ? thought.failure.sentence : "";
    expect(said).not.toMatch(/rule/);
    expect(said).toMatch(/Look at the run in Activity; Retry goes on where it was\.$/);
  },
);
