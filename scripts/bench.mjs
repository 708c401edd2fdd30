// `npm run bench [-- <name>…]`: sets up what is missing, then runs test/bench/main.ts on Node 24 with the arguments given.
import "./setup/node-version.mjs";
import { ensureDependencies, nodeProgram, toolEnvironment } from "./setup/dependencies.mjs";
import { inProject } from "./setup/paths.mjs";
import { runInForeground } from "./setup/processes.mjs";
import { main } from "./setup/say.mjs";

await main(async () => {
  await ensureDependencies();
  const args = [inProject("test", "bench", "main.ts"), ...process.argv.slice(2)];
  return runInForeground(nodeProgram, args, { env: toolEnvironment() });
});
