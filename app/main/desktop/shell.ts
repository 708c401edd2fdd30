// The visible half of Nightjar: window, tray, menu. Promises: all of it stands when this returns, with nothing configured too.
// Refuses: to know what the views show.
import { app, session } from "electron";
import { join } from "node:path";
import type { Clock, Log } from "../engine/ports.ts";
import type { PushMessage } from "../../preload/contract/views.ts";
import { registerAppScheme, servePage } from "./app-protocol.ts";
import { readBundleFiles } from "./bundle-files.ts";
import { appLayers, image } from "./icons.ts";
import { setApplicationMenu } from "./menu.ts";
import { type AppTray, createTray } from "./tray.ts";
import { createMainWindow, type MainWindow } from "./window.ts";

/** Kept in memory alone: the page leaves nothing on disk. */
const partition = "nightjar";

export interface Shell extends MainWindow {
  /** What the tray shows. */
  tellTray: AppTray["tell"];
  /** What the tray's switch does. */
  onSwitch: AppTray["onSwitch"];
  close(): void;
}

/** What must be said before Electron is ready; resolves when it is. */
export async function prepareShell(): Promise<void> {
  registerAppScheme();
  // Closing the last window ends nothing: Nightjar lives in the tray.
  app.on("window-all-closed", () => undefined);
  await app.whenReady();
}

export function openShell(deps: { log: Log; clock: Clock; hidden: boolean; quit: () => void }): Shell {
  const dist = join(app.getAppPath(), "dist");
  const pages = session.fromPartition(partition);
  servePage(pages, readBundleFiles(join(dist, "renderer")));
  setApplicationMenu();
  const window = createMainWindow(
    {
      session: pages,
      preload: join(dist, "preload", "index.cjs"),
      icon: image(256, appLayers()),
      boundsFile: join(app.getPath("userData"), "window.json"),
      devTools: !app.isPackaged,
      log: deps.log,
      clock: deps.clock,
      quit: deps.quit,
    },
    deps.hidden,
  );
  const showWaiting = () => {
    window.show();
    window.push({ type: "navigate", view: "today", ref: null } satisfies PushMessage);
  };
  const tray = createTray({ show: window.show, showWaiting, quit: deps.quit });
  app.on("before-quit", (event) => {
    event.preventDefault();
    deps.quit();
  });
  return {
    ...window,
    tellTray: tray.tell,
    onSwitch: tray.onSwitch,
    close() {
      window.release();
      tray.remove();
    },
  };
}
