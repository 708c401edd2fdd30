// Promises one count over everything that ran: each static check is one, each test of vitest and Playwright is one.
// Refuses to count what did not run: a skipped test is a failure with its name, and a suite without tests is one too.
import { readFileSync } from "node:fs";

/**
 * @typedef {{ suite: string, passed: number, failed: number, problems: string[] }} Result
 */

/** A result of something that is one thing, or that could not even give a report. */
export function single(suite, problem) {
  return {
    suite,
    passed: problem === undefined ? 1 : 0,
    failed: problem === undefined ? 0 : 1,
    problems: problem === undefined ? [] : [problem],
  };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Sums named tests, and adds what the exit code knows but no test does (an error outside of a test, a crash). */
function total(suite, tests, code) {
  const bad = tests.filter((test) => test.status !== "passed");
  const result = {
    suite,
    passed: tests.length - bad.length,
    failed: bad.length,
    problems: bad.map((test) => `${test.name} (${test.status})`),
  };
  if (tests.length === 0) result.problems.push("no test ran");
  if (tests.length > 0 && code !== 0 && bad.length === 0)
    result.problems.push(`all tests passed, but the suite ended with code ${code}: see its output`);
  if (result.problems.length > bad.length) result.failed += 1;
  return result;
}

/** Reads vitest's JSON report. A file that could not be loaded has no tests and counts as one failure. */
export function fromVitest(suite, file, code) {
  const report = readReport(file);
  if (report === undefined) return single(suite, `it ended with code ${code} and wrote no report`);
  const tests = report.testResults.flatMap((testFile) => {
    const own = testFile.assertionResults.map((test) => ({
      name: `${testFile.name} > ${test.fullName}`,
      status: test.status,
    }));
    const unloaded = testFile.status === "failed" && own.every((test) => test.status === "passed");
    return unloaded
      ? [...own, { name: `${testFile.name}: ${testFile.message || "could not be loaded"}`, status: "failed" }]
      : own;
  });
  return total(suite, tests, code);
}

const playwrightStatus = { expected: "passed", unexpected: "failed", flaky: "flaky", skipped: "skipped" };

function* specsOf(suites, path = []) {
  for (const suite of suites) {
    const inner = [...path, suite.title];
    for (const spec of suite.specs ?? []) yield { spec, name: [...inner, spec.title].join(" > ") };
    yield* specsOf(suite.suites ?? [], inner);
  }
}

/** Reads Playwright's JSON report. A retried test is no passed one. */
export function fromPlaywright(suite, file, code) {
  const report = readReport(file);
  if (report === undefined) return single(suite, `it ended with code ${code} and wrote no report`);
  const tests = [...specsOf(report.suites)].flatMap(({ spec, name }) =>
    spec.tests.map((test) => ({ name, status: playwrightStatus[test.status] ?? test.status })),
  );
  const outside = (report.errors ?? []).map((error) => ({
    name: error.message ?? "error outside of a test",
    status: "failed",
  }));
  return total(suite, [...tests, ...outside], code);
}

/** Prints what failed and, as the very last line, the count. Returns the exit code. */
export function conclude(results) {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const lines = results.map(
    (result) =>
      `${result.failed === 0 ? "ok    " : "FAILED"}  ${result.suite}: ${result.passed} passed, ${result.failed} failed`,
  );
  const problems = results.flatMap((result) => result.problems.map((problem) => `  ${result.suite}: ${problem}`));
  const parts = [
    "",
    ...lines,
    ...(problems.length > 0 ? ["", "What failed:", ...problems] : []),
    "",
    `${passed} passed, ${failed} failed`,
  ];
  process.stdout.write(`${parts.join("\n")}\n`);
  return failed > 0 || passed === 0 ? 1 : 0;
}
