// `npm run demo`: sets up what is missing, builds what changed, and plays a day on a throw-away profile
// (test/e2e/demo/play.ts tells how), on a virtual screen where there is none. Says at the end where the pictures it took are.
import "./setup/node-version.mjs";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { build } from "./setup/build.mjs";
import { continueOnNode24, ensureDependencies, nodeProgram, toolEnvironment } from "./setup/dependencies.mjs";
import { neededSurroundings, openSurroundings, ownScreen } from "./setup/display.mjs";
import { ensureElectron } from "./setup/electron.mjs";
import { inProject } from "./setup/paths.mjs";
import { runInForeground } from "./setup/processes.mjs";
import { ensureSandbox } from "./setup/sandbox.mjs";
import { main, say } from "./setup/say.mjs";
import { ensureSystemPackages } from "./setup/system-packages.mjs";

const pictures = inProject("out", "demo");
const opener = { darwin: "open", win32: "start" }[process.platform] ?? "xdg-open";

/** Says where the pictures of this run are and how to see them; nothing when it took none. Earlier ones don't count. */
function tellPictures(startedAt) {
  if (!existsSync(pictures)) return;
  const isNew = (name) => name.endsWith(".png") && statSync(join(pictures, name)).mtimeMs >= startedAt;
  const taken = readdirSync(pictures).filter(isNew).length;
  if (taken === 0) return;
  say(`${taken} pictures of its views, light and dark, are in ${pictures}`);
  say(
    ownScreen()
      ? `to see them: ${opener} '${pictures}'`
      : "to see them: there is no screen here, so copy that folder to a computer that has one",
  );
}

await main(async () => {
  await ensureDependencies();
  const continued = await continueOnNode24();
  if (continued !== undefined) return continued;
  const { program } = await ensureElectron();
  await ensureSystemPackages(program, neededSurroundings());
  await ensureSandbox(program);
  await build({ onlyWhenChanged: true });
  const surroundings = await openSurroundings();
  try {
    const env = toolEnvironment({ ...surroundings.env, NIGHTJAR_ELECTRON: program });
    const startedAt = Date.now();
    const play = [inProject("test", "e2e", "demo", "play.ts"), ...process.argv.slice(2)];
    const code = await runInForeground(nodeProgram, play, { env });
    tellPictures(startedAt);
    return code;
  } finally {
    await surroundings.stop();
  }
});
