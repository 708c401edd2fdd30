// The rules of a new profile, on every example payload GitHub gives: none fails, what matters is told, the rest is silence.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createDecide } from "../../../app/agent/decide.ts";
import { defaultRules } from "../../../app/main/settings/default-rules.ts";
import type { Rule } from "../../../app/preload/contract/agent.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- published payloads of a hundred shapes
type Payload = Record<string, any>;
interface Entry extends Record<string, unknown> {
  name: string;
  on: string;
  event?: string;
  if?: string;
  tell?: string;
  urgent?: boolean;
  ask?: { title: string; call: string; with: unknown };
  nothing?: true;
}

/** A plain reading of the file; its form is checked below. */
function rulesOf(text: string): Rule[] {
  return (parse(text) as Entry[]).map((entry, index) => ({
    name: entry.name,
    line: index + 1,
    on: entry.on,
    event: entry.event ?? null,
    if: entry.if ?? null,
    ending:
      entry.tell !== undefined
        ? { kind: "tell", text: entry.tell, urgent: entry.urgent ?? false }
        : entry.ask !== undefined
          ? { kind: "ask", title: entry.ask.title, call: entry.ask.call, with: entry.ask.with, windowSeconds: null }
          : { kind: "nothing" },
  }));
}

const rules = rulesOf(defaultRules);
const decide = createDecide();
const require = createRequire(import.meta.url);

function examplesOf(server: string): { name: string; payload: Payload }[] {
  const path = require.resolve(`@octokit/webhooks-examples/${server}/index.json`);
  const events = JSON.parse(readFileSync(path, "utf8")) as { name: string; examples: Payload[] }[];
  return events.flatMap(({ name, examples }) => examples.map((payload) => ({ name, payload })));
}

const examples = examplesOf("api.github.com");

function example(name: string, fits: (payload: Payload) => boolean = () => true): Payload {
  const found = examples.find((one) => one.name === name && fits(one.payload));
  if (found === undefined) throw new Error(`No example of ${name}.`);
  return structuredClone(found.payload);
}

async function outcome(name: string | null, payload: Payload, kind = "github") {
  const event = {
    id: 1,
    source: kind === "timer" ? "timer" : "mine",
    kind,
    event: name,
    payload: JSON.stringify(payload),
  };
  const decision = await decide(rules, event);
  if (decision.kind === "message") return `${decision.urgent ? "urgent: " : ""}${decision.text}`;
  return decision.kind === "nothing" ? `nothing (${decision.rule})` : decision;
}

