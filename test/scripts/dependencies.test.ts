// The set-up of dependencies and build: complete or done again, quick when nothing changed, told when it can't be.
import { existsSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { createProject, until } from "./project.ts";

const built = ["renderer", "main", "preload", "agent", "toolhost"].map(
  (mode) => `vite build --mode ${mode} --logLevel warn`,
);
const installed = "npm ci --ignore-scripts --include=dev --no-audit --no-fund --no-progress --loglevel=error";

test("the first start installs and builds, each step a line; the second does neither", async () => {
  const project = createProject();
  const first = await project.run("start.mjs").ended;
  expect(first.code).toBe(0);
  expect(project.calls()).toEqual([installed, ...built]);
  for (const step of ["installing dependencies (a minute or so the first time)", "building main"]) {
    expect(first.output).toContain(`nightjar: ${step} …\n`);
    expect(first.output).toMatch(new RegExp(`nightjar: ${step.replace(/[()]/g, "\\$&")}: done in \\d+ s\n`));
  }
  const second = await project.run("start.mjs").ended;
  expect(second.code).toBe(0);
  expect(project.calls()).toEqual([]);
  expect(second.output.split("\n").filter(Boolean)).toEqual([
    expect.stringMatching(/^nightjar: using the Electron in/),
    "nightjar: starting Nightjar (Ctrl-C ends it)",
    `the app: ${project.folder}`,
  ]);
});

test("a changed lock installs again, a changed source builds again, and neither does the other", async () => {
  const project = createProject();
  await project.run("start.mjs").ended;
  project.calls();
  project.write("app/main.ts", "changed");
  await project.run("start.mjs").ended;
  expect(project.calls()).toEqual(built);
  project.write("package-lock.json", `${project.read("package-lock.json").replace("sha512-x", "sha512-y")}\n`);
  await project.run("build.mjs").ended;
  expect(project.calls()).toEqual([installed, ...built]);
});

test("an install that was killed half-way is done over, one that npm completed by itself is taken", async () => {
  const project = createProject();
  await project.run("start.mjs").ended;
  project.calls();
  // Half-way: npm's own list, written last, is not there.
  rmSync(project.path("node_modules/.nightjar-installed"));
  rmSync(project.path("node_modules/.package-lock.json"));
  await project.run("start.mjs").ended;
  expect(project.calls()).toEqual([installed]);
  rmSync(project.path("node_modules/.nightjar-installed"));
  await project.run("start.mjs").ended;
  expect(project.calls()).toEqual([]);
  expect(existsSync(project.path("node_modules/.nightjar-installed"))).toBe(true);
});

test("a node_modules that is a link is used as it is, and never emptied", async () => {
  const project = createProject();
  await project.run("start.mjs").ended;
  project.calls();
  renameSync(project.path("node_modules"), project.path("shared"));
  symlinkSync(project.path("shared"), project.path("node_modules"));
  expect((await project.run("start.mjs").ended).code).toBe(0);
  project.calls();
  project.write("package-lock.json", `${project.read("package-lock.json").replace("sha512-x", "sha512-y")}\n`);
  const refused = await project.run("start.mjs").ended;
  expect(refused.code).toBe(1);
  expect(refused.output).toContain(
    `it is a link to ${project.path("shared")}, and what is there would be removed first`,
  );
  expect(refused.output).toContain("what to do: remove the link");
  expect(project.calls()).toEqual([]);
  expect(existsSync(project.path("shared/.nightjar-installed"))).toBe(true);
});

test("a build that was killed half-way is made over", async () => {
  const project = createProject();
  await project.run("start.mjs").ended;
  const vite = project.read("node_modules/vite/bin/vite.js");
  project.write(
    "node_modules/vite/bin/vite.js",
    `if (process.argv[4] !== "preload") { ${vite} } else { require("node:fs").writeFileSync("at-work", ""); setInterval(() => {}, 1e6); }`,
  );
  project.write("app/main.ts", "changed");
  const run = project.run("start.mjs");
  await until("the build's third part", () => existsSync(project.path("at-work")));
  run.child.kill("SIGINT");
  expect((await run.ended).code).toBe(130);
  project.write("node_modules/vite/bin/vite.js", vite);
  project.calls();
  const { code } = await project.run("start.mjs").ended;
  expect(code).toBe(0);
  expect(project.calls()).toEqual(built);
});

test("an install that fails is told with npm's last words and what to do", async () => {
  const project = createProject();
  project.write("fake-npm.cjs", 'console.error("npm error network ENOTFOUND the.registry"); process.exitCode = 7;');
  const { code, output } = await project.run("start.mjs").ended;
  expect(code).toBe(1);
  expect(output).toContain("npm error network ENOTFOUND the.registry\n");
  expect(output).toContain(
    `nightjar: could not install the dependencies (npm ci in ${project.folder}): npm ended with code 7; its last words are above\n`,
  );
  expect(output).toMatch(
    /nightjar: what to do: check the connection and the free space, then run the same command again.*\n$/,
  );
});

test("a machine without npm is told that", async () => {
  const project = createProject();
  const { code, output } = await project.run("start.mjs", [], { env: { npm_execpath: "" } }).ended;
  expect(code).toBe(1);
  expect(output).toContain("could not run npm ci: there is no npm on PATH, nor beside the Node that runs this\n");
  expect(output).toContain("what to do: install npm");
});

test("a Node 24 that its install script did not bring is told, after that script was tried", async () => {
  const project = createProject();
  const npm = project.read("fake-npm.cjs").replace(/symlinkSync\(process.execPath.*\n/, "");
  project.write("fake-npm.cjs", npm);
  const { code, output } = await project.run("start.mjs").ended;
  expect(code).toBe(1);
  expect(project.calls()).toEqual([installed, "npm rebuild node --loglevel=error"]);
  expect(output).toContain("could not run the Node 24 that comes with the dependencies");
  expect(output).toContain("what to do: allow that one script with `npm install-scripts approve node`");
});

test("a source that does not build is told with the builder's words, and the next start tries again", async () => {
  const project = createProject();
  await project.run("build.mjs").ended;
  const vite = project.read("node_modules/vite/bin/vite.js");
  project.write("node_modules/vite/bin/vite.js", 'console.error("app/main.ts:3: unexpected token"); process.exit(1);');
  project.write("app/main.ts", "broken");
  const { code, output } = await project.run("start.mjs").ended;
  expect(code).toBe(1);
  expect(output).toContain(
    "app/main.ts:3: unexpected token\nnightjar: could not build renderer (vite build --mode renderer)",
  );
  project.write("node_modules/vite/bin/vite.js", vite);
  project.calls();
  expect((await project.run("start.mjs").ended).code).toBe(0);
  expect(project.calls()).toEqual(built);
});
