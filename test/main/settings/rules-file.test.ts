import { describe, expect, test } from "vitest";
import { defaultRules } from "../../../app/main/settings/default-rules.ts";
import { readRules } from "../../../app/main/settings/rules-file.ts";

const rules = (text: string) => {
  const result = readRules(text);
  if (!result.ok) throw new Error(JSON.stringify(result.flaws));
  return result.rules;
};
const flaws = (text: string) => {
  const result = readRules(text);
  return result.ok ? [] : result.flaws;
};

const example = `# mine
- name: New issues
  on: github
  event: issues
  if: action = 'opened'
  tell: "{{ repository.full_name }}#{{ issue.number }}: {{ issue.title }}"
- name: Broken main
  on: github
  if: action = 'completed' and workflow_run.conclusion = 'failure'
  tell: "{{ workflow_run.name }} failed"
  urgent: true

- name: Merge dependency bumps
  on: github
  event: pull_request
  ask:
    title: "Merge {{ pull_request.title }}?"
    call: http.request
    with: { method: PUT, url: "https://api.github.com/x/{{ pull_request.number }}", body: { n: 1, on: true, list: [null] } }
    window: 600
- on: "*"
  nothing: true
`;

test("rules keep their order, their lines and their texts word for word", () => {
  expect(rules(example)).toEqual([
    {
      ...{ name: "New issues", line: 2, on: "github", event: "issues", if: "action = 'opened'" },
      ending: { kind: "tell", text: "{{ repository.full_name }}#{{ issue.number }}: {{ issue.title }}", urgent: false },
    },
    {
      ...{ name: "Broken main", line: 7, on: "github", event: null },
      if: "action = 'completed' and workflow_run.conclusion = 'failure'",
      ending: { kind: "tell", text: "{{ workflow_run.name }} failed", urgent: true },
    },
    {
      ...{ name: "Merge dependency bumps", line: 13, on: "github", event: "pull_request", if: null },
      ending: {
        kind: "ask",
        title: "Merge {{ pull_request.title }}?",
        call: "http.request",
        with: {
          method: "PUT",
          url: "https://api.github.com/x/{{ pull_request.number }}",
          body: { n: 1, on: true, list: [null] },
        },
        windowSeconds: 600,
      },
    },
    { ...{ name: "Rule 4", line: 21, on: "*", event: null, if: null }, ending: { kind: "nothing" } },
  ]);
});

test("the default rules are right, and an empty file has none", () => {
  expect(rules(defaultRules).length).toBeGreaterThan(3);
  for (const text of ["", "# none\n", "[]"]) expect(rules(text)).toEqual([]);
});

