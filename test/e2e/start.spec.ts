// `npm start` as a person has it before them: the real script with the real app, and what stands on the terminal.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { projectFolder } from "./support/app.ts";
import { type Desktop, startDesktop } from "./support/desktop/desktop.ts";

let desktop: Desktop;
let profile = "";
let started: ChildProcess[] = [];

test.beforeEach(async () => {
  desktop = await startDesktop();
  profile = await mkdtemp(join(tmpdir(), "nightjar-start-profile-"));
  started = [];
});

test.afterEach(async () => {
  for (const child of started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  await desktop.stop();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});

function start(args: string[]): { child: ChildProcess; said: () => string } {
  const electron = process.env["NIGHTJAR_ELECTRON"];
  const child = spawn(process.execPath, [join(projectFolder, "scripts/start.mjs"), `--profile=${profile}`, ...args], {
    env: {
      ...process.env,
      ...desktop.env,
      // Without a system bus Chromium complains at once, wherever this runs.
      DBUS_SYSTEM_BUS_ADDRESS: "unix:path=/nowhere",
      ...(electron === undefined ? {} : { ELECTRON_OVERRIDE_DIST_PATH: dirname(electron) }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return { child, said: () => said };
}

const listener = async (): Promise<{ pid: number; hooks: string }> =>
  JSON.parse(await readFile(join(profile, "listener.json"), "utf8")) as { pid: number; hooks: string };

test("the terminal names the profile and the address and nothing of Chromium's; a kill is told, and the next start listens again", async () => {
  const first = start(["--hooks-port=0", "--hidden"]);
  await expect.poll(first.said, { timeout: 60_000 }).toContain("Listening at ");
  const { pid, hooks } = await listener();
  expect(first.said()).toContain(`Profile: ${profile}\nListening at ${hooks}\n`);
  const murmured = () => readFile(join(profile, "logs/chromium.log"), "utf8").catch(() => first.said());
  await expect.poll(murmured).toMatch(/\d:ERROR:.*nowhere/);
  expect(first.said()).not.toMatch(/\d:(ERROR|WARNING):/);

  process.kill(pid, "SIGKILL");
  await once(first.child, "exit");
  expect(first.child.exitCode).toBe(137);
  expect(first.said()).toContain("Nightjar was killed (SIGKILL). Nothing is lost");

  const second = start(["--hooks-port=0", "--hidden"]);
  await expect.poll(second.said, { timeout: 60_000 }).toContain("Listening at ");
  const again = await listener();
  expect(again.pid).not.toBe(pid);
  second.child.kill("SIGINT");
  await once(second.child, "exit");
  expect(second.child.exitCode).toBe(0);
  expect(second.said()).toContain("nightjar: Stopping…\n");
  expect(second.said()).not.toContain("Nightjar was");
  // A clean end takes the file away.
  await expect(listener()).rejects.toThrow("ENOENT");
});

test("a port that is taken is told instead of an address, and the app goes on; a second start says whose window is shown", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const first = start([`--hooks-port=${port}`, "--hidden"]);
  await expect.poll(first.said, { timeout: 60_000 }).toContain(String(port));
  await expect.poll(first.said).toMatch(/another program uses that port/i);
  expect(first.said()).not.toContain("Listening at");
  const second = start([]);
  await once(second.child, "exit");
  expect(second.child.exitCode).toBe(0);
  expect(second.said()).toContain("Nightjar already runs with this profile; its window is shown.\n");
  expect(first.child.exitCode).toBe(null);
  other.close();
});
