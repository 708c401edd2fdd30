// Saved rules are read by an agent process of their own: what it finds, and what becomes of it when that process misbehaves.
import { expect, onTestFinished, test } from "vitest";
import type { AgentLimits } from "../../../app/main/agenthost/limits.ts";
import { nodeLauncher } from "../../../app/main/agenthost/launch-node.ts";
import { createRuleCheck } from "../../../app/main/agenthost/rule-check.ts";
import type { Log } from "../../../app/main/engine/ports.ts";
import type { Rule } from "../../../app/preload/contract/agent.ts";
import { agentEntry, fakeAgent, type Launched, signal, tell, wait } from "./support.ts";

function checkerOf(options: { entry?: string; limits?: Partial<AgentLimits>; launchFails?: boolean } = {}) {
  const launched: Launched[] = [];
  const exits: Promise<unknown>[] = [];
  const logged: string[] = [];
  const note = (_facts: object, sentence: string): void => void logged.push(sentence);
  const log: Log = { info: note, warn: note, error: note };
  const launchNode = nodeLauncher(options.entry ?? agentEntry, process.env);
  const check = createRuleCheck({
    launch: () => {
      if (options.launchFails) throw new Error("no room");
      const agent = launchNode();
      launched.push(agent);
      exits.push(new Promise((resolve) => agent.onExit(resolve)));
      return agent;
    },
    ...{ wait, log },
    ...(options.limits ? { limits: options.limits } : {}),
  });
  // Every process of a check is gone when it is over.
  onTestFinished(() => Promise.all(exits).then(() => undefined));
  return { check, launched, exits, logged };
}

const silent: Rule = { name: "Silent", line: 1, on: "*", event: null, if: null, ending: { kind: "nothing" } };

test("the flaws of all rules, each with its rule's place, from one process that is gone afterwards", async () => {
  const { check, launched, exits } = checkerOf();
  const rules = [tell("fine"), tell("{{ a"), silent, tell("fine", "a = "), tell("{{ b }}", "b = 1")];
  const flaws = await check(rules, signal());
  expect(flaws.map(({ rule, path, line }) => [rule, path, line])).toEqual([
    [1, ["tell"], 1],
    [3, ["if"], 1],
  ]);
  expect(launched).toHaveLength(1);
  expect(await exits[0]).toMatchObject({ signal: "SIGKILL" });
});

test("rules with nothing to read need no process", async () => {
  const { check, launched } = checkerOf();
  expect(await check([silent, silent], signal())).toEqual([]);
  expect(launched).toHaveLength(0);
});

test("a process that can't be started is no fault of the rules: they are let through, and the log says so", async () => {
  const { check, logged } = checkerOf({ launchFails: true });
  expect(await check([tell("{{ a")], signal())).toEqual([]);
  expect(logged).toEqual([expect.stringContaining("could not be checked")]);
});

const ready = 'say({ type: "ready" });\n';
const well = 'say({ type: "checked", check: m.check, flaws: [] });';

test.each<[string, string, RegExp]>([
  [
    "dies",
    `hear((m) => { if (m.rule.name === "Bad") process.exit(1); ${well} });`,
    /^reading it ends the agent process/,
  ],
  [
    "says something else",
    `hear((m) => { if (m.rule.name === "Bad") say({ type: "decided" }); else { ${well} } });`,
    /^reading it ends/,
  ],
  [
    "answers another question",
    `hear((m) => { if (m.rule.name === "Bad") say({ type: "checked", check: 99, flaws: [] }); else { ${well} } });`,
    /^reading it ends/,
  ],
  ["falls silent", `hear((m) => { if (m.rule.name !== "Bad") { ${well} } });`, /^reading it takes longer than 0.3 s/],
])("a process that %s at a rule is tried once more; then that rule is the flaw", async (_how, source, reason) => {
  const entry = fakeAgent(source + ready);
  const { check, launched } = checkerOf({ entry, limits: { ruleMilliseconds: 300 } });
  const flaws = await check([tell("a"), tell("b", null, { name: "Bad" }), tell("c")], signal());
  expect(flaws).toEqual([{ rule: 1, path: [], line: null, reason: expect.stringMatching(reason) }]);
  expect(launched).toHaveLength(2);
});

test("a death that does not come again is chance: the rules are good", async () => {
  const folder = fakeAgent("");
  const entry = fakeAgent(
    `import { existsSync, writeFileSync } from "node:fs";
hear((m) => { if (!existsSync(${JSON.stringify(`${folder}.mark`)})) { writeFileSync(${JSON.stringify(`${folder}.mark`)}, ""); process.exit(1); } ${well} });
${ready}`,
  );
  const { check, launched } = checkerOf({ entry });
  expect(await check([tell("a"), tell("b")], signal())).toEqual([]);
  expect(launched).toHaveLength(2);
});

test("a whole check that takes too long ends, and names the rule it was at", async () => {
  const entry = fakeAgent(`hear((m) => { if (m.check === 0) { ${well} } });${ready}`);
  const { check } = checkerOf({ entry, limits: { ruleMilliseconds: 60_000, checkMilliseconds: 400 } });
  const flaws = await check([tell("a"), tell("b")], signal());
  expect(flaws).toEqual([{ rule: 1, path: [], line: null, reason: expect.stringContaining("longer than 0.4 s") }]);
});

test("a check that newer rules have made needless ends at once, with its process", async () => {
  const { check, launched, exits } = checkerOf({ entry: fakeAgent(ready) });
  const abort = new AbortController();
  const answer = check([tell("a")], abort.signal);
  abort.abort();
  expect(await answer).toEqual([]);
  await Promise.all(exits);
  const gone = new AbortController();
  gone.abort();
  expect(await check([tell("a")], gone.signal)).toEqual([]);
  expect(launched).toHaveLength(1);
});

test("a thousand rules are read in a moment", async () => {
  const { check } = checkerOf();
  const rules = Array.from({ length: 1000 }, (_, n) => tell(`{{ a${n} | upcase }}`, `a${n} = 1 and $contains(b, 'x')`));
  expect(await check(rules, signal())).toEqual([]);
});
