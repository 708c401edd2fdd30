// `node test/renderer/harness/shots.ts [folder]`: pictures of every view in every dress, for a designer's eye.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { crowdScene, emptyScene, longScene, ordinaryScene, troubledScene } from "../fixtures/scenes.ts";
import { address, card, form, longForm, longQuestion, question } from "../fixtures/cards.ts";
import { settings } from "../fixtures/settings.ts";
import { openPage } from "./page.ts";
import { waiting } from "./window.ts";

const folder = process.argv[2] ?? "out/page";
const only = process.argv[3];
mkdirSync(folder, { recursive: true });
const views = ["today", "dead", "timers", "activity", "memory", "permissions", "settings"] as const;
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
  for (const view of name === "crowd" ? (["today", "memory", "permissions"] as const) : views) {
    await go(view);
    for (const dress of name === "troubled" || name === "crowd" ? ["light"] : ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: dress as "light" | "dark" });
      await shoot(`${name}-${view}-${dress}`, name !== "crowd");
    }
  }
}
await become(ordinaryScene());
for (const id of [12, 14, 15, 16, 17]) {
  await go(`activity/run-${id}`);
  await page.getByRole("list", { name: "Its steps" }).first().waitFor();
  for (const dress of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: dress });
    await shoot(`run-${id}-${dress}`);
  }
  await resize(360, 760);
  await page.emulateMedia({ colorScheme: "light" });
  await shoot(`run-${id}-narrow`);
  await resize(1080, 760);
}
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
  for (const view of ["today", "permissions", "settings"] as const) {
    await go(view);
    await shoot(`contrast-${view}-${dress}`);
  }
}
await page.emulateMedia({ colorScheme: "light", contrast: "no-preference", forcedColors: "active" });
for (const view of ["today", "permissions"] as const) {
  await go(view);
  await shoot(`forced-${view}`);
}
await page.emulateMedia({ forcedColors: "none" });

for (const [name, cards] of [
  ["asks", [question, form, address]],
  ["asks-long", [longQuestion, longForm]],
] as const) {
  await become(waiting(...cards));
  for (const width of [1080, 360]) {
    await resize(width, 760);
    for (const dress of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: dress, contrast: "no-preference" });
      await go("today");
      await shoot(`${name}-${width}-${dress}`);
    }
  }
}
await resize(1080, 760);

const alike = [1, 2, 3, 4].map((n) =>
  card({
    id: `m${n}`,
    callHash: `h${n}`,
    title: `Merge “Bump package ${n} from 1.${n}.0 to 1.${n}.1”?`,
    target: `https://api.github.com/repos/octo/porch/pulls/${210 + n}/merge`,
  }),
);
await become(waiting(...alike));
await go("today");
for (const [way, name] of [
  [/alike/, "alike"],
  ["Answer in words…", "words"],
  ["Edit…", "edit"],
  ["Always allow…", "always"],
] as const) {
  for (const [width, dress] of [
    [1080, "light"],
    [1080, "dark"],
    [360, "light"],
  ] as const) {
    await resize(width, 760);
    await page.emulateMedia({ colorScheme: dress });
    await page.getByRole("article").nth(1).getByRole("button", { name: way }).click();
    await page.getByRole("dialog").waitFor();
    await shoot(`dialog-${name}-${dress}-${width}`, false);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
}
await resize(1080, 760);
await page.emulateMedia({ colorScheme: "light" });
await go("permissions");
for (const button of ["Add a rule", "Add a credential"]) {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("dialog").waitFor();
  await shoot(`dialog-${button.replaceAll(" ", "-")}`, false);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}
await go("settings");
await page.getByRole("button", { name: "Exchange the secret…" }).first().click();
await page.getByRole("dialog").waitFor();
await shoot("dialog-exchange", false);
await page.keyboard.press("Escape");
const [source, ...sources] = settings().sources;
if (source === undefined) throw new Error("no source");
const going = { ...source, nextSecret: "keychain:github-secret-2", nextSecretState: "ok" as const };
await become({
  ...ordinaryScene(),
  "settings.get": settings({ sources: [{ ...going, expiresOn: "2026-12-10" }, ...sources] }),
});
for (const dress of ["light", "dark"] as const) {
  await page.emulateMedia({ colorScheme: dress });
  await shoot(`exchanging-${dress}`);
}
console.log(complaints.length === 0 ? "no complaints" : complaints.join("\n"));
await close();
