// One Nightjar per profile. Promises: Chromium's own files stay in a folder of their own, the lock is the profile's, and a
// second start shows the first one's window. Refuses: to share a profile.
import { app } from "electron";
import { join } from "node:path";
import { ensurePrivateFolder } from "./files.ts";
import { texts } from "./texts.ts";

/** The profile folder, made and closed to others. @param chosen from the switch; null takes the platform's usual place */
export function openProfile(chosen: string | null): string {
  app.setName(texts.title);
  const profile = ensurePrivateFolder(chosen ?? join(app.getPath("appData"), texts.title));
  ensurePrivateFolder(join(profile, "memory"));
  return profile;
}

export interface SecondStarts {
  /** Calls `show` for each further start, those that came before it was asked included. */
  onEach(show: () => void): void;
}

/**
 * Before Electron is ready. The lock is a file in Chromium's folder, so each profile has its own; it goes with the process,
 * however that ends.
 * @returns null when another Nightjar has the profile; it has then been told to show its window
 */
export function claimProfile(profile: string): SecondStarts | null {
  const chromium = ensurePrivateFolder(join(profile, "chromium"));
  app.setPath("userData", chromium);
  app.setPath("sessionData", chromium);
  if (!app.requestSingleInstanceLock()) return null;
  let early = false;
  let show = () => {
    early = true;
  };
  app.on("second-instance", () => show());
  // macOS starts no second process: a click on the icon comes here.
  app.on("activate", () => show());
  return {
    onEach(showWindow) {
      show = showWindow;
      if (early) show();
    },
  };
}