describe("every example payload", () => {
  test.each(["api.github.com", "ghes-31", "ghes-32", "ghes-33", "ghes-34", "ghes-35"])(
    "of %s is decided without a failure",
    async (server) => {
      let told = 0;
      const all = examplesOf(server);
      expect(all.length).toBeGreaterThan(40);
      for (const { name, payload } of all) {
        const said = await outcome(name, payload);
        expect(said, `${name} ${payload["action"]}`).toBeTypeOf("string");
        const text = said as string;
        if (text.startsWith("nothing (")) continue;
        told += 1;
        // One line, and no gap where a variable was missing.
        expect(text, name).not.toMatch(/\n|: *$| {2}|\(\)|#[^0-9]| by +:|in +\(/);
      }
      expect(told).toBeGreaterThan(3);
      expect(told / all.length).toBeLessThan(0.2);
    },
  );
});

const opened = (payload: Payload) => payload["action"] === "opened";
const run = (changes: Payload) => {
  const payload = example(
    "workflow_run",
    (one) => one["action"] === "completed" && one["workflow_run"].conclusion === "success",
  );
  Object.assign(payload["workflow_run"], changes);
  return payload;
};
const bot = (payload: Payload): Payload => ({
  ...payload,
  sender: { ...payload["sender"], login: "dependabot[bot]", type: "Bot" },
});
const comment = (body: string, change: (payload: Payload) => Payload = (payload) => payload) => {
  const payload = example("issue_comment", (one) => one["action"] === "created");
  payload["comment"].body = body;
  return change(payload);
};
const alert = (severity: string) => {
  const payload = example("dependabot_alert", (one) => one["action"] === "created");
  payload["alert"].security_advisory.severity = severity;
  return payload;
};
const secret = {
  action: "created",
  alert: { secret_type: "adafruit_io_key" },
  repository: { full_name: "o/r" },
  sender: { type: "User" },
};

const told: [event: string, payload: Payload, outcome: string][] = [
  [
    "issues",
    example("issues", opened),
    "Codertocat/Hello-World#1 opened by Codertocat: Spelling error in the README file",
  ],
  [
    "pull_request",
    example("pull_request", opened),
    "Codertocat/Hello-World#2 pull request by Codertocat: Update the README with new information.",
  ],
  [
    "pull_request",
    example("pull_request", (one) => one["action"] === "review_requested"),
    "Codertocat/Hello-World#2 asks octocat for a review: Update the README with new information.",
  ],
  [
    "release",
    example("release", (one) => one["action"] === "published" && one["release"].name === null),
    expect.stringMatching(/ released 0\.0\.1$/),
  ],
  [
    "workflow_run",
    run({ conclusion: "failure", name: "CI" }),
    expect.stringMatching(/^urgent: CI failed on master of octo-org\/octo-repo$/),
  ],
  [
    "dependabot_alert",
    alert("medium"),
    expect.stringMatching(/^Vulnerable dependency semver in .+ \(medium\): semver vulnerable/),
  ],
  ["dependabot_alert", alert("critical"), expect.stringMatching(/^urgent: Critical vulnerability in semver/)],
  ["secret_scanning_alert", secret, "urgent: A secret lies open in o/r: adafruit_io_key"],
  [
    "code_scanning_alert",
    example("code_scanning_alert", (one) => one["action"] === "created"),
    expect.stringContaining("Query built from user-controlled sources"),
  ],
  ["public", example("public"), "urgent: Codertocat made Codertocat/Hello-World public"],
  [
    "discussion",
    example("discussion", (one) => one["action"] === "created"),
    expect.stringContaining("Welcome to discussions!"),
  ],
  [
    "issue_comment",
    comment("@octocat look\n\nat this"),
    "Codertocat mentions someone in Codertocat/Hello-World#1: @octocat look at this",
  ],
  ["meta", example("meta"), "The webhook of Codertocat/Hello-World was deleted: nothing more arrives from there"],
  [
    "deployment_review",
    example("deployment_review"),
    expect.stringMatching(/ waits for a review before it goes to TST$/),
  ],
];

const silent: [event: string, payload: Payload][] = [
  ["ping", example("ping")],
  ["star", example("star")],
  ["push", example("push")],
  ["workflow_run", run({ conclusion: "success" })],
  ["workflow_run", run({ conclusion: "failure", head_branch: "a-branch" })],
  ["workflow_run", run({ conclusion: "failure", head_repository: { full_name: "a-stranger/octo-repo" } })],
  ["workflow_run", { ...run({ conclusion: null }), action: "in_progress" }],
  ["check_run", example("check_run", (one) => one["action"] === "completed")],
  ["issue_comment", comment("no names, only a@mail.example")],
  ["issue_comment", comment("@octocat", bot)],
  ["pull_request", bot(example("pull_request", opened))],
  ["pull_request", { ...example("pull_request", opened), pull_request: { draft: true } }],
  ["pull_request", example("pull_request", (one) => one["action"] === "synchronize")],
  ["issues", bot(example("issues", opened))],
  ["issues", example("issues", (one) => one["action"] === "labeled")],
  ["release", example("release", (one) => one["action"] === "created")],
  ["an_event_of_next_year", { action: "opened" }],
];

describe("of GitHub", () => {
  for (const [index, [event, payload, expected]] of told.entries()) {
    test(`${event} (${index}) is told`, async () => expect(await outcome(event, payload)).toEqual(expected));
  }
  for (const [index, [event, payload]] of silent.entries()) {
    test(`${event} (${index}) is silence`, async () => {
      expect(await outcome(event, payload)).toMatch(/^nothing \((Bots|The rest of GitHub)\)$/);
    });
  }
});

describe("of others", () => {
  const cases: [name: string, event: string | null, payload: Payload, kind: string, outcome: string][] = [
    ["a script's message", null, { message: "Backup done" }, "token", "Backup done"],
    ["a script's text", "backup", { text: "Backup done" }, "token", "Backup done"],
    ["a script's urgent message", null, { message: "Disk full", urgent: true }, "token", "urgent: Disk full"],
    ["a script's empty message", null, { message: "  " }, "token", "nothing (null)"],
    ["a script's data", null, { value: 3 }, "token", "nothing (null)"],
    ["a schedule", "Stand-up", { scheduled_for: 0, late_by: 0, skipped: 0 }, "timer", "Stand-up"],
    [
      "a late schedule",
      "Stand-up",
      { scheduled_for: 0, late_by: 5400, skipped: 1 },
      "timer",
      "Stand-up (90 minutes late)",
    ],
    ["a webhook of another kind", "invoice.paid", { type: "invoice.paid" }, "standard-webhooks", "nothing (null)"],
    ["an approval", null, { answer: "yes" }, "approval", "nothing (null)"],
  ];
  test.each(cases)("%s", async (_name, event, payload, kind, expected) => {
    expect(await outcome(event, payload, kind)).toBe(expected);
  });
});

describe("the file", () => {
  const known = new Set(["name", "on", "event", "if", "tell", "urgent", "ask", "nothing"]);

  test("has rules with one ending each, under different names, and asks for no call", () => {
    const entries = parse(defaultRules) as Entry[];
    for (const entry of entries) {
      expect(Object.keys(entry).filter((key) => !known.has(key))).toEqual([]);
      expect(["tell", "ask", "nothing"].filter((ending) => ending in entry)).toHaveLength(1);
      expect(entry.ask).toBeUndefined();
    }
    expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
  });

  test("has examples that work once their comment marks are gone", async () => {
    const lines = defaultRules.split("\n");
    const start = lines.findIndex((line) => line.startsWith("# - name:"));
    const end = lines.indexOf("# What cannot wait");
    const awake = lines
      .slice(start, end)
      .filter((line) => /^# ( *-? ?(name|on|event|if|tell|ask|title|call|with|nothing):|- )/.test(line))
      .map((line) => line.slice(2));
    const woken = rulesOf(awake.join("\n"));
    expect(woken.map(({ ending }) => ending.kind)).toEqual(["nothing", "ask", "tell"]);
    const payload = bot(example("pull_request", opened));
    payload["pull_request"].user.login = "dependabot[bot]";
    const event = { id: 1, source: "github", kind: "github", event: "pull_request", payload: JSON.stringify(payload) };
    expect(await decide(woken, event)).toMatchObject({
      kind: "deferred",
      title: "Merge Update the README with new information.?",
      tool: "http.request",
      arguments: { method: "PUT", url: "https://api.github.com/repos/Codertocat/Hello-World/pulls/2/merge" },
    });
  });
});
