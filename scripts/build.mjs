// `npm run build`: dependencies when missing, then dist/ from the sources that stand.
import "./setup/node-version.mjs";
import { build } from "./setup/build.mjs";
import { ensureDependencies } from "./setup/dependencies.mjs";
import { main } from "./setup/say.mjs";

await main(async () => {
  await ensureDependencies();
  await build({ onlyWhenChanged: false });
});
