// `npm run demo`: sets up what is missing, builds what changed, and plays a day on a throw-away profile
// (test/e2e/demo/play.ts tells how), on a virtual screen where there is none.
import "./setup/node-version.mjs";
import { build } from "./setup/build.mjs";
import { continueOnNode24, ensureDependencies, nodeProgram, toolEnvironment } from "./setup/dependencies.mjs";
import { openSurroundings } from "./setup/display.mjs";
import { ensureElectron } from "./setup/electron.mjs";
import { inProject } from "./setup/paths.mjs";
import { runInForeground } from "./setup/processes.mjs";
import { ensureSandbox } from "./setup/sandbox.mjs";
import { main } from "./setup/say.mjs";
import { ensureSystemPackages } from "./setup/system-packages.mjs";

await main(async () => {
  await ensureDependencies();
  const continued = await continueOnNode24();
  if (continued !== undefined) return continued;
  const { program } = await ensureElectron();
  await ensureSystemPackages(program, ["display", "bus"]);
  await ensureSandbox(program);
  await build({ onlyWhenChanged: true });
  const surroundings = await openSurroundings();
  try {
    const env = toolEnvironment({ ...surroundings.env, NIGHTJAR_ELECTRON: program });
    return await runInForeground(nodeProgram, [inProject("test", "e2e", "demo", "play.ts"), ...process.argv.slice(2)], {
      env,
    });
  } finally {
    await surroundings.stop();
  }
});
