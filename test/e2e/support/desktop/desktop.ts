// Promises one whole desktop for a test worker: buses, notifications, tray, sleep and wake, keyring, all private and in a
// folder of its own. Refuses to leave anything behind: `stop` ends exactly what was started here.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBridge } from "./bridge.ts";
import { startBus } from "./buses.ts";
import { startKeyring } from "./keyring.ts";
import { type Notifications, startNotifications } from "./notifications.ts";
import { type Power, startPower } from "./power.ts";
import { startTray, type Tray } from "./tray.ts";

export interface Desktop extends Power {
  /** What an app needs in its environment to live on this desktop. */
  env: Record<string, string>;
  /** Switches for Electron that belong to it. */
  args: string[];
  notifications: Notifications;
  tray: Tray;
  stop(): Promise<void>;
}

/**
 * Starts a desktop. Needs a display (DISPLAY) from outside.
 * @param options `keyring: false` is a system without one, where secrets can't be kept.
 */
export async function startDesktop(options: { keyring?: boolean } = {}): Promise<Desktop> {
  const folder = await mkdtemp(join(tmpdir(), "nightjar-desktop-"));
  const home = join(folder, "home");
  const runtime = join(folder, "runtime");
  await mkdir(home);
  await mkdir(runtime, { mode: 0o700 });
  const bridge = createBridge(folder);
  const stop = async (): Promise<void> => {
    await bridge.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const [session, system] = [await startBus(bridge, folder, "session"), await startBus(bridge, folder, "system")];
    const env = {
      HOME: home,
      XDG_CACHE_HOME: join(home, ".cache"),
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_DATA_HOME: join(home, ".local", "share"),
      XDG_RUNTIME_DIR: runtime,
      DBUS_SESSION_BUS_ADDRESS: session,
      DBUS_SYSTEM_BUS_ADDRESS: system,
    };
    const [notifications, tray, power] = await Promise.all([
      startNotifications(bridge, folder, session),
      startTray(bridge, folder, session),
      startPower(bridge, folder, system),
      options.keyring === false ? undefined : startKeyring(bridge, folder, env),
    ]);
    return { env, args: ["--password-store=gnome-libsecret"], notifications, tray, ...power, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
