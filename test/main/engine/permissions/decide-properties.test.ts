import { fc, test as property } from "@fast-check/vitest";
import { expect } from "vitest";
import { decide, type Verdict } from "../../../../app/main/engine/permissions/decide.ts";
import { isNarrower, matches } from "../../../../app/main/engine/permissions/matching.ts";
import { anyFacts, anyRule, scene } from "./samples.ts";

// @fast-check/vitest prints the seed and the path of a failure; `{ seed, path }` beside `numRuns` replays it.
const runs = { numRuns: 3000 };
const rank = (verdict: Verdict) => ["allow", "ask", "deny"].indexOf(verdict.decide);

property.prop([scene], runs)("any deny that fits wins", ({ facts, provenance, rules, asked }) => {
  const denied = rules.some((rule) => rule.decide === "deny" && matches(rule, facts));
  const { decide: what, by } = decide(facts, provenance, rules, asked);
  if (denied) expect(what).toBe("deny");
  else if (what === "deny") expect(by).toBe("hard");
});

property.prop([scene, anyRule, fc.nat()], runs)(
  "adding a deny never loosens",
  ({ facts, provenance, rules, asked }, more, at) => {
    const before = decide(facts, provenance, rules, asked);
    const added = rules.toSpliced(at % (rules.length + 1), 0, { ...more, decide: "deny" });
    expect(rank(decide(facts, provenance, added, asked))).toBeGreaterThanOrEqual(rank(before));
  },
);

property.prop([scene, anyRule], runs)(
  "adding a rule that asks never makes an allow",
  ({ facts, provenance, rules, asked }, more) => {
    const before = decide(facts, provenance, rules, asked);
    const after = decide(facts, provenance, [...rules, { ...more, decide: "ask" }], asked);
    expect(rank(after)).toBeGreaterThanOrEqual(rank(before));
  },
);

property.prop([scene], runs)(
  "no outward effect is allowed in an untrusted run, unless the deciding rule says trusted: false",
  ({ facts, rules, asked }) => {
    const { decide: what, rule } = decide(facts, "untrusted", rules, asked);
    if (what === "allow" && facts.outward && !facts.reads) {
      expect(rule).not.toBeNull();
      expect(rule?.trusted).toBe(false);
    }
  },
);

property.prop([scene], runs)("text from outside never loosens", ({ facts, rules, asked }) => {
  expect(rank(decide(facts, "untrusted", rules, asked))).toBeGreaterThanOrEqual(
    rank(decide(facts, "clean", rules, asked)),
  );
});

property.prop([scene], runs)("findings never loosen", ({ facts, provenance, rules, asked }) => {
  const without = decide({ ...facts, findings: [] }, provenance, rules, asked);
  expect(rank(decide(facts, provenance, rules, asked))).toBeGreaterThanOrEqual(rank(without));
});

property.prop([scene, fc.infiniteStream(fc.nat())], runs)(
  "the order of the rules plays no part",
  ({ facts, provenance, rules, asked }, order) => {
    const shuffled = rules
      .map((rule) => ({ rule, at: order.next().value }))
      .sort((a, b) => a.at - b.at)
      .map(({ rule }) => rule);
    const [one, two] = [decide(facts, provenance, rules, asked), decide(facts, provenance, shuffled, asked)];
    expect([two.decide, two.by, two.rule?.trusted, two.windowSeconds]).toEqual([
      one.decide,
      one.by,
      one.rule?.trusted,
      one.windowSeconds,
    ]);
  },
);

property.prop([scene], runs)(
  "the deciding rule fits, and none that fits and decides otherwise is narrower",
  ({ facts, provenance, rules, asked }) => {
    const { rule, by } = decide(facts, provenance, rules, asked);
    if (by === "rule") expect(rule).not.toBeNull();
    if (rule === null) return;
    expect(matches(rule, facts)).toBe(true);
    if (rule.decide === "deny") return;
    expect(rules.filter((other) => matches(other, facts) && isNarrower(other, rule))).toEqual([]);
  },
);

property.prop([anyFacts, fc.boolean()], runs)("without rules only known readings are allowed", (facts, asked) => {
  const { decide: what } = decide(facts, "clean", [], asked);
  if (what === "allow") expect([facts.reads, facts.known, asked]).toEqual([true, true, false]);
  else if (what === "ask") expect(facts.reads && facts.known && !asked && facts.findings.length === 0).toBe(false);
});
