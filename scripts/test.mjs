// `npm test [-- static unit engine e2e long <filter>…]`: sets up what is missing, builds, runs every suite and says, as the last line,
// how many passed and failed. Refuses success when something failed, was skipped, or nothing ran.
import "./setup/node-version.mjs";
import { build } from "./setup/build.mjs";
import { continueOnNode24, ensureDependencies } from "./setup/dependencies.mjs";
import { openSurroundings } from "./setup/display.mjs";
import { ensureElectron } from "./setup/electron.mjs";
import { interruptedBy } from "./setup/interruption.mjs";
import { ensureSandbox } from "./setup/sandbox.mjs";
import { main } from "./setup/say.mjs";
import { ensureSystemPackages } from "./setup/system-packages.mjs";
import { conclude, single } from "./testing/results.mjs";
import { chosen, plan } from "./testing/suites.mjs";

/** A build that fails is one failure; the suites that can run without it still run. */
async function tryBuild() {
  try {
    await build({ onlyWhenChanged: true });
    return single("build");
  } catch (error) {
    if (error.setupFailure?.stopped) throw error;
    if (error.setupFailure?.details) process.stderr.write(`${error.setupFailure.details}\n`);
    return single("build", error.message);
  }
}

await main(async () => {
  await ensureDependencies();
  const continued = await continueOnNode24();
  if (continued !== undefined) return continued;
  const choice = chosen(process.argv.slice(2));
  const electron = await ensureElectron();
  await ensureSystemPackages(electron.program, ["display", "bus", "tests"]);
  await ensureSandbox(electron.program);
  const results = choice.suites.includes("e2e") ? [await tryBuild()] : [];
  const surroundings = await openSurroundings({ alwaysVirtual: true });
  try {
    for (const run of plan(choice, electron, surroundings.env)) {
      results.push(await run());
      if (interruptedBy() !== undefined) results.push(single("the run", `it was interrupted (${interruptedBy()})`));
      if (interruptedBy() !== undefined) break;
    }
  } finally {
    await surroundings.stop();
  }
  return conclude(results);
});
