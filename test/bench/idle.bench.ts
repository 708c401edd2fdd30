// How often main wakes while nothing happens: Nightjar with its window hidden and shown, against a bare Electron app with one
// window, in the same minutes. BENCH_IDLE_MINUTES (3) and BENCH_IDLE_SETTLE_MINUTES (4: for so long after its last work V8 wakes
// every 8 s to give memory back) make it longer. Linux only: it reads /proc.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { report } from "./report.ts";
import { between, type Sample, sample, type Wakeups } from "./wakeups.ts";

const minutes = Number(process.env["BENCH_IDLE_MINUTES"] ?? 3);
const settleMinutes = Number(process.env["BENCH_IDLE_SETTLE_MINUTES"] ?? 4);
const readySeconds = 60;
const token = "a-token-of-the-bench";
const project = join(import.meta.dirname, "../..");
const electron = process.env["NIGHTJAR_ELECTRON"] ?? "";

interface Subject {
  name: string;
  pid: number;
  end(): Promise<void>;
}

const folder = mkdtempSync(join(tmpdir(), "nightjar-idle-"));

function launch(args: string[]): ChildProcess {
  const root = process.getuid?.() === 0;
  return spawn(electron, [...(root ? ["--no-sandbox"] : []), ...args], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, NIGHTJAR_BENCH_TOKEN: token },
  });
}

function subject(name: string, child: ChildProcess): Subject {
  if (child.pid === undefined) throw new Error(`${name} could not be started with ${electron}.`);
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  };
  return { name, pid: child.pid, end };
}

async function bare(): Promise<Subject> {
  const child = launch([join(import.meta.dirname, "bare")]);
  const found = subject("bare Electron", child);
  if (child.stdout !== null) await once(child.stdout, "data", { signal: AbortSignal.timeout(readySeconds * 1000) });
  return found;
}

async function nightjar(name: string, more: string[]): Promise<Subject> {
  const profile = mkdtempSync(join(folder, "profile-"));
  writeFileSync(
    join(profile, "config.yaml"),
    'sources:\n  - { name: bench, kind: token, secret: "env:NIGHTJAR_BENCH_TOKEN" }\n',
  );
  writeFileSync(join(profile, "rules.yaml"), '- name: Nothing\n  on: bench\n  if: "true"\n  nothing: true\n');
  const found = subject(name, launch([project, `--profile=${profile}`, "--hooks-port=0", ...more]));
  const hooks = await listening(profile);
  // One event, so that the agent process is there and warm, as after any day's work.
  const answer = await fetch(`${hooks}/hooks/bench`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: "{}",
  });
  if (answer.status !== 202) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
  return found;
}

async function listening(profile: string): Promise<string> {
  const deadline = Date.now() + readySeconds * 1000;
  while (Date.now() < deadline) {
    try {
      return (JSON.parse(readFileSync(join(profile, "listener.json"), "utf8")) as { hooks: string }).hooks;
    } catch {
      await wait(50);
    }
  }
  throw new Error(`Nightjar did not listen within ${readySeconds} s.`);
}

const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
const number = (value: number) => value.toFixed(1).padStart(8);

function differences(base: readonly Wakeups[], other: readonly Wakeups[]): string {
  const names = new Set([...base, ...other].flatMap(({ byName }) => [...byName.keys()]));
  const of = (list: readonly Wakeups[], name: string) => mean(list.map(({ byName }) => byName.get(name) ?? 0));
  return [...names]
    .map((name) => ({ name, extra: of(other, name) - of(base, name) }))
    .filter(({ extra }) => Math.abs(extra) >= 0.5)
    .sort((a, b) => Math.abs(b.extra) - Math.abs(a.extra))
    .slice(0, 6)
    .map(({ name, extra }) => `${name} ${extra > 0 ? "+" : ""}${extra.toFixed(1)}`)
    .join(", ");
}

/** @returns what each subject did in each of the minutes that count */
async function measure(subjects: readonly Subject[]): Promise<Wakeups[][]> {
  const found = subjects.map((): Wakeups[] => []);
  console.log(
    "minute    app                  main thread  all threads  CPU ms   (voluntary context switches a minute)",
  );
  let before: Sample[] = subjects.map(({ pid }) => sample(pid));
  for (let minute = 1 - settleMinutes; minute <= minutes; minute++) {
    await wait(60_000);
    const after = subjects.map(({ pid }) => sample(pid));
    for (const [index, { name, pid }] of subjects.entries()) {
      const wakeups = between(pid, before[index] as Sample, after[index] as Sample);
      if (minute > 0) found[index]?.push(wakeups);
      const when = minute > 0 ? String(minute) : "settling";
      console.log(
        `${when.padEnd(8)}  ${name.padEnd(20)} ${number(wakeups.main)}     ${number(wakeups.all)}  ${number(wakeups.cpuMs)}`,
      );
    }
    before = after;
  }
  return found;
}

function conclude(base: readonly Wakeups[], name: string, other: readonly Wakeups[]): void {
  for (const [what, of] of [
    ["main thread", (one: Wakeups) => one.main],
    ["all threads", (one: Wakeups) => one.all],
  ] as const) {
    const [least, most] = [mean(base.map(of)), mean(other.map(of))];
    const extra = most - least;
    const ratio = least === 0 ? "" : ` (${(most / least).toFixed(2)} times)`;
    const aim = what === "main thread" ? "at most +1.0 a minute" : "";
    report({
      bench: "idle",
      what: `${name}, ${what}, wake-ups a minute`,
      measured: `${most.toFixed(1)}, bare ${least.toFixed(1)}: ${extra > 0 ? "+" : ""}${extra.toFixed(1)}${ratio}`,
      aim,
      met: aim === "" ? null : extra <= 1,
    });
    console.log(`${name}, ${what}: ${extra > 0 ? "+" : ""}${extra.toFixed(1)} a minute${ratio}`);
  }
  console.log(`  by thread: ${differences(base, other)}`);
}

if (process.platform !== "linux") {
  console.log("Idle wake-ups are read from /proc: Linux only. Nothing was measured.");
} else if (electron === "") {
  throw new Error("NIGHTJAR_ELECTRON must name the Electron program; `npm run bench -- idle` sets it.");
} else {
  const subjects: Subject[] = [];
  try {
    subjects.push(await bare());
    subjects.push(await nightjar("Nightjar, hidden", ["--hidden"]));
    subjects.push(await nightjar("Nightjar, shown", []));
    console.log(`${settleMinutes} minutes to settle, then ${minutes} that count; all three apps in the same ones.`);
    const [base = [], ...others] = await measure(subjects);
    for (const [index, other] of others.entries()) conclude(base, subjects[index + 1]?.name ?? "", other);
  } finally {
    await Promise.all(subjects.map((one) => one.end()));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
