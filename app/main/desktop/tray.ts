// The tray: how many approvals wait, a way back to the window, a way to quit. Promises: redrawn only when something changed.
// Refuses: blinking.
import { Menu, type NativeImage, nativeTheme, Tray } from "electron";
import { image, inks, trayLayers } from "./icons.ts";
import { texts } from "./texts.ts";

export interface TrayDeps {
  show: () => void;
  /** Shows the window where the waiting cards are. */
  showWaiting: () => void;
  quit: () => void;
}

export interface AppTray {
  /** @param waiting the number of approvals that wait for the person */
  tell(waiting: number): void;
  remove(): void;
}

function picture(waiting: boolean): NativeImage {
  if (process.platform === "darwin") {
    const template = image(18, trayLayers(inks.black, waiting, inks.black));
    template.setTemplateImage(true);
    return template;
  }
  const ink = nativeTheme.shouldUseDarkColors || process.platform === "linux" ? inks.light : inks.dark;
  return image(process.platform === "win32" ? 16 : 22, trayLayers(ink, waiting));
}

export function createTray(deps: TrayDeps): AppTray {
  const tray = new Tray(picture(false));
  let told = -1;

  function draw(waiting: number): void {
    tray.setImage(picture(waiting > 0));
    tray.setToolTip(texts.tooltip(waiting));
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: texts.open, click: deps.show },
        waiting === 0
          ? { label: texts.nothingWaits, enabled: false }
          : { label: texts.waiting(waiting), click: deps.showWaiting },
        { type: "separator" },
        { label: texts.quit, click: deps.quit },
      ]),
    );
  }

  const redraw = () => {
    if (!tray.isDestroyed()) tray.setImage(picture(told > 0));
  };
  nativeTheme.on("updated", redraw);
  tray.on("click", deps.show);
  tray.on("double-click", deps.show);

  return {
    tell(waiting) {
      if (waiting === told || tray.isDestroyed()) return;
      told = waiting;
      draw(waiting);
    },
    remove() {
      nativeTheme.off("updated", redraw);
      tray.destroy();
    },
  };
}
