// Nightjar among other programs: tray, notifications, sleep and wake, one instance a profile, and its ends.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { existsSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import Database from "better-sqlite3";
import { launchNightjar, type LaunchOptions, type RunningApp } from "./support/app.ts";
import { type Desktop, startDesktop } from "./support/desktop/desktop.ts";
import { postToShell, shellEnvironment, writeShellProfile } from "./support/shell-source.ts";

let desktop: Desktop;
let profile = "";
let running: RunningApp[] = [];
let silent: Server;
let silentUrl = "";

test.beforeEach(async () => {
  // A destination that takes every request and never answers.
  silent = createServer(() => undefined);
  await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
  silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  profile = await mkdtemp(join(tmpdir(), "nightjar-desktop-profile-"));
  await writeShellProfile(profile, [silentUrl]);
  desktop = await startDesktop();
  running = [];
});

test.afterEach(async () => {
  for (const { kill9 } of running) await kill9();
  await desktop.stop();
  silent.closeAllConnections();
  await new Promise((closed) => silent.close(closed));
  await rm(profile, { recursive: true, force: true });
});

async function launch(options: Partial<LaunchOptions> = {}): Promise<RunningApp> {
  const nightjar = await launchNightjar({ desktop, profile, env: shellEnvironment, ...options });
  running.push(nightjar);
  return nightjar;
}

