// Rules are checked in their texts before they count: with the real agent process, from the file to what the window is told.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeLauncher } from "../../../app/main/agenthost/launch-node.ts";
import { createRuleCheck } from "../../../app/main/agenthost/rule-check.ts";
import type { RuleFlaw } from "../../../app/main/settings/settings.ts";
import type { Rule } from "../../../app/preload/contract/agent.ts";
import { agentEntry, wait } from "../agenthost/support.ts";
import { open, profileWith, quiet } from "./support.ts";

const realCheck = () => createRuleCheck({ launch: nodeLauncher(agentEntry, process.env), wait, log: quiet });
const good = "- { name: Good, on: a, tell: hi }\n";
const broken = `# mine
- name: Fine
  on: a
  tell: hi
- name: Broken
  on: a
  if: (b = 1
  tell: |
    one
    two {{ x | nope }}
`;

test("a broken condition and a broken text are found on save, with rule, line and what to do; the last good rules stay", async () => {
  const { settings, path, until } = open({ "rules.yaml": good }, undefined, { checkRules: realCheck() });
  await settings.rulesOnceChecked();
  writeFileSync(path("rules.yaml"), broken);
  await until(() => settings.problems().length > 0);
  expect(settings.problems().map(({ line, reason }) => [line, reason])).toEqual([
    [
      7,
      expect.stringMatching(
        /^The rule "Broken" can not be used: its `if` can not be read \(at character 6\): .* Mend the condition\.$/,
      ),
    ],
    [
      10,
      expect.stringMatching(
        /^The rule "Broken" can not be used: its `tell` can not be read \(at line 2 of it, character 5\): there is no filter `nope`\./,
      ),
    ],
    [
      null,
      "Until it is mended, the rules from before stay in force: what was removed from it since then is still in force.",
    ],
  ]);
  expect(settings.rules().map(({ name }) => name)).toEqual(["Good"]);
  writeFileSync(path("rules.yaml"), broken.replace("(b = 1", "b = 1").replace(" | nope", ""));
  await until(() => settings.problems().length === 0);
  expect(settings.rules().map(({ name }) => name)).toEqual(["Fine", "Broken"]);
});

test("at the first start with a broken rule the default rules are in force, and no run meets others before it is known", async () => {
  const { settings } = open({ "rules.yaml": broken }, undefined, { checkRules: realCheck() });
  const rules = await settings.rulesOnceChecked();
  expect(rules.length).toBeGreaterThan(3);
  expect(settings.rules()).toBe(rules);
  expect(settings.problems().at(-1)?.reason).toContain("default rules are in force");
  expect(settings.problems()[0]?.line).toBe(7);
});

test("at a later start with a broken rule those from before are in force", async () => {
  const profile = profileWith({ "rules.yaml": good });
  const first = open({}, profile, { checkRules: realCheck() });
  await first.settings.rulesOnceChecked();
  first.settings.close();
  writeFileSync(join(profile, "rules.yaml"), broken);
  const { settings } = open({}, profile, { checkRules: realCheck() });
  expect((await settings.rulesOnceChecked()).map(({ name }) => name)).toEqual(["Good"]);
  expect(settings.problems().at(-1)?.reason).toMatch(/the rules of .* stay in force/);
});

/** A check that answers when the test says so. */
function slowCheck() {
  const asked: { rules: Rule[]; answer: (flaws: RuleFlaw[]) => void }[] = [];
  const checkRules = (rules: Rule[]) => new Promise<RuleFlaw[]>((answer) => void asked.push({ rules, answer }));
  return { asked, checkRules };
}

test("a run at the first start waits for the file's own rules; one that was checked before, and ours, wait for nothing", async () => {
  const profile = profileWith({ "rules.yaml": good });
  const { asked, checkRules } = slowCheck();
  const { settings, changes } = open({}, profile, { checkRules });
  const waiting = settings.rulesOnceChecked();
  expect(waiting).toBeInstanceOf(Promise);
  asked[0]?.answer([]);
  expect((await waiting).map(({ name }) => name)).toEqual(["Good"]);
  expect([settings.problems(), changes()]).toEqual([[], 1]);
  expect(settings.rulesOnceChecked()).toBe(settings.rules());
  settings.close();
  expect(open({}, profile, { checkRules }).settings.rulesOnceChecked()).toHaveLength(1);
  expect(Array.isArray(open({}, profileWith(), { checkRules }).settings.rulesOnceChecked())).toBe(true);
  expect(asked).toHaveLength(1);
});

test("the form of the file is told without asking, and nothing is asked about a broken one", async () => {
  const { asked, checkRules } = slowCheck();
  const { settings, path, until } = open({}, undefined, { checkRules });
  writeFileSync(path("rules.yaml"), "- on: a\n");
  await until(() => settings.problems().length > 0);
  expect(asked).toEqual([]);
});
