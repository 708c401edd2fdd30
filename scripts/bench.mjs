// `npm run bench [-- <name>…]`: sets up what is missing, then runs test/bench/main.ts on Node 24 with the arguments given.
// What the idle bench needs besides (Electron, the built app, a screen) only when that one is to run.
import "./setup/node-version.mjs";
import { build } from "./setup/build.mjs";
import { continueOnNode24, ensureDependencies, nodeProgram, toolEnvironment } from "./setup/dependencies.mjs";
import { neededSurroundings, openSurroundings } from "./setup/display.mjs";
import { ensureElectron } from "./setup/electron.mjs";
import { inProject } from "./setup/paths.mjs";
import { runInForeground } from "./setup/processes.mjs";
import { ensureSandbox } from "./setup/sandbox.mjs";
import { main } from "./setup/say.mjs";
import { ensureSystemPackages } from "./setup/system-packages.mjs";

const names = process.argv.slice(2);
const nothing = { env: {}, stop: async () => {} };

/** Electron and a place for its windows. */
async function prepareApp() {
  const { program } = await ensureElectron();
  await ensureSystemPackages(program, neededSurroundings());
  await ensureSandbox(program);
  await build({ onlyWhenChanged: true });
  const { env, stop } = await openSurroundings();
  return { env: { ...env, NIGHTJAR_ELECTRON: program }, stop };
}

await main(async () => {
  await ensureDependencies();
  const continued = await continueOnNode24();
  if (continued !== undefined) return continued;
  const { env, stop } = names.length === 0 || names.includes("idle") ? await prepareApp() : nothing;
  try {
    return await runInForeground(nodeProgram, [inProject("test", "bench", "main.ts"), ...names], {
      env: toolEnvironment(env),
    });
  } finally {
    await stop();
  }
});
