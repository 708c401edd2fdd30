// Promises a screen and a session bus for a desktop app: the person's own where there are some, else virtual ones that end
// with the script. Refuses strangers: the virtual screen takes only who holds its cookie.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failure, say } from "./say.mjs";

const readySeconds = 20;

/** Whether the person has a screen of their own. */
export function ownScreen() {
  return process.platform !== "linux" || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}
function ownBus() {
  const usual = process.env.XDG_RUNTIME_DIR && join(process.env.XDG_RUNTIME_DIR, "bus");
  return (
    process.platform !== "linux" || Boolean(process.env.DBUS_SESSION_BUS_ADDRESS) || Boolean(usual && existsSync(usual))
  );
}

/** What of a screen and a bus has to be made, in the words of `ensureSystemPackages`. */
export function neededSurroundings() {
  return [ownScreen() ? undefined : "display", ownBus() ? undefined : "bus"].filter((need) => need !== undefined);
}

/** The cookie file of an X server (Xauthority format), for every host and display number. */
function cookieFile() {
  const field = (bytes) => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
  const name = Buffer.from("MIT-MAGIC-COOKIE-1");
  return Buffer.concat([
    Buffer.from([255, 255]),
    field(Buffer.alloc(0)),
    field(Buffer.alloc(0)),
    field(name),
    field(randomBytes(16)),
  ]);
}

/** Starts a program and resolves with the first line it writes to its descriptor 3; it ends with `stop`. */
function startAnswering(program, args, env) {
  return new Promise((resolve, reject) => {
    // In a group of its own, so that Ctrl-C ends the app first and the screen under it last.
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "pipe", "pipe"],
      detached: true,
    });
    let answer = "";
    let errors = "";
    const fail = (why) =>
      reject(
        failure({
          tried: `start ${program}`,
          why,
          todo: "see its own words above; free memory or remove stale X locks, then run the same command again.",
          details: errors,
        }),
      );
    const limit = setTimeout(() => {
      child.kill("SIGKILL");
      fail(`it was not ready after ${readySeconds} s`);
    }, readySeconds * 1000);
    child.stderr.on("data", (chunk) => {
      errors = (errors + chunk).slice(-4000);
    });
    child.on("error", (error) => fail(error.message));
    child.on("exit", (code) => {
      clearTimeout(limit);
      fail(`it ended at once with code ${code}`);
    });
    child.stdio[3].on("data", (chunk) => {
      answer += chunk;
      if (!answer.includes("\n")) return;
      clearTimeout(limit);
      child.unref();
      child.stderr.unref();
      child.stdio[3].unref();
      const endWithScript = () => child.kill("SIGTERM");
      process.on("exit", endWithScript);
      const ended = new Promise((done) => child.once("exit", done));
      const stop = async () => {
        process.off("exit", endWithScript);
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.ref();
        child.kill("SIGTERM");
        await ended;
      };
      resolve({ answer: answer.trim(), stop });
    });
  });
}

/**
 * Opens what is missing. Call `stop` at the end; it ends exactly what was started here.
 * @param {{ alwaysVirtual?: boolean }} [options] for tests: virtual ones on Linux even where the person has their own
 * @returns {Promise<{ env: Record<string, string>, stop: () => Promise<void> }>}
 */
export async function openSurroundings(options = {}) {
  const virtual = options.alwaysVirtual && process.platform === "linux";
  const env = {};
  const stops = [];
  const stop = async () => {
    for (const end of stops.reverse()) await end();
  };
  try {
    if (virtual || !ownScreen()) {
      const folder = await mkdtemp(join(tmpdir(), "nightjar-screen-"));
      stops.push(() => rm(folder, { recursive: true, force: true }));
      const cookie = join(folder, "xauthority");
      await writeFile(cookie, cookieFile(), { mode: 0o600 });
      const screen = await startAnswering(
        "Xvfb",
        ["-displayfd", "3", "-screen", "0", "1440x1000x24", "-nolisten", "tcp", "-auth", cookie],
        {},
      );
      stops.push(screen.stop);
      env.DISPLAY = `:${screen.answer}`;
      env.XAUTHORITY = cookie;
      if (!virtual)
        say(`no screen here: the window opens on a virtual one (DISPLAY=${env.DISPLAY} XAUTHORITY=${cookie})`);
    }
    if (virtual || !ownBus()) {
      const bus = await startAnswering("dbus-daemon", ["--session", "--nofork", "--print-address=3"], {});
      stops.push(bus.stop);
      env.DBUS_SESSION_BUS_ADDRESS = bus.answer;
      if (!virtual) say("no session bus here: started one for this run");
    }
    return { env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
