// `npm start [-- --profile=<folder> --hooks-port=<n> --hidden]`: sets up what is missing, builds what changed, starts the app
// and stays with it. Refuses to leave anything of its own running: signals are passed on, and virtual screens end with the app.
import "./setup/node-version.mjs";
import { build } from "./setup/build.mjs";
import { continueOnNode24, ensureDependencies, toolEnvironment } from "./setup/dependencies.mjs";
import { neededSurroundings, openSurroundings } from "./setup/display.mjs";
import { ensureElectron } from "./setup/electron.mjs";
import { projectFolder } from "./setup/paths.mjs";
import { ensureSandbox, sandboxSwitches } from "./setup/sandbox.mjs";
import { main, say } from "./setup/say.mjs";
import { ensureSystemPackages } from "./setup/system-packages.mjs";
import { runApp } from "./start/app.mjs";
import { readSwitches, usage } from "./start/switches.mjs";

await main(async () => {
  const given = process.argv.slice(2);
  const { help, profile, hidden } = readSwitches(given);
  if (help) {
    process.stdout.write(usage());
    return 0;
  }
  await ensureDependencies();
  const continued = await continueOnNode24();
  if (continued !== undefined) return continued;
  const { program } = await ensureElectron();
  await ensureSystemPackages(program, neededSurroundings());
  await ensureSandbox(program);
  await build({ onlyWhenChanged: true });
  const surroundings = await openSurroundings();
  try {
    const args = [...sandboxSwitches(), projectFolder, ...given];
    say(`starting Nightjar${hidden ? " in the tray" : ""} (Ctrl-C ends it)`);
    return await runApp(program, args, { env: { ...toolEnvironment(), ...surroundings.env }, profile });
  } finally {
    await surroundings.stop();
  }
});
