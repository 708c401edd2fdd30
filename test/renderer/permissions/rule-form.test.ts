// What is typed as a rule: what can't be taken is said at its field, before anything is sent.
import { expect, test } from "vitest";
import { ruleOfForm, ruleProblems, startRule } from "../../../app/renderer/permissions/rule-form.ts";

const typed = (part: Partial<ReturnType<typeof startRule>>) => ({ ...startRule("new"), ...part });

test.each(["https://api.github.com", "http://127.0.0.1:9000", "api.github.com/repos"])(
  "a host that is written as an address is said to be one: %s",
  (host) => {
    expect(ruleProblems(typed({ host }))).toEqual({ host: expect.stringContaining("The host alone") });
  },
);

test.each(["", "api.github.com", "api.github.com:8443", "*.example.com", "[::1]:9000"])(
  "a host is taken: %s",
  (host) => {
    expect(ruleProblems(typed({ host }))).toEqual({});
  },
);

test("a rule that a card wrote for plain http keeps its host when it is edited", () => {
  expect(ruleProblems(typed({ host: "http://127.0.0.1:9000", exact: true }))).toEqual({});
});

test("methods are read with commas and spaces between them, once each, in capitals", () => {
  expect(ruleOfForm(typed({ methods: "get, POST get" })).methods).toEqual(["GET", "POST"]);
  expect(ruleProblems(typed({ methods: "get; post" }))).toHaveProperty("methods");
});
