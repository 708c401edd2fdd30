// `npm run -s electron:path [-- --retry]`: the last line on standard output is the Electron program in use, made ready when it
// was missing. Everything else goes to standard error.
import "./setup/node-version.mjs";
import { continueOnNode24, ensureDependencies } from "./setup/dependencies.mjs";
import { ensureElectron } from "./setup/electron.mjs";
import { main } from "./setup/say.mjs";
import { ensureSystemPackages } from "./setup/system-packages.mjs";

await main(async () => {
  await ensureDependencies();
  const continued = await continueOnNode24();
  if (continued !== undefined) return continued;
  const { program } = await ensureElectron({ retry: process.argv.includes("--retry") });
  await ensureSystemPackages(program, []);
  process.stdout.write(`${program}\n`);
});
