// Promises every system notification a person would have seen, in order, and a click on any of them.
// Refuses to lose one that came before somebody waited for it.
import { join } from "node:path";
import { z } from "zod";
import type { Bridge } from "./bridge.ts";

const mock = {
  bus: "session",
  destination: "org.freedesktop.Notifications",
  path: "/org/freedesktop/Notifications",
} as const;
const interfaceName = "org.freedesktop.Notifications";
// app name, replaced id, icon, title, body, actions (key and label in turn), hints, time limit
const notifyArguments = z
  .tuple([z.string(), z.number(), z.string(), z.string(), z.string(), z.array(z.string())])
  .rest(z.unknown());
const closeArguments = z.tuple([z.number()]);

export interface Notification {
  id: number;
  title: string;
  body: string;
  actions: string[];
  urgency: number | undefined;
  closed: boolean;
}

export interface Notifications {
  /** All so far, oldest first; one that was replaced shows its latest words. */
  all(): Notification[];
  /** The oldest one that was not handed out yet and matches; waits for it up to `timeoutSeconds`. */
  next(matches?: (notification: Notification) => boolean, timeoutSeconds?: number): Promise<Notification>;
  /** Clicks it, as a person would: its default action. */
  click(id: number): Promise<void>;
  /** Closes it, as a person would who does not care. */
  dismiss(id: number): Promise<void>;
}

interface Waiter {
  matches: (notification: Notification) => boolean;
  resolve: (notification: Notification) => void;
}

function urgencyOf(hints: unknown): number | undefined {
  const parsed = z.object({ urgency: z.number() }).safeParse(hints);
  return parsed.success ? parsed.data.urgency : undefined;
}

/** Starts the notification service of the desktop. */
export async function startNotifications(bridge: Bridge, folder: string, address: string): Promise<Notifications> {
  await bridge.start({
    argv: [
      "/usr/bin/python3",
      "-m",
      "dbusmock",
      "--session",
      "--template",
      "notification_daemon",
      "--parameters",
      JSON.stringify({ capabilities: "body body-markup actions" }),
    ],
    env: { DBUS_SESSION_BUS_ADDRESS: address },
    log: join(folder, "notifications.log"),
  });
  await bridge.waitForName("session", mock.destination);

  const seen: Notification[] = [];
  const handedOut = new Set<Notification>();
  const waiters: Waiter[] = [];
  let lastId = 0;

  const offer = (notification: Notification): void => {
    const at = waiters.findIndex((waiter) => waiter.matches(notification));
    if (at === -1) return;
    handedOut.add(notification);
    waiters.splice(at, 1)[0]?.resolve(notification);
  };
  const notified = (args: unknown): void => {
    const [, replaces, , title, body, actions, hints] = notifyArguments.parse(args);
    // The mock counts ids up from 1 and gives a replacement the id it replaces; it does not say which.
    if (replaces === 0) lastId += 1;
    const id = replaces === 0 ? lastId : replaces;
    const notification = { id, title, body, actions, urgency: urgencyOf(hints), closed: false };
    seen.push(notification);
    offer(notification);
  };
  const closed = (args: unknown): void => {
    const [id] = closeArguments.parse(args);
    for (const notification of seen) if (notification.id === id) notification.closed = true;
  };
  await bridge.listen({ ...mock, interface: "org.freedesktop.DBus.Mock", signal: "MethodCalled" }, ([name, args]) => {
    if (name === "Notify") notified(args);
    if (name === "CloseNotification") closed(args);
  });

  return {
    all: () => seen.filter((notification, at) => !seen.slice(at + 1).some((later) => later.id === notification.id)),
    next: (matches = () => true, timeoutSeconds = 15) => {
      const present = seen.find((notification) => !handedOut.has(notification) && matches(notification));
      if (present !== undefined) {
        handedOut.add(present);
        return Promise.resolve(present);
      }
      return new Promise((resolve, reject) => {
        const deadline = setTimeout(() => {
          waiters.splice(waiters.indexOf(waiter), 1);
          reject(new Error(`no such notification within ${timeoutSeconds} s; seen so far: ${JSON.stringify(seen)}`));
        }, timeoutSeconds * 1000);
        const waiter: Waiter = {
          matches,
          resolve: (notification) => {
            clearTimeout(deadline);
            resolve(notification);
          },
        };
        waiters.push(waiter);
      });
    },
    click: async (id) =>
      bridge.emit(mock, {
        interface: interfaceName,
        name: "ActionInvoked",
        signature: "us",
        args: [
          { type: "u", value: id },
          { type: "s", value: "default" },
        ],
      }),
    dismiss: async (id) => {
      closed([id]);
      await bridge.emit(mock, {
        interface: interfaceName,
        name: "NotificationClosed",
        signature: "uu",
        args: [
          { type: "u", value: id },
          { type: "u", value: 2 },
        ],
      });
    },
  };
}
