// Promises that Chromium's sandbox can work before the app is started, or says how to make it work.
// Refuses to switch it off for a person; only root, for whom Chromium has no sandbox at all, starts without it.
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { findProgram, runQuietly } from "./processes.mjs";
import { failure, say } from "./say.mjs";

function isRoot() {
  return process.platform === "linux" && process.getuid() === 0;
}

/** The switches Electron needs on this system because of its sandbox. Says so when the sandbox is off. */
export function sandboxSwitches() {
  if (!isRoot()) return [];
  say(
    "started as root, for whom Chromium has no sandbox (--no-sandbox): good for a try, but start Nightjar as an ordinary user for daily use",
  );
  return ["--no-sandbox"];
}

function hasHelper(helper) {
  try {
    const { uid, mode } = statSync(helper);
    return uid === 0 && (mode & 0o4000) !== 0;
  } catch {
    return false;
  }
}

/** Checks that a page can be locked in: by user namespaces, or by the helper program that lies beside Electron. */
export async function ensureSandbox(electronProgram) {
  if (process.platform !== "linux" || isRoot()) return;
  const helper = join(dirname(electronProgram), "chrome-sandbox");
  if (hasHelper(helper) || !findProgram("unshare")) return;
  const namespaces = await runQuietly("unshare", ["--user", "--map-root-user", "true"], { limitSeconds: 10 });
  if (namespaces.code === 0) return;
  throw failure({
    tried: "prepare Chromium's sandbox, which keeps pages apart from the system",
    why: "this system does not let programs make user namespaces, and the helper that does without them is not set up",
    todo: `run: sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
  });
}
