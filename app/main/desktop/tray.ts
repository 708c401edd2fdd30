// The tray: how many approvals wait, whether anything may leave, a way back to the window, a way to quit. Promises: redrawn only
// when something changed. Refuses: blinking.
import { Menu, type MenuItemConstructorOptions, type NativeImage, nativeTheme, Tray } from "electron";
import { image, inks, trayLayers } from "./icons.ts";
import { texts } from "./texts.ts";

export interface TrayDeps {
  show: () => void;
  /** Shows the window where the waiting cards are. */
  showWaiting: () => void;
  quit: () => void;
}

export interface TrayState {
  /** The number of approvals that wait for the person. */
  waiting: number;
  /** Whether the switch is off. */
  off: boolean;
}

export interface AppTray {
  tell(state: TrayState): void;
  /** What the menu's switch does; until it is known, the menu has none. */
  onSwitch(set: (off: boolean) => void): void;
  remove(): void;
}

function picture({ waiting, off }: TrayState): NativeImage {
  if (process.platform === "darwin") {
    const template = image(18, trayLayers(inks.black, { waiting: waiting > 0, off }, inks.black));
    template.setTemplateImage(true);
    return template;
  }
  const ink = nativeTheme.shouldUseDarkColors || process.platform === "linux" ? inks.light : inks.dark;
  return image(process.platform === "win32" ? 16 : 22, trayLayers(ink, { waiting: waiting > 0, off }));
}

export function createTray(deps: TrayDeps): AppTray {
  let told: TrayState = { waiting: 0, off: false };
  const tray = new Tray(picture(told));
  let setOff: ((off: boolean) => void) | null = null;

  function theSwitch(off: boolean): MenuItemConstructorOptions[] {
    const set = setOff;
    if (set === null) return [];
    return [
      { type: "separator" },
      off
        ? { label: texts.allowOutgoing, click: () => set(false) }
        : { label: texts.stopOutgoing, click: () => set(true) },
    ];
  }

  function draw(): void {
    const { waiting, off } = told;
    tray.setImage(picture(told));
    tray.setToolTip(texts.tooltip(waiting, off));
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: texts.open, click: deps.show },
        waiting === 0
          ? { label: texts.nothingWaits, enabled: false }
          : { label: texts.waiting(waiting), click: deps.showWaiting },
        ...theSwitch(off),
        { type: "separator" },
        { label: texts.quit, click: deps.quit },
      ]),
    );
  }

  const redraw = () => {
    if (!tray.isDestroyed()) tray.setImage(picture(told));
  };
  draw();
  nativeTheme.on("updated", redraw);
  tray.on("click", deps.show);
  tray.on("double-click", deps.show);

  return {
    tell(state) {
      if ((state.waiting === told.waiting && state.off === told.off) || tray.isDestroyed()) return;
      told = state;
      draw();
    },
    onSwitch(set) {
      setOff = set;
      draw();
    },
    remove() {
      nativeTheme.off("updated", redraw);
      tray.destroy();
    },
  };
}
