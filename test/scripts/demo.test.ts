import { expect, test } from "vitest";
import { createProject, type Project } from "./project.ts";

const take = 'for (const dress of ["light", "dark"]) writeFileSync("out/demo/today-" + dress + ".png", "");';

function play(project: Project, script: string): void {
  project.write("out/demo/earlier.png", "");
  project.write(
    "test/e2e/demo/play.ts",
    `import { utimesSync, writeFileSync } from "node:fs"; utimesSync("out/demo/earlier.png", 1, 1); ${script}`,
  );
}

test("a demo that took pictures says where they are and how to see them", async () => {
  const project = createProject();
  play(project, take);
  const shown = await project.run("demo.mjs").ended;
  const folder = project.path("out/demo");
  expect(shown.code).toBe(0);
  expect(shown.output).toContain(
    `nightjar: 2 pictures of its views, light and dark, are in ${folder}\nnightjar: to see them: xdg-open '${folder}'\n`,
  );
});

test("a demo that failed on its way names the pictures it took, and none when it took none", async () => {
  const project = createProject();
  play(project, `${take} process.exitCode = 1;`);
  const failed = await project.run("demo.mjs").ended;
  expect(failed.code).toBe(1);
  expect(failed.output).toContain("2 pictures");
  const none = createProject();
  play(none, "process.exitCode = 2;");
  const { code, output } = await none.run("demo.mjs").ended;
  expect(code).toBe(2);
  expect(output).not.toContain("pictures");
});
