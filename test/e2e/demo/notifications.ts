// Promises that the demo's notifications have somewhere to go: the desktop's own service, or one that only records, where a bus
// has none. Refuses: to take the place of a service that is there or would be started on demand; to fail for want of one.
import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createBridge } from "../support/desktop/bridge.ts";
import { startNotifications } from "../support/desktop/notifications.ts";

const serviceName = "org.freedesktop.Notifications";
const bus = {
  bus: "session",
  destination: "org.freedesktop.DBus",
  path: "/org/freedesktop/DBus",
  interface: "org.freedesktop.DBus",
} as const;

export interface Notifying {
  /** What the demo says about it at its start. */
  sentence: string;
  /** What the recording service was asked to show so far; null when the notifications went elsewhere. */
  shown(): { title: string; body: string }[] | null;
  stop(): Promise<void>;
}

const elsewhere = (sentence: string): Notifying => ({ sentence, shown: () => null, stop: async () => undefined });
const none =
  "This desktop has no notification service: what would be said stays held, and stands in the window (with python3-dbusmock installed, a recording one would stand in).";

function busAddress(): string | undefined {
  const { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: runtime } = process.env;
  return address ?? (runtime === undefined ? undefined : `unix:path=${runtime}/bus`);
}

async function canRecord(): Promise<boolean> {
  const look = promisify(execFile)("/usr/bin/python3", ["-c", "import dbusmock, dbus, gi.repository.GLib"]);
  return look.then(
    () => true,
    () => false,
  );
}

export async function openNotifications(): Promise<Notifying> {
  const own = "Notifications appear on this desktop.";
  const address = busAddress();
  if (process.platform !== "linux") return elsewhere(own);
  if (address === undefined || !(await canRecord())) return elsewhere(none);
  const folder = await mkdtemp(join(tmpdir(), "nightjar-demo-bus-"));
  const bridge = createBridge(folder);
  try {
    await bridge.connect("session", address);
    const ask = (method: string, args: string[]) =>
      bridge.call({ ...bus, method, signature: args.length === 0 ? "" : "s", args });
    const [owned] = await ask("NameHasOwner", [serviceName]);
    const [activatable] = await ask("ListActivatableNames", []);
    if (owned === true || (Array.isArray(activatable) && activatable.includes(serviceName))) {
      await bridge.stop();
      return elsewhere(own);
    }
    const recording = await startNotifications(bridge, folder, address);
    return {
      sentence: "This desktop has no notification service: one that records stands in for the demo.",
      shown: () => recording.all(),
      stop: () => bridge.stop(),
    };
  } catch (error) {
    await bridge.stop();
    return elsewhere(`${none} (${String(error)})`);
  }
}
