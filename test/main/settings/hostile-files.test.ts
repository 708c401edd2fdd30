// Files that would stop main for seconds: each is refused or read in the time an honest large file takes, with few flaws.
import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../../app/main/settings/config-file.ts";
import type { Flaw } from "../../../app/main/settings/flaw.ts";
import { readRules } from "../../../app/main/settings/rules-file.ts";
import { open } from "./support.ts";

const honestRule = `- name: x
  on: github
  if: action = 'opened' and workflow_run.conclusion = 'failure'
  tell: "{{ repository.full_name }} hello"
`;
const lines = (n: number, line: (at: number) => string): string =>
  Array.from({ length: n }, (_, at) => line(at)).join("\n");
const bomb = lines(
  12,
  (at) =>
    `a${at}: &a${at} [${Array(10)
      .fill(at ? `*a${at - 1}` : "x")
      .join(", ")}]`,
);

const files: [name: string, text: string, reason: RegExp][] = [
  ["16,000 unknown keys", lines(16_000, (at) => `key${at}: 1`), /longer than Nightjar reads/],
  ["2,400 unknown keys", lines(2400, (at) => `key${at}: 1`), /./],
  ["2,400 times the same key", lines(2400, () => "a: 1"), /stands twice/],
  ["a megabyte of [", "[".repeat(1_000_000), /larger than 256 KiB/],
  ["200,000 [", "[".repeat(200_000), /more than 64 deep/],
  ["60,000 {a:", "{a: ".repeat(60_000), /more than 64 deep/],
  ["100,000 dashes on a line", "- ".repeat(100_000), /more than 64 deep/],
  ["100,000 question marks on a line", "? ".repeat(100_000), /more than 64 deep/],
  ["an alias bomb", bomb, /aliases/],
  [
    "a bomb of fifty aliases",
    `a: &a [${"x,".repeat(2000)}]\nb: &b [${"*a,".repeat(25)}]\nc: [${"*b,".repeat(24)}]`,
    /aliases/,
  ],
  ["10,000 anchors", lines(10_000, (at) => `- &a${at} x\n- *a${at}`), /aliases/],
  ["800 wrong sources", `sources:\n${lines(800, () => "  - { name: A, kind: x }")}`, /./],
  ["800 wrong rules", lines(800, () => "- name: x\n  on: github\n  iff: y"), /./],
  ["4,000 quotes that never close", lines(4000, () => '- "'), /quote/],
  ["3,800 at signs", lines(3800, () => "- @a"), /in quotes/],
  ["2,400 tabs", lines(2400, () => "\ta: 1"), /tab/],
  ["a key of 260,000 characters", `${"x".repeat(260_000)}: 1`, /./],
  ["700 levels of indentation", lines(700, (at) => `${" ".repeat(at)}a:`), /./],
];

/** The processor's time for it, the least of three, in milliseconds: work that is counted, whatever else the machine does. */
function cost(work: () => unknown): number {
  const taken = [1, 2, 3].map(() => {
    const from = process.cpuUsage();
    work();
    return process.cpuUsage(from).user / 1000;
  });
  return Math.min(...taken);
}

describe("read no longer than an honest large file, and told in few sentences", () => {
  const honest = cost(() => readRules(honestRule.repeat(400)));
  test("(400 ordinary rules are read)", () => {
    expect(readRules(honestRule.repeat(400)).ok).toBe(true);
  });
  test.each(files)("%s", (_name, text, reason) => {
    for (const read of [() => readConfig(text, "UTC"), () => readRules(text)]) {
      let flaws: Flaw[] = [];
      const taken = cost(() => {
        const result = read();
        flaws = result.ok ? [] : result.flaws;
      });
      expect(flaws.length).toBeGreaterThan(0);
      expect(flaws.length).toBeLessThanOrEqual(21);
      expect(Math.max(...flaws.map((flaw) => flaw.reason.length))).toBeLessThan(400);
      expect(taken).toBeLessThan(honest * 10 + 100);
    }
    const result = readConfig(text, "UTC");
    expect(result.ok ? "" : result.flaws[0]?.reason).toMatch(reason);
  });
});

test("how many mistakes are left untold is said", () => {
  const result = readConfig(
    lines(100, (at) => `key${at}: 1`),
    "UTC",
  );
  expect(result.ok ? null : result.flaws.at(-1)).toEqual({
    line: null,
    reason: "And 80 more, shown when these are mended.",
  });
});

describe("a file that is not even read", () => {
  test("fifty megabytes", async () => {
    const { settings, path, until, gap } = open({ "config.yaml": "outbox: { gap: 9 }\n" });
    truncateSync(path("config.yaml"), 50_000_000);
    await until(() => settings.problems().length > 0);
    expect(settings.problems()[0]?.reason).toBe(
      "config.yaml could not be read: it is larger than 256 KiB. Make it smaller.",
    );
    expect(gap()).toBe(9);
  });

  test("a pipe nobody writes to, and a device without an end", async () => {
    const { settings, path, until, gap } = open({ "config.yaml": "outbox: { gap: 9 }\n" });
    rmSync(path("config.yaml"));
    execFileSync("sh", ["-c", `mkfifo "$0"`, path("config.yaml")]);
    await until(() => settings.problems().length > 0);
    expect(settings.problems()[0]?.reason).toContain("not an ordinary file");
    rmSync(path("config.yaml"));
    writeFileSync(path("config.yaml"), "outbox: { gap: 10 }\n");
    await until(() => gap() === 10);
    rmSync(path("config.yaml"));
    symlinkSync("/dev/zero", path("config.yaml"));
    await until(() => settings.problems().length > 0);
    expect(gap()).toBe(10);
  });
});
