// What a start needs of the system: screen, session bus, libraries, sandbox. Found by looking, said where it can't be made.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createProject, isAlive, type Project } from "./project.ts";

/** A server that notes its process and arguments, answers on descriptor 3, and stays. */
function server(project: Project, name: string, answer: string): void {
  project.program(
    name,
    `exec "${process.execPath}" -e '
      require("node:fs").writeFileSync("${project.path(name)}", process.pid + " " + process.argv.slice(1).join(" "));
      require("node:fs").writeSync(3, "${answer}\\n");
      setInterval(() => {}, 1e6);' -- "$@"`,
  );
}
const nowhere = { DISPLAY: "", DBUS_SESSION_BUS_ADDRESS: "" };
const tellEnvironment = `const { DISPLAY, XAUTHORITY, DBUS_SESSION_BUS_ADDRESS, WAYLAND_DISPLAY } = process.env;
  console.log("screen", DISPLAY || WAYLAND_DISPLAY, "cookie", XAUTHORITY ? require("node:fs").statSync(XAUTHORITY).mode.toString(8) : "none");
  console.log("bus", DBUS_SESSION_BUS_ADDRESS);`;

test("without a screen and a session bus of the person's, the app gets virtual ones, which end with it", async () => {
  const project = createProject();
  server(project, "Xvfb", "7");
  server(project, "dbus-daemon", "unix:path=/the/bus");
  project.electron(tellEnvironment);
  const { code, output } = await project.run("start.mjs", [], { env: nowhere }).ended;
  expect(code).toBe(0);
  expect(output).toContain("screen :7 cookie 100600\nbus unix:path=/the/bus\n");
  expect(output).toMatch(/nightjar: no screen here: the window opens on a virtual one \(DISPLAY=:7 XAUTHORITY=.*\)\n/);
  expect(output).toContain("nightjar: no session bus here: started one for this run\n");
  const servers = ["Xvfb", "dbus-daemon"].map((name) => project.read(name));
  expect(servers[0]).toMatch(/-displayfd 3 .*-nolisten tcp -auth /);
  expect(servers.map((line) => isAlive(Number.parseInt(line, 10)))).toEqual([false, false]);
});

test("virtual ones end with an app that was killed, and with one that Ctrl-C ended", async () => {
  const project = createProject();
  server(project, "Xvfb", "7");
  server(project, "dbus-daemon", "unix:path=/the/bus");
  project.electron('process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1e6);');
  expect((await project.run("start.mjs", [], { env: nowhere }).ended).code).toBe(137);
  const pidOf = (name: string) => Number.parseInt(project.read(name), 10);
  expect(["Xvfb", "dbus-daemon"].map(pidOf).map(isAlive)).toEqual([false, false]);
  project.electron('process.on("SIGINT", () => process.exit(0)); setInterval(() => {}, 1e6); console.log("up");');
  const run = project.run("start.mjs", [], { env: nowhere });
  await run.says(/^up$/m);
  run.child.kill("SIGINT");
  expect((await run.ended).code).toBe(0);
  expect(["Xvfb", "dbus-daemon"].map(pidOf).map(isAlive)).toEqual([false, false]);
});

test("where the person has a screen and a bus, those are used, and no server is even looked for", async () => {
  const runtime = createProject();
  mkdirSync(runtime.path("runtime"));
  writeFileSync(runtime.path("runtime/bus"), "");
  for (const [env, told] of [
    [{}, "screen :77 cookie none\nbus unix:path=/nowhere\n"],
    [{ DISPLAY: "", WAYLAND_DISPLAY: "wayland-0" }, "screen wayland-0 cookie none\nbus unix:path=/nowhere\n"],
    [{ DBUS_SESSION_BUS_ADDRESS: "", XDG_RUNTIME_DIR: runtime.path("runtime") }, "screen :77 cookie none\nbus \n"],
  ] as const) {
    const project = createProject();
    project.electron(tellEnvironment);
    const { code, output } = await project.run("start.mjs", [], { env }).ended;
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining(told) as string });
    expect(output).not.toMatch(/no (screen|session bus) here/);
  }
});

