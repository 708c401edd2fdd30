// Counts how often a process woke up by itself: voluntary context switches of its threads, from /proc. Linux only.
// Promises: threads that began meanwhile count from their start. Refuses: to guess what threads that ended had done.
import { readdirSync, readFileSync } from "node:fs";

interface Thread {
  name: string;
  switches: number;
}
export interface Sample {
  atMs: number;
  cpuTicks: number;
  threads: Map<string, Thread>;
}
export interface Wakeups {
  minutes: number;
  /** Of the main thread; per minute. */
  main: number;
  /** Of all threads; per minute. */
  all: number;
  /** Processor time of all threads, in ms per minute. */
  cpuMs: number;
  /** By the threads' names; per minute. */
  byName: Map<string, number>;
}

/** USER_HZ, fixed on Linux. */
const msPerTick = 10;

function threadOf(pid: number, tid: string): Thread | null {
  try {
    const status = readFileSync(`/proc/${pid}/task/${tid}/status`, "utf8");
    const name = /^Name:\t(.*)$/m.exec(status)?.[1] ?? "?";
    return { name, switches: Number(/^voluntary_ctxt_switches:\t(\d+)$/m.exec(status)?.[1] ?? 0) };
  } catch {
    return null;
  }
}

export function sample(pid: number): Sample {
  const threads = new Map<string, Thread>();
  for (const tid of readdirSync(`/proc/${pid}/task`)) {
    const thread = threadOf(pid, tid);
    if (thread !== null) threads.set(tid, thread);
  }
  // The name in parentheses may hold anything; utime and stime are the 12th and 13th field behind it.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return { atMs: performance.now(), cpuTicks: Number(fields[11]) + Number(fields[12]), threads };
}

export function between(pid: number, before: Sample, after: Sample): Wakeups {
  const minutes = (after.atMs - before.atMs) / 60_000;
  const byName = new Map<string, number>();
  let main = 0;
  let all = 0;
  for (const [tid, { name, switches }] of after.threads) {
    const perMinute = (switches - (before.threads.get(tid)?.switches ?? 0)) / minutes;
    all += perMinute;
    if (tid === String(pid)) main = perMinute;
    byName.set(name, (byName.get(name) ?? 0) + perMinute);
  }
  return { minutes, main, all, cpuMs: ((after.cpuTicks - before.cpuTicks) * msPerTick) / minutes, byName };
}
