// The main window. Promises: one page in a sandbox, shown without a flash; closing it hides it, and a crash of the page is
// mended once. Refuses: Node in the page, other pages, a second window.
import { BrowserWindow, dialog, type NativeImage, nativeTheme, type Session, screen, type WebContents } from "electron";
import type { Log } from "../engine/ports.ts";
import { pushChannel } from "../../preload/contract/names.ts";
import type { PushMessage } from "../../preload/contract/views.ts";
import { pageOrigin, pageUrl } from "./app-protocol.ts";
import { texts } from "./texts.ts";
import { fitBounds, readBounds, smallest, writeBounds } from "./window-bounds.ts";

const background = { light: "#f6f5f2", dark: "#12141a" };
/** A second crash within this time is shown instead of mended. */
const crashAgainSeconds = 60;

export interface WindowDeps {
  session: Session;
  /** The built preload script. */
  preload: string;
  icon: NativeImage;
  /** Where its place and size are kept. */
  boundsFile: string;
  devTools: boolean;
  log: Log;
  clock: { now(): number };
  quit: () => void;
}

export interface MainWindow {
  /** Brings it up, from the tray or from behind other windows. */
  show(): void;
  /** Lets it really close; for quitting. */
  release(): void;
  push(message: PushMessage): void;
  /** Whether it is in front, so that what shows in it is seen. */
  watched(): boolean;
  /** Whether an IPC message comes from the page's own top frame. */
  isTrusted(event: { senderFrame: unknown; sender: WebContents }): boolean;
}

export function createMainWindow(deps: WindowDeps, hidden: boolean): MainWindow {
  const window = new BrowserWindow({
    title: texts.title,
    icon: deps.icon,
    ...fitBounds(
      readBounds(deps.boundsFile),
      screen.getAllDisplays().map(({ workArea }) => workArea),
    ),
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: {
      session: deps.session,
      preload: deps.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      spellcheck: false,
      devTools: deps.devTools,
      navigateOnDragDrop: false,
    },
  });
  const { webContents } = window;
  let released = false;
  let lastCrashAt = Number.NEGATIVE_INFINITY;

  function show(): void {
    if (window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  function load(): void {
    window.loadURL(pageUrl).catch((error: unknown) => {
      if (released || window.isDestroyed()) return;
      deps.log.error({ error }, "The window's page did not load.");
      void tellOfTrouble();
    });
  }

  async function tellOfTrouble(): Promise<void> {
    const { response } = await dialog.showMessageBox({
      type: "error",
      title: texts.title,
      message: texts.windowCrashed,
      detail: texts.windowCrashedAgain,
      buttons: [texts.tryAgain, texts.quitNightjar],
      defaultId: 0,
      cancelId: 0,
    });
    if (response === 1) deps.quit();
    else load();
  }

  /** A full disk must not keep the window from closing. */
  function keepBounds(): void {
    try {
      if (!window.isDestroyed()) writeBounds(deps.boundsFile, window.getNormalBounds());
    } catch (error) {
      deps.log.warn({ error }, "Where the window stands could not be kept.");
    }
  }

  window.on("close", (event) => {
    if (released) return;
    event.preventDefault();
    keepBounds();
    window.hide();
  });
  // Windows ends the session: there is no more time than this.
  window.on("session-end", deps.quit);
  window.on("page-title-updated", (event, title) => {
    if (!title.startsWith(texts.title)) event.preventDefault();
  });
  if (!hidden) window.once("ready-to-show", show);
  nativeTheme.on("updated", () => {
    if (!window.isDestroyed())
      window.setBackgroundColor(nativeTheme.shouldUseDarkColors ? background.dark : background.light);
  });
  webContents.on("render-process-gone", (_event, details) => {
    if (released || details.reason === "clean-exit") return;
    deps.log.error({ reason: details.reason, exitCode: details.exitCode }, "The window's page crashed.");
    const now = deps.clock.now();
    const again = now - lastCrashAt < crashAgainSeconds;
    lastCrashAt = now;
    if (again) void tellOfTrouble();
    else load();
  });
  load();

  return {
    show,
    release: () => {
      if (!released) keepBounds();
      released = true;
    },
    watched: () => !window.isDestroyed() && window.isVisible() && !window.isMinimized() && window.isFocused(),
    push: (message) => {
      if (!window.isDestroyed() && !webContents.isCrashed()) webContents.send(pushChannel, message);
    },
    isTrusted: (event) =>
      !window.isDestroyed() &&
      event.sender === webContents &&
      event.senderFrame === webContents.mainFrame &&
      webContents.mainFrame.url.startsWith(`${pageOrigin}/`),
  };
}
