// The system's own dialog for choosing a folder: the page asks for it and never names a place itself.
// Refuses: more than one folder at once.
import { BrowserWindow, dialog, type OpenDialogOptions } from "electron";
import { folders as texts } from "./views/thinking-texts.ts";

/** Null when the person closed it. */
export async function chooseFolder(): Promise<string | null> {
  const options: OpenDialogOptions = {
    ...{ title: texts.title, buttonLabel: texts.button },
    properties: ["openDirectory", "createDirectory"],
  };
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  const { canceled, filePaths } = await (window === undefined
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}
