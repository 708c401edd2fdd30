// The one place that opens something outside of Nightjar. Promises: only https addresses without credentials in them, and
// only by the person's own click. Refuses: every other scheme, and says so.
import { shell } from "electron";
import type { Log } from "../engine/ports.ts";
import type { Done } from "../../preload/contract/views.ts";
import { checkLink } from "./views/link-check.ts";

/** @param open hands the address to the system's browser; Electron's own unless a test listens */
export function createLinks(deps: { log: Log; open?: (url: string) => Promise<void> }) {
  const open = deps.open ?? ((url: string) => shell.openExternal(url));
  return {
    async open(address: string): Promise<Done> {
      const check = checkLink(address);
      if (!check.ok) return check;
      try {
        await open(check.url);
        return { ok: true, sentence: "Opened in your browser." };
      } catch (error) {
        deps.log.warn({ error }, "The system did not open a link.");
        return { ok: false, sentence: "The system could not open the link. Is a default browser set?" };
      }
    },
  };
}

/** The page of a sign-in that the person began; where it may be has been looked at. False when the system could not. */
export async function openSignInPage(url: string): Promise<boolean> {
  try {
    await shell.openExternal(url);
    return true;
  } catch {
    return false;
  }
}

/** Shows a file or folder of the profile with the system's own program. @param path chosen by main, never by the page */
export async function openProfilePath(path: string): Promise<Done> {
  const problem = await shell.openPath(path);
  // No complaint means that the system took the request, not that a program for it exists.
  if (problem === "") return { ok: true, sentence: `Asked the system to open ${path}.` };
  return { ok: false, sentence: `The system could not open ${path}: ${problem}. Open it yourself with an editor.` };
}
