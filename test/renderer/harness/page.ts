// Opens the built page in a bare Electron with a scene for main. Collects what must not happen: policy violations, errors.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type ElectronApplication, _electron, type Page } from "@playwright/test";
import type { Channel, Input } from "../../../app/preload/contract/channels.ts";
import type { PushMessage } from "../../../app/preload/contract/views.ts";
import type { Scene } from "../fixtures/scenes.ts";

const project = join(import.meta.dirname, "../../..");

interface Harness {
  views: Scene;
  calls: { channel: Channel; input: unknown }[];
  held: Channel[];
  release: () => void;
  push: (message: PushMessage) => void;
  window: {
    setContentSize: (width: number, height: number) => void;
    webContents: { executeJavaScript: (code: string) => Promise<unknown> };
  };
}

declare global {
  var harness: Harness;
  var openPage: () => Promise<void>;
}

export interface OpenPage {
  app: ElectronApplication;
  page: Page;
  /** What the page's console and policy complained about. */
  complaints: string[];
  resize: (width: number, height: number) => Promise<void>;
  /** Loads the page anew with what main answers; forgets the calls and complaints so far. */
  start: (scene: Scene) => Promise<void>;
  /** Replaces what main answers, then tells the page that everything changed. */
  become: (scene: Scene) => Promise<void>;
  push: (message: PushMessage) => Promise<void>;
  calls: <C extends Channel>(channel: C) => Promise<Input<C>[]>;
  hold: (channels: Channel[]) => Promise<void>;
  release: () => Promise<void>;
  close: () => Promise<void>;
}

function electronProgram(): string {
  const given = process.env.NIGHTJAR_ELECTRON;
  if (given) return given;
  const lines = execFileSync(process.execPath, [join(project, "scripts/electron-path.mjs")], { encoding: "utf8" });
  return lines.trim().split("\n").at(-1) ?? "";
}

export async function openPage(): Promise<OpenPage> {
  const root = process.getuid?.() === 0;
  const app = await _electron.launch({
    executablePath: electronProgram(),
    args: [...(root ? ["--no-sandbox"] : []), join(project, "test/renderer/harness/app")],
    timeout: 30_000,
  });
  const page = await app.firstWindow();
  const complaints: string[] = [];
  let starts = 0;
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return {
    app,
    page,
    complaints,
    resize: (width, height) =>
      app.evaluate(
        (_electron, size) => globalThis.harness.window.setContentSize(size[0] ?? 0, size[1] ?? 0),
        [width, height],
      ),
    start: async (scene) => {
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference", contrast: "no-preference" });
      await app.evaluate(
        async (_electron, given) => {
          Object.assign(globalThis.harness, { views: given, calls: [], held: [] });
          globalThis.harness.window.setContentSize(1080, 760);
          await globalThis.openPage();
          await globalThis.harness.window.webContents.executeJavaScript(`window.startedAs = ${given.start}`);
        },
        { ...scene, start: ++starts },
      );
      // Main knows of the new page before this side does; what is asked of the old one is lost with it.
      await page.waitForFunction((start) => (window as { startedAs?: number }).startedAs === start, starts);
      complaints.length = 0;
    },
    become: (next) =>
      app.evaluate(
        (_electron, given) => {
          globalThis.harness.views = given;
          globalThis.harness.push({
            type: "changed",
            topics: [
              "approvals",
              "outbox",
              "dead",
              "timers",
              "activity",
              "run",
              "memory",
              "permissions",
              "settings",
              "status",
            ],
            now: given.now,
          });
        },
        Object.assign({ now: nowOf(next) }, next),
      ),
    push: (message) => app.evaluate((_electron, given) => globalThis.harness.push(given), message),
    calls: async (channel) => {
      const inputs = await app.evaluate(
        (_electron, wanted) => globalThis.harness.calls.filter((one) => one.channel === wanted).map((one) => one.input),
        channel,
      );
      return inputs as Input<typeof channel>[];
    },
    hold: (channels) =>
      app.evaluate((_electron, given) => {
        globalThis.harness.held = given;
      }, channels),
    release: () =>
      app.evaluate(() => {
        globalThis.harness.held = [];
        globalThis.harness.release();
      }),
    close: () => app.close(),
  };
}

function nowOf(scene: Scene): number {
  const status = scene["status.get"];
  return typeof status === "object" && "now" in status ? status.now : 0;
}
