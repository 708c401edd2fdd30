// `node test/renderer/harness/shots.ts [folder]`: pictures of every view in every dress, for a designer's eye.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { crowdScene, emptyScene, longScene, ordinaryScene, troubledScene } from "../fixtures/scenes.ts";
import { openPage } from "./page.ts";

const folder = process.argv[2] ?? "out/page";
const only = process.argv[3];
mkdirSync(folder, { recursive: true });
const views = ["today", "dead", "timers", "activity", "permissions", "settings"] as const;
const scenes = {
  ordinary: ordinaryScene,
  empty: emptyScene,
  long: longScene,
  crowd: crowdScene,
  troubled: troubledScene,
};
const { page, start, become, resize, complaints, close } = await openPage();
await start(ordinaryScene());

async function shoot(name: string, full = true): Promise<void> {
  if (only !== undefined && !name.includes(only)) return;
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: full, animations: "disabled" });
}
async function go(view: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${view}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForFunction(
    () => document.querySelectorAll("main article, main section, main [role=alert], main p").length > 0,
  );
  await page.evaluate(() => document.fonts.ready);
}

for (const [name, scene] of Object.entries(scenes)) {
  await become(scene());
  for (const view of name === "crowd" ? (["today"] as const) : views) {
    await go(view);
    for (const dress of name === "troubled" || name === "crowd" ? ["light"] : ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: dress as "light" | "dark" });
      await shoot(`${name}-${view}-${dress}`, name !== "crowd");
    }
  }
}
await become(ordinaryScene());
await page.emulateMedia({ colorScheme: "light" });
for (const width of [700, 360]) {
  await resize(width, 760);
  for (const view of views) {
    await go(view);
    await shoot(`narrow${width}-${view}`);
  }
}
await resize(1080, 760);
for (const dress of ["light", "dark"] as const) {
  await page.emulateMedia({ colorScheme: dress, contrast: "more" });
  await go("today");
  await shoot(`contrast-today-${dress}`);
}
console.log(complaints.length === 0 ? "no complaints" : complaints.join("\n"));
await close();
