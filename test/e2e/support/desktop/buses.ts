// Promises a private session bus and a private system bus for one test worker.
// Refuses to start anything on request: no service folders, so that what a test did not put there is not there.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Bridge, BusName } from "./bridge.ts";

const configuration = (type: BusName, socket: string): string => `<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>${type}</type>
  <listen>unix:path=${socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

/** Starts one bus and returns its address. */
export async function startBus(bridge: Bridge, folder: string, bus: BusName): Promise<string> {
  const file = join(folder, `${bus}.conf`);
  const socket = join(folder, `${bus}.socket`);
  await writeFile(file, configuration(bus, socket));
  await bridge.start({
    argv: ["dbus-daemon", `--config-file=${file}`, "--nofork", "--nopidfile"],
    env: {},
    log: join(folder, `${bus}-bus.log`),
  });
  const address = `unix:path=${socket}`;
  await bridge.connect(bus, address);
  return address;
}
