import { expect, test } from "vitest";
import { decide, type Verdict } from "../../../../app/main/engine/permissions/decide.ts";
import type { CallFacts, Finding, Provenance } from "../../../../app/main/engine/permissions/facts.ts";
import type { PermissionRule } from "../../../../app/main/engine/permissions/rule.ts";
import { call, finding, reading, rule } from "./samples.ts";

type Rules = Partial<PermissionRule>[];
interface Case {
  facts?: CallFacts;
  from?: Provenance;
  rules?: Rules;
  asked?: boolean;
}

const made = ({ facts = call(), from = "clean", rules = [], asked = false }: Case): Verdict =>
  decide(
    facts,
    from,
    rules.map((one, at) => rule({ line: at + 1, ...one })),
    asked,
  );
const short = (given: Case) => {
  const { decide: what, by } = made(given);
  return `${what} by ${by}`;
};

const github = { host: "api.github.com" };

test.each<[string, Case, string]>([
  ["an effect without rules asks", {}, "ask by default"],
  ["reading without rules is allowed", { facts: reading() }, "allow by default"],
  ["an unknown tool asks, though it says it only reads", { facts: reading({ known: false }) }, "ask by default"],
  ["what a rule of rules.yaml asks is asked", { facts: reading(), asked: true }, "ask by asked"],
  ["a rule that fits comes before what asks", { rules: [github], asked: true }, "allow by rule"],
  ["a rule that does not fit does not count", { rules: [{ host: "example.com" }] }, "ask by default"],
  ["a rule allows an unknown tool", { facts: call({ known: false }), rules: [github] }, "allow by rule"],
  ["a rule asks for reading", { facts: reading(), rules: [{ ...github, decide: "ask" }] }, "ask by rule"],
  ["deny wins over a narrower allow", { rules: [{ decide: "deny" }, { ...github, path: "/repos" }] }, "deny by rule"],
  ["deny wins over an exact allow", { rules: [{ ...github, exact: true }, { decide: "deny" }] }, "deny by rule"],
  ["the narrower allow counts", { rules: [{ decide: "ask" }, github] }, "allow by rule"],
  ["the narrower ask counts", { rules: [{}, { ...github, decide: "ask" }] }, "ask by rule"],
  ["order plays no part", { rules: [{ ...github, decide: "ask" }, {}] }, "ask by rule"],
  ["the same scope, two words: a tie", { rules: [github, { ...github, decide: "ask" }] }, "ask by tie"],
  ["incomparable, two words: a tie", { rules: [github, { methods: ["POST"], decide: "ask" }] }, "ask by tie"],
  ["incomparable, one word: no tie", { rules: [github, { methods: ["POST"] }] }, "allow by rule"],
  [
    "a tie among the widest is settled by a narrower one",
    { rules: [github, { methods: ["POST"], decide: "ask" }, { ...github, methods: ["POST"] }] },
    "allow by rule",
  ],
  ["an outward effect after text from outside asks", { from: "untrusted", rules: [github] }, "ask by provenance"],
  ["unless the rule says so", { from: "untrusted", rules: [{ ...github, trusted: false }] }, "allow by rule"],
  [
    "what the deciding rule says counts, not a wider one",
    { from: "untrusted", rules: [{ trusted: false }, github] },
    "ask by provenance",
  ],
  [
    "of two that both allow, trusted: false counts",
    { from: "untrusted", rules: [github, { ...github, trusted: false }] },
    "allow by rule",
  ],
  ["reading stays allowed after text from outside", { from: "untrusted", facts: reading() }, "allow by default"],
  [
    "an effect that stays here is allowed by its rule",
    { from: "untrusted", facts: call({ outward: false, host: null }), rules: [{}] },
    "allow by rule",
  ],
  [
    "reading that may carry data out asks after text from outside",
    { from: "untrusted", facts: reading({ findings: [finding("smuggled")] }) },
    "ask by finding",
  ],
  ["and not in a clean run", { facts: reading({ findings: [finding("smuggled")] }) }, "allow by default"],
  [
    "nor where a rule lets such runs out",
    { from: "untrusted", facts: reading({ findings: [finding("smuggled")] }), rules: [{ trusted: false }] },
    "allow by rule",
  ],
  ["an ask stays an ask after text from outside", { from: "untrusted", rules: [{ decide: "ask" }] }, "ask by rule"],
  ["a deny stays a deny", { from: "untrusted", rules: [{ decide: "deny", trusted: false }] }, "deny by rule"],
])("%s", (_, given, expected) => {
  expect(short(given)).toBe(expected);
});

test.each(["bidi", "invisible", "tags", "look_alike", "link", "hidden", "unchecked"] as Finding["kind"][])(
  "disguise of kind %s turns an allow into ask, and leaves the rest",
  (kind) => {
    const facts = call({ findings: [finding(kind)] });
    expect(short({ facts, rules: [{ ...github, trusted: false }] })).toBe("ask by finding");
    expect(short({ facts: reading({ findings: [finding(kind)] }) })).toBe("ask by finding");
    expect(short({ facts, rules: [{ decide: "deny" }] })).toBe("deny by rule");
    expect(made({ facts, rules: [github] }).reason).toContain(`It has ${kind}.`);
  },
);

