import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { createProject, isAlive, until, type Project } from "./project.ts";

/** npm that stays at work with a program of its own, and notes both; told to end, it does so at once or not at all. */
function stubbornNpm(project: Project, stubborn: boolean): void {
  project.write(
    "fake-npm.cjs",
    `const { spawn } = require("node:child_process");
     const { renameSync, writeFileSync } = require("node:fs");
     const kind = process.argv[2] === "child" ? "child" : "npm";
     process.on("SIGTERM", () => {
       writeFileSync(kind + ".told", "");
       if (${!stubborn}) process.exit(1);
     });
     process.on("exit", () => writeFileSync(kind + ".ended", ""));
     if (kind === "npm") spawn(process.execPath, [__filename, "child"], { stdio: "inherit" });
     writeFileSync(kind + ".new", String(process.pid));
     renameSync(kind + ".new", kind + ".pid");
     setInterval(() => {}, 1e6);`,
  );
}

async function atWork(project: Project): Promise<number[]> {
  const files = ["npm.pid", "child.pid"].map((name) => project.path(name));
  await until("npm and its program", () => files.every((file) => existsSync(file)));
  return ["npm.pid", "child.pid"].map((name) => Number(project.read(name)));
}

function npmWorksAgain(project: Project): void {
  project.write("fake-npm.cjs", createProject().read("fake-npm.cjs"));
}

test("Ctrl-C during the install says so at once, kills what does not end, and the next start picks it up", async () => {
  const project = createProject();
  stubbornNpm(project, true);
  const run = project.run("start.mjs");
  const pids = await atWork(project);
  run.child.kill("SIGINT");
  await run.says(/nightjar: Stopping…\n/);
  // Both are told first, while the words stand already.
  await until(
    "the request to end",
    () => existsSync(project.path("npm.told")) && existsSync(project.path("child.told")),
  );
  expect(pids.map(isAlive)).toEqual([true, true]);
  const { code, output } = await run.ended;
  expect(code).toBe(130);
  expect(pids.map(isAlive)).toEqual([false, false]);
  expect(output.match(/Stopping…/g)).toHaveLength(1);
  expect(output).toMatch(
    /installing dependencies .*: stopped after \d+ s\nnightjar: stopped\. Run the same command again/,
  );
  expect(output).not.toContain("could not");
  expect(readdirSync(project.path("cache/nightjar/locks"))).toEqual([]);

  npmWorksAgain(project);
  const again = await project.run("start.mjs").ended;
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("the app:") as string });
});

test("SIGTERM during the install ends what listens without waiting to kill it, with code 143", async () => {
  const project = createProject();
  stubbornNpm(project, false);
  const run = project.run("start.mjs");
  const pids = await atWork(project);
  run.child.kill("SIGTERM");
  expect((await run.ended).code).toBe(143);
  // What is killed can't write that.
  expect(["npm.ended", "child.ended"].map((file) => existsSync(project.path(file)))).toEqual([true, true]);
  expect(pids.map(isAlive)).toEqual([false, false]);
});

test("started by an older Node, what the newer one does is stopped as well, and said once", async () => {
  const project = createProject();
  const { code } = await project.run("build.mjs").ended;
  expect(code).toBe(0);
  project.program(
    "ldd",
    `echo $$ > "${project.path("ldd.pid")}"; exec "${process.execPath}" -e "setInterval(() => {}, 1e6)"`,
  );
  const run = project.run("start.mjs", [], { machine: { node: "20.20.1" } });
  await until("ldd", () => existsSync(project.path("ldd.pid")) && project.read("ldd.pid").endsWith("\n"));
  run.child.kill("SIGINT");
  const ended = await run.ended;
  expect(ended.code).toBe(130);
  expect(ended.output.match(/Stopping…/g)).toHaveLength(1);
  expect(isAlive(Number(project.read("ldd.pid")))).toBe(false);
});

test("when the shell between npm and the script dies, the script ends what it started", async () => {
  const project = createProject();
  stubbornNpm(project, false);
  const run = project.run("start.mjs", [], { shell: true });
  const pids = await atWork(project);
  run.child.kill("SIGKILL");
  // The output ends when the last of them has.
  const { output, signal } = await run.ended;
  expect(signal).toBe("SIGKILL");
  expect(output).toContain("nightjar: Stopping…");
  expect(pids.map(isAlive)).toEqual([false, false]);
});

test("a closed terminal counts as a request to end", async () => {
  const project = createProject();
  stubbornNpm(project, false);
  const run = project.run("start.mjs");
  const pids = await atWork(project);
  for (const stream of [run.child.stdout, run.child.stderr]) stream?.destroy();
  run.child.kill("SIGHUP");
  const code = await new Promise((resolve) => run.child.once("exit", resolve));
  expect(code).toBe(129);
  expect(pids.map(isAlive)).toEqual([false, false]);
});

test("Ctrl-C while another set-up is waited for ends at once and leaves the other's lock alone", async () => {
  const project = createProject();
  stubbornNpm(project, false);
  const first = project.run("start.mjs");
  const pids = await atWork(project);
  const second = project.run("start.mjs");
  await second.says(/another set-up is at work \(process \d+; lock .*\), waiting for it/);
  second.child.kill("SIGINT");
  const { code, output } = await second.ended;
  expect(code).toBe(130);
  expect(output).toContain("nightjar: Stopping…\nnightjar: stopped. Run the same command again");
  expect(pids.map(isAlive)).toEqual([true, true]);
  expect(readdirSync(project.path("cache/nightjar/locks"))).toHaveLength(1);
  first.child.kill("SIGTERM");
  expect((await first.ended).code).toBe(143);
});

test("an npm that outlives a killed start keeps the lock; the next start waits for its end and takes over", async () => {
  const project = createProject();
  stubbornNpm(project, false);
  const first = project.run("start.mjs");
  const [npm = 0, child = 0] = await atWork(project);
  first.child.kill("SIGKILL");
  npmWorksAgain(project);
  const second = project.run("start.mjs");
  await second.says(new RegExp(`another set-up is at work \\(process ${npm};`));
  expect(project.calls()).toEqual([]);
  process.kill(npm, "SIGKILL");
  process.kill(child, "SIGKILL");
  const { code, stdout } = await second.ended;
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("the app:") as string });
});

test("the lock of a start that was killed holds nobody up", async () => {
  const project = createProject();
  stubbornNpm(project, false);
  const first = project.run("start.mjs");
  const pids = await atWork(project);
  first.child.kill("SIGKILL");
  for (const pid of pids) process.kill(pid, "SIGKILL");
  await until("their end", () => !pids.some(isAlive));
  expect(readdirSync(project.path("cache/nightjar/locks"))).toHaveLength(1);
  npmWorksAgain(project);
  const { code, output } = await project.run("start.mjs").ended;
  expect(code).toBe(0);
  expect(output).not.toContain("another set-up");
  expect(readdirSync(project.path("cache/nightjar/locks"))).toEqual([]);
});
