// Promises an unlocked keyring on the private session bus, as a logged-in person has one.
// Refuses to touch the person's own: its files lie in the desktop's folder.
import { join } from "node:path";
import type { Bridge } from "./bridge.ts";

const secrets = { bus: "session", destination: "org.freedesktop.secrets", path: "/org/freedesktop/secrets" } as const;

/** Starts and unlocks the keyring, and waits until its default collection can be used. */
export async function startKeyring(bridge: Bridge, folder: string, env: Record<string, string>): Promise<void> {
  await bridge.start({
    argv: ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
    env,
    log: join(folder, "keyring.log"),
    input: "a test keyring's password",
  });
  await bridge.waitForName("session", secrets.destination);
  const [collection] = await bridge.call({
    ...secrets,
    interface: "org.freedesktop.Secret.Service",
    method: "ReadAlias",
    signature: "s",
    args: ["default"],
  });
  if (typeof collection !== "string" || collection === "/")
    throw new Error("the test keyring has no default collection");
  const [locked] = await bridge.call({
    ...secrets,
    path: collection,
    interface: "org.freedesktop.DBus.Properties",
    method: "Get",
    signature: "ss",
    args: ["org.freedesktop.Secret.Collection", "Locked"],
  });
  if (locked !== false) throw new Error("the test keyring's default collection is locked");
}
