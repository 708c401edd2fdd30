// How `npm start` stays with the app: what is shown of its words, how it is ended, and what is said about its end.
import { existsSync, mkdirSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { createProject, isAlive, until } from "./project.ts";

const chromium = [
  "[17135:1130/210647.046653:ERROR:bus.cc(407)] Failed to connect to the bus: no such file",
  "[17167:1130/210648.676604:ERROR:viz_main_impl.cc(181)] Exiting GPU process due to errors during initialization",
  "[2:2:0718/101112.131415:WARNING:content/browser/gpu/gpu_process_host.cc:1234] The GPU process has crashed 1 time(s)",
  "libva error: vaGetDriverNameByIndex() failed with unknown libva error, driver_name = (null)",
  "MESA-LOADER: failed to open swrast",
  'Gtk-Message: 12:00:00.000: Failed to load module "canberra-gtk-module"',
  "(electron:123): GLib-GObject-WARNING **: 12:00:00.000: invalid unclassed pointer",
];
const others = [
  "config.yaml, line 3: There is no key outbx.",
  "[12:1130/210648.1:FATAL:electron_main_delegate.cc(292)] Running as root without --no-sandbox is not supported.",
  '[12:1130/210648.1:ERROR:CONSOLE(4)] "Uncaught Error: the page", source: app://nightjar/ (4)',
  "[a list] of something",
  "Nightjar ends after an unexpected error: Error: x",
];
const profile = (project: { path(...parts: string[]): string }) => project.path("home/.config/Nightjar");

/** An app that writes these lines to its standard error and then does the rest. */
const writes = (lines: string[], then = "") =>
  `process.stderr.write(${JSON.stringify(lines.map((line) => `${line}\n`).join(""))});\n${then}`;

test("Chromium's murmuring goes to a file of the profile that only the person may read, all else is shown", async () => {
  const project = createProject();
  mkdirSync(`${profile(project)}/logs`, { recursive: true });
  project.electron(
    writes(
      [...chromium, "", chromium[6] ?? "", "", ...others, "half a line"].slice(0, -1),
      'process.stderr.write("half a line")',
    ),
  );
  const { code, output } = await project.run("start.mjs").ended;
  expect(code).toBe(0);
  expect(output.slice(output.indexOf("(Ctrl-C ends it)\n") + 17)).toBe(`\n${others.join("\n")}\nhalf a line\n`);
  const file = `${profile(project)}/logs/chromium.log`;
  expect(project.read("home/.config/Nightjar/logs/chromium.log")).toBe([...chromium, chromium[6], ""].join("\n"));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("the file is the chosen profile's, and what comes before its folder is there is not lost", async () => {
  const project = createProject();
  project.electron(
    writes(
      chromium.slice(0, 1),
      `setImmediate(() => { require("node:fs").mkdirSync("p/logs", { recursive: true }); ${writes(chromium.slice(1, 2))} });`,
    ),
  );
  await project.run("start.mjs", ["--profile=p"]).ended;
  expect(project.read("p/logs/chromium.log")).toBe(`${chromium[0]}\n${chromium[1]}\n`);
  expect(existsSync(profile(project))).toBe(false);
});

test("NIGHTJAR_VERBOSE=1 shows everything", async () => {
  const project = createProject();
  mkdirSync(`${profile(project)}/logs`, { recursive: true });
  project.electron(writes([...chromium, ...others]));
  const { output } = await project.run("start.mjs", [], { env: { NIGHTJAR_VERBOSE: "1" } }).ended;
  expect(output).toContain([...chromium, ...others].join("\n"));
  expect(existsSync(`${profile(project)}/logs/chromium.log`)).toBe(false);
});

test("an app that was killed is told, that nothing is lost too, and the code is 137", async () => {
  const project = createProject();
  project.electron('console.log("Listening"); setInterval(() => {}, 1e6); console.log(`pid ${process.pid}.`);');
  const run = project.run("start.mjs");
  await run.says(/pid \d+\./);
  process.kill(Number(/pid (\d+)\./.exec(run.output())?.[1]), "SIGKILL");
  const { code, output } = await run.ended;
  expect(code).toBe(137);
  expect(output).toMatch(
    /nightjar: Nightjar was killed \(SIGKILL\)\. Nothing is lost: .*Start it again with `npm start`\.\n$/,
  );
});

test("a crash, or an end with an error, is explained with the last of what was kept off", async () => {
  const project = createProject();
  project.electron(writes(chromium, 'process.kill(process.pid, "SIGSEGV"); setInterval(() => {}, 1e6);'));
  const crash = await project.run("start.mjs").ended;
  expect(crash.code).toBe(139);
  expect(crash.output).toContain(
    `Chromium's last words:\n${chromium.join("\n")}\nnightjar: Nightjar was ended by a crash (SIGSEGV).`,
  );
  project.electron(writes(chromium, "process.exitCode = 1;"));
  const failed = await project.run("start.mjs").ended;
  expect(failed.code).toBe(1);
  expect(failed.output).toContain(`Chromium's last words:\n${chromium.join("\n")}\n`);
  expect(failed.output).not.toContain("Nightjar was");
  project.electron(writes([...chromium, "The folder x cannot be used."], "process.exitCode = 2;"));
  const refused = await project.run("start.mjs").ended;
  expect(refused.code).toBe(2);
  expect(refused.output).not.toContain("last words");
  expect(refused.output).toContain("The folder x cannot be used.\n");
});

test("Ctrl-C reaches the app once, however often it comes at a time, and a clean end is code 0", async () => {
  const project = createProject();
  project.electron(
    `let heard = 0;
     process.on("SIGINT", () => {
       heard += 1;
       console.log("heard", heard);
       if (heard === 1) setTimeout(() => process.exit(heard === 1 ? 0 : 9), 300);
     });
     setInterval(() => {}, 1e6);
     console.log("up");`,
  );
  const run = project.run("start.mjs");
  await run.says(/^up$/m);
  run.child.kill("SIGINT");
  await run.says(/heard 1/);
  run.child.kill("SIGINT");
  run.child.kill("SIGTERM");
  const { code, output } = await run.ended;
  expect(code).toBe(0);
  expect(output).toMatch(/nightjar: Stopping…\nheard 1\n$/);
});

test("an app that does not end is killed after ten seconds", async () => {
  const project = createProject();
  project.electron('process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6); console.log("up");');
  const run = project.run("start.mjs");
  await run.says(/^up$/m);
  run.child.kill("SIGTERM");
  const { code, output } = await run.ended;
  expect(code).toBe(137);
  expect(output).toMatch(/Nightjar did not end within 10 s and was killed\. Nothing is lost\.\n$/);
});

test("a browser that the app opened, and that lives on, does not keep the script", async () => {
  const project = createProject();
  project.electron(
    `const forever = "require('node:fs').writeFileSync('browser.pid', String(process.pid)); setInterval(() => {}, 1e6)";
     require("node:child_process").spawn(process.execPath, ["-e", forever], { stdio: "inherit", detached: true }).unref();
     console.log("the last word");`,
  );
  const run = project.run("start.mjs");
  const code = await new Promise((resolve) => run.child.once("exit", resolve));
  await until("the browser", () => existsSync(project.path("browser.pid")) && project.read("browser.pid") !== "");
  const browser = Number(project.read("browser.pid"));
  const alive = isAlive(browser);
  process.kill(browser, "SIGKILL");
  expect({ code, alive }).toEqual({ code: 0, alive: true });
  expect(run.output()).toContain("the last word\n");
});

test("root is told that the sandbox is off, and not to make a habit of it; others keep theirs", async () => {
  const project = createProject();
  const root = await project.run("start.mjs", [], { machine: { uid: 0 } }).ended;
  expect(root.output).toMatch(/nightjar: started as root, .*\(--no-sandbox\).*ordinary user for daily use\n/);
  expect(root.stdout).toBe(`the app: --no-sandbox ${project.folder}\n`);
  const person = await project.run("start.mjs").ended;
  expect(person.output).not.toContain("root");
  expect(person.stdout).toBe(`the app: ${project.folder}\n`);
});

test("a secret in the environment reaches the app on its standard input, and its environment holds what is needed", async () => {
  const project = createProject();
  project.electron(`
    const given = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
    console.log("environment", process.env.MY_TOKEN, typeof process.env.PATH, process.env.NIGHTJAR_ENVIRONMENT);
    console.log("input", given.MY_TOKEN, given.PATH === process.env.PATH);
  `);
  const { output } = await project.run("start.mjs", [], { env: { MY_TOKEN: "secret-1" } }).ended;
  expect(output).toContain("environment undefined string stdin\ninput secret-1 true\n");
});
