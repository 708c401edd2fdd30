import { expect, test, vi } from "vitest";
import { createEnding } from "../../../app/main/desktop/ending.ts";

vi.mock("electron", () => ({ powerMonitor: {} }));
const { watchPower } = await import("../../../app/main/desktop/power.ts");

function build(stop: () => Promise<void>) {
  const done: string[] = [];
  let wake = () => {};
  let cancelled = false;
  let exit: (code: number) => void = () => {};
  const exited = new Promise<number>((resolve) => {
    exit = resolve;
  });
  const note = (level: string) => (_facts: object, sentence: string) => void done.push(`${level}: ${sentence}`);
  const ending = createEnding({
    log: { info: note("info"), warn: note("warn"), error: note("error"), fatal: note("fatal"), scrub: () => undefined },
    wait: (_ms, woken) => {
      wake = woken;
      return () => {
        cancelled = true;
      };
    },
    stop: () => {
      done.push("stop");
      return stop();
    },
    tidy: () => void done.push("tidy"),
    exit: (code) => {
      done.push(`exit ${code}`);
      exit(code);
    },
  });
  return { ending, done, exited, limitPasses: () => wake(), wasCancelled: () => cancelled };
}

test("the end stops everything once, tidies and exits, however often it is asked for", async () => {
  const { ending, done, exited, wasCancelled } = build(async () => undefined);
  ending.end("quit");
  ending.end("SIGTERM");
  expect(await exited).toBe(0);
  expect(done).toEqual(["info: Nightjar ends.", "stop", "tidy", "info: Nightjar ended.", "exit 0"]);
  expect(wasCancelled()).toBe(true);
});

test("what does not stop within the limit is left behind, and said", async () => {
  const { ending, done, exited, limitPasses } = build(() => new Promise(() => undefined));
  ending.end("quit");
  limitPasses();
  expect(await exited).toBe(0);
  expect(done).toContain("warn: Something did not stop in time; ending without it.");
});

test("a failure while stopping still ends the app, with code 1", async () => {
  const { ending, done, exited } = build(() => Promise.reject(new Error("disk")));
  ending.end("quit");
  expect(await exited).toBe(1);
  expect(done).toContain("fatal: An error nobody expected ends Nightjar.");
  expect(done.filter((step) => step.startsWith("exit"))).toEqual(["exit 1"]);
});

test("an error nobody caught is written down, tidied after, and ends the app at once, without handing work back", async () => {
  const { ending, done, exited } = build(async () => undefined);
  ending.crash(new Error("bug"), "uncaught exception");
  expect(await exited).toBe(1);
  expect(done).toEqual(["fatal: An error nobody expected ends Nightjar.", "tidy", "exit 1"]);
});

test("power signals are passed on as often as they come, and a shutdown asks for time", () => {
  const heard: string[] = [];
  const listeners = new Map<string, (event: { preventDefault(): void }) => void>();
  watchPower({
    signals: {
      on: (name: string, listener: (event: { preventDefault(): void }) => void) => listeners.set(name, listener),
    },
    log: { info() {}, warn() {}, error() {} },
    suspend: () => heard.push("suspend"),
    resume: () => heard.push("resume"),
    quit: () => heard.push("quit"),
  });
  const event = { preventDefault: () => heard.push("delayed") };
  for (const name of ["suspend", "suspend", "resume", "resume", "shutdown"]) listeners.get(name)?.(event);
  expect(heard).toEqual(["suspend", "suspend", "resume", "resume", "delayed", "quit"]);
  expect([...listeners.keys()]).not.toContain("lock-screen");
});