test("a virtual screen that does not come up is told with its own words, and the bus is not left running", async () => {
  const project = createProject();
  project.program("Xvfb", 'echo "Server is already active for display 7" >&2; exit 1');
  server(project, "dbus-daemon", "unix:path=/the/bus");
  const { code, output } = await project.run("start.mjs", [], { env: nowhere }).ended;
  expect(code).toBe(1);
  expect(output).toContain("Server is already active for display 7");
  expect(output).toContain("nightjar: could not start Xvfb: it ended at once with code 1\nnightjar: what to do:");
  expect(existsSync(project.path("dbus-daemon"))).toBe(false);
});

/** A machine with apt on which these libraries and no servers are there. */
function bareMachine(project: Project): void {
  project.program(
    "ldd",
    'echo "	libnss3.so => not found"; echo "	libgbm.so.1 => not found"; echo "	libasound.so.2 => not found"',
  );
  project.program("ldconfig", 'echo "libnotify.so.4 libsecret-1.so.0"');
  project.program("apt-cache", 'case "$3" in libasound2t64) echo "Package: libasound2t64";; *) exit 100;; esac');
  project.program("apt-get", `echo "apt-get $*" >> "${project.path("calls")}"`);
  project.program("dpkg", `echo "dpkg $*" >> "${project.path("calls")}"`);
}

test("who is not root gets the exact command for what is missing, and nothing is installed", async () => {
  const project = createProject();
  bareMachine(project);
  const { code, output } = await project.run("start.mjs", [], { env: nowhere }).ended;
  expect(code).toBe(1);
  expect(output).toContain(
    "(missing: libnss3, libgbm1, libasound2, xvfb, dbus): installing them takes root\n" +
      "nightjar: what to do: run: sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends libnss3 libgbm1 libasound2 xvfb dbus'\n",
  );
  expect(project.calls().filter((call) => /apt|dpkg/.test(call))).toEqual([]);
});

test("root has it installed, under the names this release has, after what an interrupted one left half done", async () => {
  const project = createProject();
  bareMachine(project);
  // What apt-get installs is there afterwards.
  project.program(
    "apt-get",
    `echo "apt-get $* $DEBIAN_FRONTEND" >> "${project.path("calls")}"
     [ "$1" = install ] && echo '#!/bin/sh' > "${project.path("bin/ldd")}"
     exit 0`,
  );
  const { code, output } = await project.run("start.mjs", [], { machine: { uid: 0 } }).ended;
  expect(code).toBe(0);
  expect(output).toContain("nightjar: installing system packages: libnss3, libgbm1, libasound2 …\n");
  expect(project.calls().filter((call) => /apt|dpkg/.test(call))).toEqual([
    "apt-get update noninteractive",
    "dpkg --configure -a",
    "apt-get install -y --no-install-recommends libnss3 libgbm1 libasound2t64 noninteractive",
  ]);
});

test("an installation that did not help is told with apt's own words and the command", async () => {
  const project = createProject();
  bareMachine(project);
  project.program("apt-get", 'echo "E: Unable to locate package libnss3"; exit 100');
  const { code, output } = await project.run("start.mjs", [], { machine: { uid: 0 } }).ended;
  expect(code).toBe(1);
  expect(output).toContain("E: Unable to locate package libnss3\n");
  expect(output).toContain("still missing after the installation: libnss3, libgbm1, libasound2\n");
  expect(output).toMatch(
    /what to do: run as root: apt-get update && apt-get install -y .* libnss3 libgbm1 libasound2\n/,
  );
});

test("without apt, and for a library nobody knows, the names are told", async () => {
  const project = createProject();
  project.program("ldd", 'echo "	libstrange.so.1 => not found"');
  const { code, output } = await project.run("start.mjs", [], { env: { DISPLAY: "" } }).ended;
  expect(code).toBe(1);
  expect(output).toContain("(missing: xvfb, libstrange.so.1): this system's package manager is not apt\n");
});

test("libraries that Electron loads by name are missed as well", async () => {
  const project = createProject();
  project.program("ldconfig", 'echo "libnotify.so.4"');
  const { output } = await project.run("start.mjs").ended;
  expect(output).toContain("(missing: libsecret-1-0)");
});

test("where pages can't be locked in, the command that mends it is told, and nothing starts without a sandbox", async () => {
  const project = createProject();
  project.program("unshare", "exit 1");
  const { code, output } = await project.run("start.mjs").ended;
  const helper = project.path("electron/chrome-sandbox");
  expect(code).toBe(1);
  expect(output).toContain(`what to do: run: sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'\n`);
  expect(output).not.toContain("the app:");
});
