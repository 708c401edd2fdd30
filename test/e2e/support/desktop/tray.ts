// Promises the tray as a person has it: its tooltip, a click on the icon, the menu's entries and a click on one of them.
// Refuses to answer for an icon that is gone: the one registered last counts.
import { join } from "node:path";
import { z } from "zod";
import type { Bridge } from "./bridge.ts";

const watcher = {
  bus: "session",
  destination: "org.kde.StatusNotifierWatcher",
  path: "/StatusNotifierWatcher",
} as const;
const mockInterface = "org.freedesktop.DBus.Mock";
const itemInterface = "org.kde.StatusNotifierItem";
const deadlineMilliseconds = 15_000;

const toolTipSchema = z.tuple([z.string(), z.array(z.unknown()), z.string(), z.string()]);
const nodeSchema: z.ZodType<MenuNode> = z.lazy(() =>
  z.tuple([z.number(), z.record(z.string(), z.unknown()), z.array(nodeSchema)]),
);
type MenuNode = [number, Record<string, unknown>, MenuNode[]];

export interface MenuEntry {
  id: number;
  label: string;
  enabled: boolean;
}

export interface Tray {
  tooltip(): Promise<string>;
  /** A click on the icon. */
  activate(): Promise<void>;
  /** The menu's entries, those of inner menus included, separators left out. */
  menu(): Promise<MenuEntry[]>;
  /** A click on the entry with that label. */
  clickMenu(label: string): Promise<void>;
}

function entriesOf([id, properties, children]: MenuNode): MenuEntry[] {
  const label = properties["label"];
  const own =
    typeof label === "string"
      ? [{ id, label: label.replace(/_(?!_)/, ""), enabled: properties["enabled"] !== false }]
      : [];
  return [...own, ...children.flatMap(entriesOf)];
}

/** Starts the tray of the desktop; it must stand before the app starts. */
export async function startTray(bridge: Bridge, folder: string, address: string): Promise<Tray> {
  await bridge.start({
    argv: ["/usr/bin/python3", "-m", "dbusmock", "--session", watcher.destination, watcher.path, watcher.destination],
    env: { DBUS_SESSION_BUS_ADDRESS: address },
    log: join(folder, "tray.log"),
  });
  await bridge.waitForName("session", watcher.destination);
  const prepare = (
    method: string,
    signature: string,
    args: Parameters<Bridge["call"]>[0]["args"],
  ): Promise<unknown[]> => bridge.call({ ...watcher, interface: mockInterface, method, signature, args });

  let itemName: string | undefined;
  let registered: (name: string) => void = () => {};
  await bridge.listen({ ...watcher, interface: mockInterface, signal: "MethodCalled" }, ([name, args]) => {
    if (name !== "RegisterStatusNotifierItem") return;
    itemName = z.tuple([z.string()]).parse(args)[0];
    registered(itemName);
  });
  await prepare("AddMethod", "sssss", [watcher.destination, "RegisterStatusNotifierItem", "s", "", ""]);
  await prepare("AddMethod", "sssss", [watcher.destination, "RegisterStatusNotifierHost", "s", "", ""]);
  await prepare("AddProperty", "ssv", [
    watcher.destination,
    "IsStatusNotifierHostRegistered",
    { type: "b", value: true },
  ]);
  await prepare("AddProperty", "ssv", [watcher.destination, "ProtocolVersion", { type: "i", value: 0 }]);

  const item = async (): Promise<string> =>
    itemName ??
    new Promise((resolve, reject) => {
      const deadline = setTimeout(() => reject(new Error("the app put no icon into the tray")), deadlineMilliseconds);
      registered = (name) => {
        clearTimeout(deadline);
        resolve(name);
      };
    });
  const onItem = async (
    path: string,
    target: string,
    method: string,
    signature: string,
    args: Parameters<Bridge["call"]>[0]["args"],
  ) => bridge.call({ bus: "session", destination: await item(), path, interface: target, method, signature, args });
  const onMenu = (method: string, signature: string, args: Parameters<Bridge["call"]>[0]["args"]): Promise<unknown[]> =>
    onItem("/com/canonical/dbusmenu", "com.canonical.dbusmenu", method, signature, args);

  const menu = async (): Promise<MenuEntry[]> => {
    const [, layout] = await onMenu("GetLayout", "iias", [0, -1, []]);
    return entriesOf(nodeSchema.parse(layout));
  };
  return {
    tooltip: async () => {
      const properties = "org.freedesktop.DBus.Properties";
      const [value] = await onItem("/StatusNotifierItem", properties, "Get", "ss", [itemInterface, "ToolTip"]);
      const [, , title, text] = toolTipSchema.parse(value);
      return [title, text].filter((part) => part !== "").join("\n");
    },
    activate: async () => void (await onItem("/StatusNotifierItem", itemInterface, "Activate", "ii", [0, 0])),
    menu,
    clickMenu: async (label) => {
      const entries = await menu();
      const entry = entries.find((candidate) => candidate.label === label);
      if (entry === undefined) throw new Error(`the tray's menu has no "${label}", only ${JSON.stringify(entries)}`);
      await onMenu("Event", "isvu", [entry.id, "clicked", { type: "s", value: "" }, { type: "u", value: 0 }]);
    },
  };
}
