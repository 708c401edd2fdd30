// Promises that one piece of the set-up is done by one process at a time, on this machine, and that a process
// that died while holding it does not block the next. Refuses to wait in silence.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { cacheFolder } from "./paths.mjs";
import { say } from "./say.mjs";

const retryMilliseconds = 250;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Moves a dead holder's file away. Only one of several waiting processes can win the rename. */
function breakDead(file, pid) {
  const aside = `${file}.${process.pid}.dead`;
  try {
    renameSync(file, aside);
    if (Number(readFileSync(aside, "utf8")) !== pid) renameSync(aside, file);
    else rmSync(aside);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}

async function acquire(file) {
  let told = false;
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    let holder;
    try {
      holder = Number(readFileSync(file, "utf8"));
    } catch (error) {
      if (error.code === "ENOENT") continue;
      throw error;
    }
    // An empty file belongs to a process between creating and writing it, so it is given a moment like a living one.
    if (holder > 0 && !isAlive(holder)) breakDead(file, holder);
    else {
      if (!told) say(`another set-up is at work (process ${holder || "unknown"}; lock ${file}), waiting for it`);
      told = true;
      await wait(retryMilliseconds);
    }
  }
}

/**
 * Does `work` while holding the lock called `name`. `scope` (a path) keeps different clones apart.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, scope, work) {
  const folder = join(cacheFolder(), "locks");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}-${createHash("sha256").update(scope).digest("hex").slice(0, 12)}.lock`);
  await acquire(file);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
