// The real proxy over a real database and the real gate, for whoever needs requests to leave.
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLedger } from "../../app/main/engine/permissions/ledger.ts";
import type { Clock, Log } from "../../app/main/engine/ports.ts";
import { openStore, type Store } from "../../app/main/engine/store/store.ts";
import { createProxy, freshToken, type Proxy, type ProxyDeps } from "../../app/main/proxy/proxy.ts";
import { createGate, type Gate } from "../../app/main/tools/gate.ts";

const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} };
const shelf = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export interface ProxyWorld {
  store: Store;
  proxy: Proxy;
  gate: Gate;
  close(): Promise<void>;
}

export const ledgerOver = (store: Store) =>
  createLedger(
    store,
    { next: (prefix) => `${prefix}_${randomBytes(16).toString("base64url")}` },
    (text) => createHash("sha256").update(text).digest("hex"),
    freshToken,
  );

export const wallClock: Clock = { now: () => Math.floor(Date.now() / 1000), monotonic: () => performance.now() };

/** A proxy over `store`; without credentials unless some are handed in. */
export const proxyOver = (store: Store, gate: Gate, more: Partial<ProxyDeps> = {}): Proxy =>
  createProxy({
    ...{ ledger: ledgerOver(store), gate, clock: wallClock, log: quiet },
    ...{ credentials: () => [], secret: () => ({ state: "missing" }) },
    ...more,
  });

/** The same over a database of its own. */
export function openProxyWorld(more: Partial<ProxyDeps> = {}, folderOf = shelf): ProxyWorld {
  const folder = mkdtempSync(join(folderOf, "nightjar-proxy-"));
  const store = openStore(join(folder, "nightjar.db"));
  const gate = more.gate ?? createGate({ log: quiet });
  const proxy = proxyOver(store, gate, more);
  return {
    ...{ store, proxy, gate },
    close: async () => {
      await proxy.stop();
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
