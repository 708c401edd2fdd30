// `npm run bench [-- <name>…]`: runs test/bench/<name>.bench.ts, all of them without a name, one after the other.
// Promises: the machine named, one table at the end, code 1 when a bench failed. Refuses: to fail for a missed aim on a busy machine.
import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Measurement } from "./report.ts";

const suffix = ".bench.ts";
const schema = z.object({
  bench: z.string(),
  what: z.string(),
  measured: z.string(),
  aim: z.string(),
  met: z.boolean().nullable(),
});

function machine(): string {
  const [first] = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  const load = loadavg()[0]?.toFixed(1);
  return `${cpus().length} × ${first?.model.trim() ?? "unknown processor"}, ${memory} GiB, ${process.platform} ${release()}, Node ${process.version}, load ${load}`;
}

async function run(name: string, found: Measurement[]): Promise<boolean> {
  console.log(`\n== ${name}`);
  const child = fork(join(import.meta.dirname, `${name}${suffix}`), []);
  child.on("message", (message) => found.push(schema.parse(message)));
  const end = () => child.kill("SIGTERM");
  process.once("SIGINT", end).once("SIGTERM", end);
  const [code] = (await once(child, "exit")) as [number | null];
  process.off("SIGINT", end).off("SIGTERM", end);
  if (code !== 0) console.log(`${name} ended with code ${String(code)}.`);
  return code === 0;
}

function table(found: readonly Measurement[]): string {
  const head = ["bench", "what", "measured", "aim", ""];
  const lines = [head, ...found.map((one) => [one.bench, one.what, one.measured, one.aim, verdict(one.met)])];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")).join("\n");
}

function verdict(met: boolean | null): string {
  return met === null ? "" : met ? "met" : "MISSED";
}

const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length))
  .sort();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));

if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}. There are: ${all.join(", ")}.`);
  process.exitCode = 2;
} else {
  console.log(machine());
  const found: Measurement[] = [];
  const failed: string[] = [];
  for (const name of wanted.length === 0 ? all : wanted) if (!(await run(name, found))) failed.push(name);
  console.log(`\n${machine()}\n${table(found)}`);
  if (failed.length > 0) console.log(`Failed: ${failed.join(", ")}.`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
