// Promises that one piece of the set-up is done by one process at a time, on this machine, and that a process
// that died while holding it does not block the next. Refuses to wait in silence.
import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { cacheFolder } from "./paths.mjs";
import { say } from "./say.mjs";

const retryMilliseconds = 250;

/**
 * A process so that another one that got its number later is told apart: on Linux by the moment it started. A zombie, which
 * is only waiting to be counted, is gone. Undefined when there is no such process.
 */
function identityOf(pid) {
  if (process.platform === "linux") {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return fields[0] === "Z" ? undefined : `${pid} ${fields[19]}`;
    } catch {
      return undefined;
    }
  }
  try {
    process.kill(pid, 0);
    return String(pid);
  } catch (error) {
    return error.code === "EPERM" ? String(pid) : undefined;
  }
}

function isAlive(identity) {
  return identityOf(identity.split(" ")[0]) === identity;
}

/** Moves a dead holder's file away. Only one of several waiting processes can win the rename. */
function breakDead(file, seen) {
  const aside = `${file}.${process.pid}.dead`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, "utf8") === seen) rmSync(aside);
    else renameSync(aside, file);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}

async function acquire(file) {
  let told = false;
  for (;;) {
    try {
      writeFileSync(file, `${identityOf(process.pid)}\n`, { flag: "wx" });
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    let seen;
    try {
      seen = readFileSync(file, "utf8");
    } catch (error) {
      if (error.code === "ENOENT") continue;
      throw error;
    }
    // The processes at work: the holder, and programs it started that may outlive it. An empty file belongs to a process
    // between creating and writing it, so it is given a moment like a living one.
    const holders = seen.split("\n").filter(Boolean);
    if (holders.length > 0 && !holders.some(isAlive)) breakDead(file, seen);
    else {
      if (!told)
        say(
          `another set-up is at work (process ${holders.find(isAlive)?.split(" ")[0] ?? "unknown"}; lock ${file}), waiting for it`,
        );
      told = true;
      await wait(retryMilliseconds);
    }
  }
}

/**
 * Does `work` while holding the lock called `name`. `scope` (a path) keeps different clones apart.
 * @template T
 * @param {(share: (pid: number) => void) => Promise<T>} work `share` keeps the lock for a program that may outlive this one
 * @returns {Promise<T>}
 */
export async function withLock(name, scope, work) {
  const folder = join(cacheFolder(), "locks");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}-${createHash("sha256").update(scope).digest("hex").slice(0, 12)}.lock`);
  await acquire(file);
  try {
    return await work((pid) => appendFileSync(file, `${identityOf(pid)}\n`));
  } finally {
    rmSync(file, { force: true });
  }
}