describe("each mistake has its line and its reason", () => {
  const tell = "- name: A\n  on: github\n  tell: hi\n";
  test.each<[string, string, number, RegExp]>([
    ["not a list", "on: github\ntell: x\n", 1, /The file must be a list of rules/],
    ["a rule that is a text", "- hello\n", 1, /"\[1\]" must be a map/],
    ["no on", `${tell}- name: B\n  tell: x\n`, 4, /"\[2\].on" is missing/],
    ["an unknown key", `${tell}  when: x\n`, 4, /"\[1\].when" is not known here.*name, on, event, if, tell/],
    ["no ending", `${tell}- name: B\n  on: github\n`, 4, /"B" has no ending/],
    ["two endings", `${tell}  nothing: true\n`, 4, /"A" has tell and nothing/],
    ["nothing: false", "- on: github\n  nothing: false\n", 2, /must be true/],
    ["urgent silence", "- on: github\n  nothing: true\n  urgent: true\n", 3, /only a message can be urgent/],
    ["urgent as a text", `${tell}  urgent: "yes"\n`, 4, /true or false/],
    [
      "a template without quotes",
      "- on: github\n  tell: {{ issue.title }}\n",
      2,
      /Put the text in quotes: one that begins with \{\{/,
    ],
    [
      "one with more behind it",
      "- on: github\n  tell: {{ a }} was opened\n",
      2,
      /Put the text in quotes: one that begins with \{\{/,
    ],
    [
      "one in a call",
      "- on: a\n  ask:\n    title: x\n    call: y\n    with: { url: {{ a }} }\n",
      5,
      /Put the text in quotes/,
    ],
    ["a tab", `${tell}\turgent: true\n`, 4, /A tab indents this line/],
    ["a key twice", `${tell}  tell: ho\n`, 4, /"tell" stands twice in the same map \(first on line 3\)/],
    ["an unclosed quote", `- on: a\n  tell: "hi\n- on: b\n  nothing: true\n`, 2, /A quote opens here and never closes/],
    [
      "an unclosed bracket",
      "- on: a\n  ask:\n    title: x\n    call: y\n    with: { a: [1\n- on: b\n",
      6,
      /bracket before this line is not closed/,
    ],
    ["a colon in a text", "- on: a\n  tell: Build: done\n", 2, /two colons/],
    ["a star without quotes", "- on: *\n  nothing: true\n", 1, /on: "\*"/],
    ["an indentation that jumps", "- on: a\n   nothing: true\n", 1, /indent/],
    ["an at sign", "- on: a\n  tell: @all\n", 2, /in quotes/],
    ["two texts in a row", '- on: a\n  tell: "a" b\n', 2, /all of it in quotes/],
    [
      "a key called __proto__",
      "- on: a\n  ask:\n    title: x\n    call: y\n    with: { body: { __proto__: { a: 1 } } }\n",
      5,
      /__proto__.*Remove it/,
    ],
    [
      "a number beyond all digits",
      "- on: a\n  ask: { title: x, call: y, with: { id: 9007199254740993 } }\n",
      2,
      /every digit.*quotes/,
    ],
    ["an empty text", '- on: github\n  tell: ""\n', 2, /must be a text/],
    ["a number as event", "- on: github\n  event: 1\n  nothing: true\n", 2, /event" must be a text/],
    ["true as a condition", "- on: github\n  if: true\n  nothing: true\n", 2, /in quotes/],
    ["ask without a call", "- on: github\n  ask:\n    title: x\n", 2, /"\[1\].ask.call" is missing/],
    ["ask as a text", "- on: github\n  ask: merge?\n", 2, /must be a map with title/],
    [
      "an unknown key in ask",
      "- on: github\n  ask:\n    title: x\n    call: y\n    url: z\n",
      5,
      /ask.url" is not known/,
    ],
    ["with as a list", "- on: github\n  ask: { title: x, call: y, with: [1] }\n", 2, /must be a map/],
    ["with infinity", "- on: github\n  ask: { title: x, call: y, with: { a: .inf } }\n", 2, /with/],
    ...["31536001", "0", "-1", "1e12", "1000000000000", "1.5", "4h", "[1]", '""', "true"].map(
      (window): [string, string, number, RegExp] => [
        `a window of ${window}`,
        `- on: github\n  ask:\n    title: x\n    call: y\n    window: ${window}\n`,
        5,
        /ask.window" must be a whole number of seconds from 1 to 31536000 \(a year\)/,
      ],
    ),
    ["broken YAML", `${tell}- name: "B\n`, 4, /quote/],
  ])("%s", (_name, text, line, reason) => {
    const found = flaws(text);
    expect(found).not.toEqual([]);
    expect(found[0]?.reason).toMatch(reason);
    expect(found[0]?.line).toBe(line);
  });

  test("five hundred and one rules are too many", () => {
    expect(flaws("- { on: a, nothing: true }\n".repeat(501))[0]?.reason).toMatch(/more than 500/);
  });
});

test("a bomb in the arguments of a call is refused at once, not walked through", () => {
  const levels = Array.from(
    { length: 12 },
    (_, i) =>
      `a${i}: &a${i} [${Array(10)
        .fill(i ? `*a${i - 1}` : "x")
        .join(", ")}]`,
  );
  const found = flaws(`- on: a\n  ask:\n    title: x\n    call: y\n    with:\n      ${levels.join("\n      ")}\n`);
  expect(found[0]?.reason).toMatch(/alias/i);
});

test("keys that mean something to JavaScript are keys of a call like others", () => {
  const [rule] = rules(
    "- on: a\n  ask: { title: x, call: y, with: { body: { constructor: 1, prototype: { a: 2 }, hasOwnProperty: 3 } } }\n",
  );
  expect(rule?.ending).toMatchObject({ with: { body: { constructor: 1, prototype: { a: 2 }, hasOwnProperty: 3 } } });
  expect(JSON.stringify(rule?.ending)).toContain('"body":{"constructor":1,"prototype":{"a":2},"hasOwnProperty":3}');
});

test("a large number in quotes is kept digit by digit", () => {
  const [rule] = rules(
    '- on: a\n  ask: { title: x, call: y, with: { id: "9007199254740993", n: 9007199254740991 } }\n',
  );
  expect(rule?.ending).toMatchObject({ with: { id: "9007199254740993", n: 9007199254740991 } });
});

test("the lines within a text are the file's where a block keeps them", () => {
  const read = readRules(
    '- on: a\n  if: >-\n    a\n    and b\n  tell: |\n    one\n    two\n- on: b\n  ask: { title: "x", call: y, with: { body: [1, z] } }\n',
  );
  if (!read.ok) throw new Error(JSON.stringify(read.flaws));
  expect([read.lineIn(0, ["tell"], 2), read.lineIn(0, ["if"], 1), read.lineIn(0, [], 1)]).toEqual([7, 2, 1]);
  expect([read.lineIn(1, ["ask", "with", "body", 1], 1), read.lineIn(1, ["ask", "with", "nope"], 1)]).toEqual([9, 9]);
});
