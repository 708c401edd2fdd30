// Joins the window to the parts: its requests, what main tells it unasked, and the tray's count. Promises: one message and
// one count a turn, however much changes. Refuses: decisions.
import { app, ipcMain } from "electron";
import { join } from "node:path";
import type { Engine } from "../engine/engine.ts";
import type { Delivery } from "../engine/outbox/ports.ts";
import type { Clock, Ids, Log } from "../engine/ports.ts";
import type { Store } from "../engine/store/store.ts";
import { createCountQueries } from "../engine/views/counts.ts";
import { createOutboxQueries } from "../engine/views/outbox.ts";
import type { Proxy } from "../proxy/proxy.ts";
import type { Settings } from "../settings/model.ts";
import type { Secrets } from "../settings/secrets.ts";
import type { SettingsFiles } from "../settings/settings.ts";
import type { SignIns } from "../signin/sign-ins.ts";
import type { ToolHost } from "../toolhost/tool-host.ts";
import type { Listener } from "../webhooks/listener.ts";
import { sendTestDelivery } from "../webhooks/test-delivery.ts";
import { chooseFolder } from "./folder-dialog.ts";
import { registerIpc } from "./ipc/gate.ts";
import type { MemoryParts } from "./ipc/memory-handlers.ts";
import { createHandlers, type HandlerParts } from "./ipc/handlers.ts";
import { createPush, engineTopics } from "./ipc/push.ts";
import type { ThinkingParts } from "./ipc/thinking-handlers.ts";
import { createLinks, openProfilePath } from "./links.ts";
import type { SystemSealer } from "./sealer.ts";
import type { Shell } from "./shell.ts";
import type { ModelFacts } from "./views/parts.ts";
import type { MemoryFacts } from "./views/memory-view.ts";
import { createViews } from "./views/views.ts";
import { whereTo } from "./where-to.ts";

/** More merged messages than this are not looked at to find out where a click leads. */
const mergedMax = 1000;

export interface LinkParts {
  store: Store;
  clock: Clock;
  zone: () => string;
  log: Log;
  /** The window and tray; null until they are open. */
  shell: () => Shell | null;
}

export interface OpenParts {
  engine: Engine;
  settings: SettingsFiles;
  secrets: Secrets;
  sealer: SystemSealer;
  listener: Listener;
  proxy: Proxy;
  models: ModelFacts & ThinkingParts["models"];
  memory: { facts: MemoryFacts; byHand: MemoryParts["memory"] };
  conversation: HandlerParts["conversation"] & { textMax: number };
  reminders: HandlerParts["reminders"];
  servers: ToolHost;
  signIns: SignIns;
  holdsSecret: (text: string) => boolean;
  ids: Ids;
  profile: string;
  /** The settings as they are in force, the port switch included. */
  current: () => Settings;
}

export function createWindowLink({ store, clock, zone, log, shell }: LinkParts) {
  const counts = createCountQueries(store);
  const outbox = createOutboxQueries(store);
  let closed = false;
  let isOff = () => false;
  const push = createPush({
    clock,
    endOfTurn: setImmediate,
    send(message) {
      if (closed) return;
      if (message.type === "changed") tellTray();
      shell()?.push(message);
    },
  });

  function tellTray(): void {
    shell()?.tellTray({ waiting: counts.counts().waitingApprovals, off: isOff() });
  }

  /** From the tray: a disk that refuses is told in the window by the switch itself, and off holds all the same. */
  function setOutgoing({ outgoing }: Engine, off: boolean): void {
    try {
      outgoing.set(off, "tray");
    } catch (error) {
      log.error({ error, off }, "The switch could not be written down.");
      shell()?.show();
      shell()?.push({ type: "navigate", view: "permissions", ref: null });
    }
    push.changed(["permissions", "status"]);
  }

  function testDelivery({ secrets, listener, ids, current }: OpenParts): HandlerParts["testDelivery"] {
    return async (name) => {
      const source = current().sources.find((candidate) => candidate.name === name);
      if (source === undefined) {
        return { ok: false, sentence: `A test delivery for "${name}" was not sent: there is no such source any more.` };
      }
      const { url, problem } = listener.status();
      // Either of two proves a delivery while they are exchanged: the one that can be used is used.
      const { secret: first, nextSecret: next } = source;
      const reference = next !== null && secrets.resolve(first).state !== "ok" ? next : first;
      const secret = secrets.resolve(reference);
      return sendTestDelivery({
        source: { ...source, secret: reference },
        secret,
        url,
        problem,
        now: clock.now(),
        ids,
      });
    };
  }

  return {
    /** Nightjar ends: the window is told nothing more, so that it asks for nothing more. */
    close(): void {
      closed = true;
    },
    watched: () => shell()?.watched() ?? false,
    memoryChanged: () => push.changed(["memory"]),
    engineChanged: () => push.changed(engineTopics),
    runStepped: () => push.changed(["run", "status"]),
    settingsChanged: () => push.changed(["settings", "permissions", "approvals", "status", "timers"]),
    /** A notification was clicked. */
    openDelivery(delivery: Delivery): void {
      shell()?.show();
      shell()?.push(whereTo(delivery, outbox.messagesOf(delivery.id, mergedMax), counts.counts().dead));
    },
    /** From here on the window's requests are answered. */
    open(parts: OpenParts): void {
      const { engine, settings, secrets, sealer, listener, proxy, models, servers, signIns, memory, profile } = parts;
      isOff = () => engine.outgoing.offSince() !== null;
      shell()?.onSwitch((off) => setOutgoing(engine, off));
      const views = createViews({
        ...{
          store,
          engine,
          settings: { ...settings, current: parts.current },
          secrets,
          listener,
          models,
          memory: memory.facts,
          textMax: parts.conversation.textMax,
          servers,
          signIns,
          clock,
          zone,
          profile,
        },
        credentialState: proxy.credentialState,
        keychain: sealer.usable,
        version: app.getVersion(),
      });
      registerIpc({
        ipc: ipcMain,
        isTrusted: (event) => shell()?.isTrusted(event) ?? false,
        log,
        handlers: createHandlers({
          ...{ views, engine, settings, secrets, listener, proxy, models, servers, signIns, clock, zone },
          memory: memory.byHand,
          ...{ conversation: parts.conversation, reminders: parts.reminders },
          ...{ keychain: sealer.usable, chooseFolder, holdsSecret: parts.holdsSecret },
          testDelivery: testDelivery(parts),
          openLink: createLinks({ log }).open,
          openFile: (file) => openProfilePath(file === "folder" ? profile : join(profile, file)),
          changed: push.changed,
        }),
      });
      tellTray();
    },
  };
}