/** A start of one's own, as a click on the icon makes it, with what it says on its terminal. */
function startAs(nightjar: RunningApp, args: string[]): { child: ChildProcess; said: () => string } {
  const [program = "", ...own] = nightjar.app.process().spawnargs;
  const folder = own.find((argument) => !argument.startsWith("-")) ?? "";
  const noSandbox = own.filter((argument) => argument === "--no-sandbox");
  const child = spawn(program, [...noSandbox, folder, ...args], {
    env: { ...process.env, ...desktop.env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return { child, said: () => said };
}

async function startBeside(nightjar: RunningApp, args: string[]): Promise<{ code: number | null; said: string }> {
  const { child, said } = startAs(nightjar, args);
  const [code] = (await once(child, "exit")) as [number | null];
  return { code, said: said() };
}

const visible = (nightjar: RunningApp) =>
  nightjar.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false);
const ended = async (child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> =>
  child.exitCode === null && child.signalCode === null
    ? ((await once(child, "exit")) as [number | null, NodeJS.Signals | null])
    : [child.exitCode, child.signalCode];
const log = () => readFileSync(join(profile, "logs", "nightjar.log"), "utf8");

function lease(): { gen: number; until: number } {
  const db = new Database(join(profile, "nightjar.db"), { readonly: true });
  try {
    return db.prepare("select gen, until from lease").get() as { gen: number; until: number };
  } finally {
    db.close();
  }
}

test("closing the window hides it; the tray, or a second start, brings it back; the process goes on", async () => {
  const nightjar = await launch();
  await expect.poll(() => visible(nightjar)).toBe(true);
  expect(await nightjar.page.title()).toMatch(/^Nightjar/);
  const close = () => nightjar.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

  await close();
  expect(await visible(nightjar)).toBe(false);
  await desktop.tray.activate();
  await expect.poll(() => visible(nightjar)).toBe(true);

  await close();
  expect(await visible(nightjar)).toBe(false);
  const second = await startBeside(nightjar, [`--profile=${profile}`]);
  expect(second.code).toBe(0);
  expect(second.said).toContain("already runs");
  await expect.poll(() => visible(nightjar)).toBe(true);
  expect(JSON.parse(readFileSync(join(profile, "listener.json"), "utf8"))).toEqual({
    pid: nightjar.pid,
    hooks: nightjar.hooksUrl,
  });
});

test("the window comes back where it stood", async () => {
  const bounds = { x: 70, y: 60, width: 700, height: 600 };
  const first = await launch();
  await first.app.evaluate(({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows()[0]?.setBounds(wanted), bounds);
  await desktop.tray.clickMenu("Quit");
  await ended(first.app.process());
  const second = await launch();
  await expect
    .poll(() => second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds()))
    .toEqual(bounds);
});

test("a database that cannot be used is said, on the terminal and in the log", async () => {
  const nightjar = await launch();
  await desktop.tray.clickMenu("Quit");
  await ended(nightjar.app.process());
  const db = new Database(join(profile, "nightjar.db"));
  db.pragma("user_version = 999");
  db.close();
  const { child, said } = startAs(nightjar, [`--profile=${profile}`]);
  await expect.poll(said).toMatch(/could not start: .*newer Nightjar/);
  expect(log()).toContain("Nightjar could not start.");
  // It stays for its dialog, and still ends when it is told to.
  child.kill("SIGTERM");
  expect(await ended(child)).toEqual([0, null]);
});

test("another profile is another Nightjar, at the same time", async () => {
  const other = await mkdtemp(join(tmpdir(), "nightjar-desktop-other-"));
  try {
    const [first, second] = [await launch(), await launch({ profile: other })];
    expect(first.pid).not.toBe(second.pid);
    expect(first.hooksUrl).not.toBe(second.hooksUrl);
    await second.kill9();
  } finally {
    await rm(other, { recursive: true, force: true, maxRetries: 5 });
  }
});

test("--hidden starts in the tray alone", async () => {
  const nightjar = await launch({ args: ["--hidden"] });
  await nightjar.page.getByRole("link", { name: "Today" }).waitFor({ state: "attached" });
  expect(await visible(nightjar)).toBe(false);
  expect(await desktop.tray.tooltip()).toBe("Nightjar: 0 approvals waiting");
  await desktop.tray.clickMenu("Open Nightjar");
  await expect.poll(() => visible(nightjar)).toBe(true);
});

test("a switch that cannot be used is said, and ends with code 2", async () => {
  const nightjar = await launch();
  for (const argument of ["--hooks-port=70000", "--profile=", "--hidden=yes"]) {
    const start = await startBeside(nightjar, [argument]);
    expect(start.code).toBe(2);
    expect(start.said).toContain(`Nightjar was started with ${argument}`);
  }
  const noFolder = await startBeside(nightjar, [`--profile=${join(profile, "config.yaml")}`]);
  expect(noFolder.code).toBe(2);
  expect(noFolder.said).toContain("could not open its folder");
});

test("whatever lies in the profile is the person's alone", async () => {
  const nightjar = await launch();
  const mode = (name: string) => statSync(join(profile, name)).mode & 0o777;
  expect(statSync(profile).mode & 0o777).toBe(0o700);
  for (const folder of ["logs", "chromium"]) expect(mode(folder)).toBe(0o700);
  for (const file of ["nightjar.db", "nightjar.db-wal", "listener.json", join("logs", "nightjar.log")]) {
    expect(mode(file)).toBe(0o600);
  }
  await nightjar.kill9();
});

test("the tray counts the waiting approvals and leads to them", async () => {
  const nightjar = await launch({ args: ["--hidden"] });
  await postToShell(nightjar.hooksUrl, "ask", { text: "Shall I knock?", url: `${silentUrl}/knock` });
  await expect.poll(() => desktop.tray.tooltip()).toBe("Nightjar: 1 approval waiting");
  await postToShell(nightjar.hooksUrl, "ask", { text: "And ring?", url: `${silentUrl}/ring` });
  await expect.poll(() => desktop.tray.tooltip()).toBe("Nightjar: 2 approvals waiting");
  await desktop.tray.clickMenu("2 approvals waiting");
  await expect.poll(() => visible(nightjar)).toBe(true);
  const card = nightjar.page.getByRole("article", { name: "And ring?" });
  await card.getByRole("button", { name: "Deny" }).click();
  await expect.poll(() => desktop.tray.tooltip()).toBe("Nightjar: 1 approval waiting");
});

test("a delivery is one system notification while the window shows; its click brings the window back", async () => {
  const nightjar = await launch();
  await postToShell(nightjar.hooksUrl, null, { text: "Bread & <b>butter</b> 🧈" });
  const told = await desktop.notifications.next();
  expect(told.body).toBe("Bread & &lt;b>butter&lt;/b> 🧈");
  expect(told.urgency).toBe(1);
  await nightjar.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  await desktop.notifications.click(told.id);
  await expect.poll(() => visible(nightjar)).toBe(true);

  await postToShell(nightjar.hooksUrl, "urgent", { text: "Fire" });
  const shouted = await desktop.notifications.next();
  expect(shouted).toMatchObject({ body: "Fire", urgency: 2 });
  expect(desktop.notifications.all()).toHaveLength(2);
});

test("sleep hands the lease back, wake takes it under one new generation, though each signal comes twice", async () => {
  const nightjar = await launch();
  const before = lease();
  for (let time = 0; time < 2; time += 1) await desktop.suspend();
  await expect.poll(() => lease().until).toBe(0);
  for (let time = 0; time < 2; time += 1) await desktop.resume();
  await expect.poll(() => lease().gen).toBe(before.gen + 1);
  await postToShell(nightjar.hooksUrl, null, { text: "Awake" });
  expect((await desktop.notifications.next()).body).toBe("Awake");
  expect(lease().gen).toBe(before.gen + 1);
});

/** Approves a call that its destination never answers; resolves when the destination has it. */
async function callInFlight(nightjar: RunningApp): Promise<void> {
  const arrived = once(silent, "request");
  await postToShell(nightjar.hooksUrl, "ask", { text: "Shall I wait for ever?", url: `${silentUrl}/for-ever` });
  await nightjar.page.getByRole("button", { name: "Approve" }).click();
  await arrived;
}

test("quitting from the tray ends within its limit with a call in flight, and tidies up", async () => {
  const nightjar = await launch();
  await callInFlight(nightjar);
  const began = Date.now();
  await desktop.tray.clickMenu("Quit");
  expect(await ended(nightjar.app.process())).toEqual([0, null]);
  expect(Date.now() - began).toBeLessThan(6000);
  expect(existsSync(join(profile, "listener.json"))).toBe(false);
  expect(lease().until).toBe(0);
  expect(log()).toContain("Something did not stop in time");
});

test("SIGTERM ends tidily, also while nothing is going on", async () => {
  const nightjar = await launch();
  process.kill(nightjar.pid, "SIGTERM");
  expect(await ended(nightjar.app.process())).toEqual([0, null]);
  expect(existsSync(join(profile, "listener.json"))).toBe(false);
  expect(existsSync(join(profile, "nightjar.db-wal"))).toBe(false);
  expect(log()).toContain('"why":"SIGTERM"');
  expect(log()).toContain("Nightjar ended.");
});

test("a second signal does not wait for anything", async () => {
  const nightjar = await launch();
  await callInFlight(nightjar);
  process.kill(nightjar.pid, "SIGTERM");
  await expect.poll(() => existsSync(join(profile, "listener.json"))).toBe(false);
  process.kill(nightjar.pid, "SIGTERM");
  expect((await ended(nightjar.app.process()))[0]).toBe(130);
  expect(log()).not.toContain("Nightjar ended.");
});

test("an error nobody caught is written down and ends the app: never half alive", async () => {
  const nightjar = await launch();
  await nightjar.app.evaluate(() => void setTimeout(() => void Promise.reject(new Error("a bug of the tests"))));
  expect((await ended(nightjar.app.process()))[0]).toBe(1);
  expect(log()).toContain("a bug of the tests");
  expect(existsSync(join(profile, "listener.json"))).toBe(false);
});

test("a crash of the page is mended once, and Nightjar goes on", async () => {
  const nightjar = await launch();
  await nightjar.page.getByRole("link", { name: "Today" }).waitFor();
  await nightjar.app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((loaded) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        contents?.once("did-finish-load", () => loaded());
        contents?.forcefullyCrashRenderer();
      }),
  );
  const links = await nightjar.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript("typeof window.nightjar.call"),
  );
  expect(links).toBe("function");
  expect(log()).toContain("The window's page crashed.");
  await postToShell(nightjar.hooksUrl, null, { text: "Still here" });
  expect((await desktop.notifications.next()).body).toBe("Still here");
});
