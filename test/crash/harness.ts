// Starts the victim, loads it with deliveries, kills it, and reads what it left behind.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface Victim {
  url: string;
  kill(): Promise<void>;
}

/** Resolves when it listens; rejects with its words when it ends before. */
export async function startVictim(folder: string): Promise<Victim> {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, "victim.ts"), folder], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: join(folder, "compile-cache") },
  });
  let words = "";
  child.stderr?.on("data", (chunk: Buffer) => (words += chunk.toString()));
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once("line", resolve);
    void gone.then(() => reject(new Error(`The victim ended before it listened: ${words}`)));
  });
  const started = JSON.parse(line) as { ok: boolean; url: string };
  if (!started.ok) throw new Error(line);
  return {
    url: started.url,
    kill: async () => {
      child.kill("SIGKILL");
      await gone;
    },
  };
}

/** Posts one delivery; its key when it was acknowledged, null when nobody answered. A refusal is an error. */
export async function post(url: string, key: string, payload: object): Promise<string | null> {
  let response: Response;
  try {
    response = await fetch(`${url}/hooks/shell`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer token", "idempotency-key": key },
      body: JSON.stringify(payload),
    });
    await response.text();
  } catch {
    return null;
  }
  if (response.status !== 202 && response.status !== 200)
    throw new Error(`Delivery ${key} was answered ${response.status}.`);
  return key;
}

/** The entries of a file the victim appended to; a last line that death cut short was never whole and does not count. */
export function entries<T>(folder: string, file: string): T[] {
  const path = join(folder, file);
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as T);
}