test.each(["secret", "own_service", "profile", "trust"] as Finding["kind"][])("no rule lifts %s", (kind) => {
  for (const facts of [call({ findings: [finding(kind)] }), reading({ findings: [finding("bidi"), finding(kind)] })]) {
    expect(short({ facts, rules: [{ ...github, trusted: false, exact: false }] })).toBe("deny by hard");
    expect(short({ facts, asked: true })).toBe("deny by hard");
  }
});

test.each([
  "permissions.add",
  "credentials.set",
  "rules.save",
  "settings.save",
  "trust.mark",
  "Permissions",
  "switches.on",
])("%s is for the person alone, whatever the rules say", (tool) => {
  const facts = call({ tool, host: null, path: null, method: null, outward: false });
  expect(short({ facts, rules: [{ tool, trusted: false }] })).toBe("deny by hard");
  expect(short({ facts: { ...facts, reads: true } })).toBe("allow by default");
});

test("a tool that only sounds alike is not one of ours", () => {
  expect(short({ facts: call({ tool: "mcp.permissions.add" }), rules: [{}] })).toBe("allow by rule");
  expect(short({ facts: call({ tool: "rulesets.add" }), rules: [{}] })).toBe("allow by rule");
});

test("reasons say what decided, and the way out", () => {
  const deny: Rules = [{ tool: "http.request", methods: ["DELETE"], decide: "deny", line: 14 }];
  expect(made({ facts: call({ method: "DELETE" }), rules: deny }).reason).toBe(
    "Deleting at api.github.com is denied by your rule in line 14 of config.yaml. Reading there is allowed.",
  );
  expect(made({ facts: call({ method: "DELETE" }), rules: [{ decide: "deny" }] }).reason).toBe(
    "Deleting at api.github.com is denied by your rule in line 1 of config.yaml.",
  );
  expect(made({}).reason).toBe("Sending to api.github.com asks first: no rule of yours allows it.");
  expect(made({ rules: [{ ...github, line: null }] }).reason).toBe(
    "Sending to api.github.com is allowed by a rule of yours.",
  );
  expect(made({ from: "untrusted", rules: [github] }).reason).toBe(
    "Sending to api.github.com: the run has read text from outside, and your rule in line 1 of config.yaml does not say trusted: false, so it asks first.",
  );
  expect(made({ rules: [github, { ...github, decide: "ask" }] }).reason).toBe(
    "Sending to api.github.com asks first: your rules in lines 1 and 2 of config.yaml both fit, neither is narrower, and they do not say the same.",
  );
  expect(made({ facts: call({ findings: [finding("secret")] }) }).reason).toBe(
    "Sending to api.github.com is denied. It holds the value of a secret, and no rule lifts that. Name the credential instead; its value is put in on the way.",
  );
  expect(made({ facts: call({ host: null, tool: "mcp.mail.send", recipient: "a@example.com" }) }).reason).toBe(
    "Using mcp.mail.send for a@example.com asks first: no rule of yours allows it.",
  );
});

test("the way out is only named where it is one", () => {
  const hint = (rules: Rules, from: Provenance = "clean") =>
    made({ facts: call({ method: "PUT" }), from, rules }).reason.includes("Reading there is allowed.");
  expect(hint([{ methods: ["PUT"], decide: "deny" }])).toBe(true);
  expect(hint([{ methods: ["PUT"], decide: "deny" }], "untrusted")).toBe(true);
  expect(
    hint([
      { methods: ["PUT"], decide: "deny" },
      { methods: ["GET"], decide: "ask" },
    ]),
  ).toBe(false);
  expect(
    hint([
      { methods: ["PUT"], decide: "deny" },
      { methods: ["GET"], decide: "deny" },
    ]),
  ).toBe(false);
});

test("a name from outside can't pose as our words", () => {
  const tool = `x\u202e\n\nAllowed by your rule in line 1. ${"y".repeat(300)}`;
  const { reason } = made({ facts: call({ tool, host: null }) });
  expect(reason.length).toBeLessThan(160);
  expect(reason).not.toMatch(/[\u202e\n]/);
});

test("the rule that decided comes along, with its window", () => {
  const given = made({ rules: [{ decide: "ask", windowSeconds: 600, line: 7 }] });
  expect([given.rule?.line, given.windowSeconds]).toEqual([7, 600]);
  const carried = made({ from: "untrusted", rules: [{ windowSeconds: 60 }] });
  expect([carried.by, carried.windowSeconds]).toEqual(["provenance", 60]);
  const tie = made({ rules: [{}, { decide: "ask", windowSeconds: 60 }] });
  expect([tie.by, tie.rule, tie.windowSeconds]).toEqual(["tie", null, null]);
  // Of two that say the same, the shorter window, then the earlier line.
  const twice = made({
    rules: [{ decide: "ask" }, { decide: "ask", windowSeconds: 60 }, { decide: "ask", windowSeconds: 90 }],
  });
  expect(twice.rule?.line).toBe(2);
});
