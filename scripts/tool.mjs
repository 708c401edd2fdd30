// `npm run typecheck`, `lint`, `format`, `knip`: dependencies when missing, then the tool, with further arguments passed on.
import "./setup/node-version.mjs";
import { ensureDependencies, nodeProgram, toolEnvironment } from "./setup/dependencies.mjs";
import { runInForeground } from "./setup/processes.mjs";
import { failure, main } from "./setup/say.mjs";

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  await ensureDependencies();
  const { commands } = await import("./setup/tools.mjs");
  const command = commands[name];
  if (command === undefined) {
    throw failure({
      tried: `run the tool "${name}"`,
      why: "there is none of that name",
      todo: `use one of ${Object.keys(commands).join(", ")}.`,
    });
  }
  return runInForeground(nodeProgram, [command.script, ...command.args, ...args], { env: toolEnvironment() });
});
