// Promises the suites of `npm test`, in order, each as one function that runs it to its end and returns its result.
// Refuses to stop at the first failure: what one suite finds does not hide what the next one would.
import { mkdirSync, rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { nodeProgram, toolEnvironment } from "../setup/dependencies.mjs";
import { inProject } from "../setup/paths.mjs";
import { runInForeground } from "../setup/processes.mjs";
import { checks } from "../setup/tools.mjs";
import { fromPlaywright, fromVitest, single } from "./results.mjs";

const reportFolder = inProject("out", "test");
const vitest = inProject("node_modules", "vitest", "vitest.mjs");
const playwright = inProject("node_modules", "@playwright", "test", "cli.js");
const engineTests = "test/main/engine";

function heading(text) {
  process.stdout.write(`\n== ${text}\n`);
}

/** An empty place for a report, so that one of an earlier run is never read. */
function reportFile(name) {
  mkdirSync(reportFolder, { recursive: true });
  const file = inProject("out", "test", `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

function check(name) {
  const { label, script, args } = checks[name];
  return async () => {
    heading(label);
    const code = await runInForeground(nodeProgram, [script, ...args], { env: toolEnvironment() });
    return single(label, code === 0 ? undefined : `it ended with code ${code}; see its output above`);
  };
}

function vitestArguments(report, filters) {
  return [vitest, "run", ...filters, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
}

function onNode24(label, reportName, filters, extra = {}) {
  return async () => {
    heading(label);
    const report = reportFile(reportName);
    const options = { env: toolEnvironment(extra) };
    const code = await runInForeground(nodeProgram, vitestArguments(report, filters), options);
    return fromVitest(label, report, code);
  };
}

/** The unit, engine, simulation and crash tests on Node 24. */
const unit = (filters) => onNode24("tests on Node 24", "unit", filters);

/** What is random, at its full length: a kill or a seed more finds what a few did not. Not a part of `npm test`. */
function long(filters) {
  const which = filters.length > 0 ? filters : ["test/crash", "test/simulation"];
  return onNode24("long crash tests and simulation", "long", which, {
    CRASH_KILLS: "200",
    CRASH_STRIDE: "1",
    SIMULATION_RUNS: "60",
    ...process.env,
  });
}

/** The engine's tests again, on the Node inside Electron, which is the one the app runs on. */
function engineInElectron(electron, filters) {
  return async () => {
    heading("engine tests inside Electron");
    const report = reportFile("engine-in-electron");
    const env = toolEnvironment({ ELECTRON_RUN_AS_NODE: "1" });
    if (electron.isFallback) {
      const hook = pathToFileURL(inProject("scripts", "setup", "driver", "register.mjs")).href;
      env.NODE_OPTIONS = `${env.NODE_OPTIONS ?? ""} --import=${hook}`.trim();
    }
    const code = await runInForeground(electron.program, vitestArguments(report, [engineTests, ...filters]), { env });
    return fromVitest("engine tests inside Electron", report, code);
  };
}

/** The real app, driven by Playwright. */
function e2e(electron, filters, surroundings) {
  return async () => {
    heading("the real app");
    const report = reportFile("e2e");
    const env = toolEnvironment({
      ...surroundings,
      NIGHTJAR_ELECTRON: electron.program,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    });
    const args = [playwright, "test", ...filters, "--reporter=list,json"];
    const code = await runInForeground(nodeProgram, args, { env });
    return fromPlaywright("the real app", report, code);
  };
}

/** What `npm test` runs. */
const usual = ["static", "unit", "engine", "e2e"];
const names = [...usual, "long"];

/**
 * What to run for these arguments: names of suites narrow to them; anything else is handed to the suites as a filter,
 * and to the unit tests alone where no suite is named.
 * @param {string[]} args
 */
export function chosen(args) {
  const suites = args.filter((arg) => names.includes(arg));
  const filters = args.filter((arg) => !names.includes(arg));
  const all = filters.length > 0 ? ["unit"] : usual;
  return { suites: suites.length > 0 ? suites : all, filters };
}

/**
 * @param {{ suites: string[], filters: string[] }} choice
 * @param {{ program: string, isFallback: boolean }} electron
 * @param {Record<string, string>} surroundings the display and bus for the real app
 */
export function plan(choice, electron, surroundings) {
  const steps = {
    static: Object.keys(checks).map(check),
    unit: [unit(choice.filters)],
    engine: [engineInElectron(electron, choice.filters)],
    e2e: [e2e(electron, choice.filters, surroundings)],
    long: [long(choice.filters)],
  };
  return choice.suites.flatMap((name) => steps[name]);
}
