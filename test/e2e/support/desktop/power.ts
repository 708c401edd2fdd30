// Promises the system's sleep and wake signals on the private system bus, as a closing and an opening lid send them.
// Refuses to touch the machine: logind is a mock.
import { join } from "node:path";
import type { Bridge } from "./bridge.ts";

const logind = { bus: "system", destination: "org.freedesktop.login1", path: "/org/freedesktop/login1" } as const;

export interface Power {
  suspend(): Promise<void>;
  resume(): Promise<void>;
}

/** Starts the mocked login manager; it must stand before the app starts. */
export async function startPower(bridge: Bridge, folder: string, address: string): Promise<Power> {
  await bridge.start({
    argv: ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "logind"],
    env: { DBUS_SYSTEM_BUS_ADDRESS: address },
    log: join(folder, "logind.log"),
  });
  await bridge.waitForName("system", logind.destination);
  const prepareForSleep = (starting: boolean): Promise<void> =>
    bridge.emit(logind, {
      interface: "org.freedesktop.login1.Manager",
      name: "PrepareForSleep",
      signature: "b",
      args: [{ type: "b", value: starting }],
    });
  return { suspend: () => prepareForSleep(true), resume: () => prepareForSleep(false) };
}
