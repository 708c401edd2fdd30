// The application menu: on macOS the bar at the top, elsewhere only its keys (copy, paste, zoom, close, quit).
// Promises: the keys a person expects of any window. Refuses: reload and developer tools.
import { app, Menu } from "electron";
import { texts } from "./texts.ts";

export function setApplicationMenu(): void {
  app.setAboutPanelOptions({ applicationName: texts.title });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      {
        label: texts.title,
        submenu: [
          { role: "close", label: texts.closeWindow },
          { role: "quit", label: texts.quitNightjar, accelerator: "CommandOrControl+Q" },
        ],
      },
      {
        label: texts.edit,
        submenu: [
          { role: "undo" },
          { role: "redo" },
          { type: "separator" },
          { role: "cut" },
          { role: "copy" },
          { role: "paste" },
          { role: "selectAll" },
        ],
      },
      { label: texts.view, submenu: [{ role: "zoomIn" }, { role: "zoomOut" }, { role: "resetZoom" }] },
    ]),
  );
}
