// What the listener's tests stand on: the real listener on a free port over a real database, clients that speak HTTP or raw bytes.
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInbox, type Inbox } from "../../../app/main/engine/inbox/inbox.ts";
import type { NewEvent } from "../../../app/main/engine/inbox/events.ts";
import { openStore, type Store } from "../../../app/main/engine/store/store.ts";
import { defaultSettings, type Settings, type SourceSettings } from "../../../app/main/settings/model.ts";
import type { IngestOutcome } from "../../../app/main/webhooks/batch.ts";
import { createListener, type Listener, type ListenerParts } from "../../../app/main/webhooks/listener.ts";
import type { SecretResult } from "../../../app/main/webhooks/receive.ts";

export const githubSecret = "It's a Secret to Everybody";
export const standardSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
export const tokenSecret = "tok-4f1c";
export const start = 1_800_000_000;

export interface Row {
  id: number;
  source: string;
  source_id: string;
  payload: string;
  status: string;
  kind: string;
  event: string | null;
  trust: string;
  outcome: string | null;
  body_hash: string | null;
  received_at: number;
  redelivered: number;
}

export interface Rig {
  store: Store;
  inbox: Inbox;
  listener: Listener;
  port: number;
  secrets: Record<string, SecretResult>;
  clock: { seconds: number; ms: number };
  log: { level: string; facts: object; sentence: string }[];
  published: (string | null)[];
  /** How many events each commit held. */
  batches: number[];
  settings(): Settings;
  change(settings: Partial<Settings["hooks"]>, sources?: SourceSettings[]): void;
  /** Stands in the place of the inbox until it is set to null. */
  instead: { ingestAll: ((events: NewEvent[]) => IngestOutcome[]) | null };
  rows(): Row[];
  /** Stops, checks the database and removes it. */
  close(): Promise<void>;
}

export function source(name: string, kind: SourceSettings["kind"], secret: string): SourceSettings {
  return {
    name,
    kind,
    secret,
    nextSecret: null,
    expiresOn: null,
    identicalBodies: "twin",
    duringRun: "next",
    urgent: [],
  };
}

export async function openRig(parts: Partial<ListenerParts> = {}): Promise<Rig> {
  const folder = mkdtempSync(join(tmpdir(), "nightjar-hooks-"));
  const store = openStore(join(folder, "a.db"));
  const inbox = createInbox(store);
  let settings: Settings = {
    ...defaultSettings,
    hooks: { port: 0, maxBodyBytes: 65_536, hosts: [] },
    sources: [
      source("github", "github", "env:GITHUB"),
      source("std", "standard-webhooks", "env:STD"),
      source("shell", "token", "env:TOKEN"),
    ],
  };
  const rig = {
    secrets: {
      "env:GITHUB": { state: "ok", value: githubSecret },
      "env:STD": { state: "ok", value: standardSecret },
      "env:TOKEN": { state: "ok", value: tokenSecret },
    } as Record<string, SecretResult>,
    clock: { seconds: start, ms: 0 },
    log: [] as Rig["log"],
    published: [] as (string | null)[],
    batches: [] as number[],
    instead: { ingestAll: null } as Rig["instead"],
  };
  let made = 0;
  const write = (level: string) => (facts: object, sentence: string) => void rig.log.push({ level, facts, sentence });
  const listener = createListener({
    settings: () => settings,
    secret: (reference) => rig.secrets[reference] ?? { state: "missing" },
    ingestAll: (events) => {
      rig.batches.push(events.length);
      return rig.instead.ingestAll?.(events) ?? inbox.ingestAll(events, rig.clock.seconds);
    },
    clock: { now: () => rig.clock.seconds, monotonic: () => rig.clock.ms },
    ids: { next: (prefix) => `${prefix}_${++made}` },
    log: { info: write("info"), warn: write("warn"), error: write("error") },
    changed: () => {},
    publish: (url) => void rig.published.push(url),
    ...parts,
  });
  const started = await listener.start();
  if (!started.ok) throw new Error(started.sentence);
  const all = store.prepare<Row>("select * from inbox order by id");
  return {
    ...rig,
    store,
    inbox,
    listener,
    get port() {
      return Number(new URL(listener.status().url ?? started.url).port);
    },
    settings: () => settings,
    change: (hooks, sources) => {
      settings = { ...settings, hooks: { ...settings.hooks, ...hooks }, sources: sources ?? settings.sources };
    },
    rows: () => all.all(),
    async close() {
      await listener.stop();
      const found = store.integrity();
      store.close();
      rmSync(folder, { recursive: true, force: true });
      if (found !== "ok") throw new Error(found);
    },
  };
}

export type Headers = Record<string, string>;

export function githubHeaders(body: string | Buffer, id: string, event = "ping", secret = githubSecret): Headers {
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return { "x-hub-signature-256": `sha256=${signature}`, "x-github-delivery": id, "x-github-event": event };
}

export function standardHeaders(body: string | Buffer, id: string, timestamp: number, family = "webhook"): Headers {
  const key = Buffer.from(standardSecret.slice(6), "base64");
  const mac = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64");
  return { [`${family}-id`]: id, [`${family}-timestamp`]: String(timestamp), [`${family}-signature`]: `v1,${mac}` };
}

export interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Posts `body`, in several writes when it is given as several parts (then chunked, unless a length is among the headers). */
export function post(
  port: number,
  path: string,
  headers: Headers,
  body: string | Buffer | Buffer[],
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sending = request({
      host: "127.0.0.1",
      port,
      path,
      method: "POST",
      agent: false,
      headers: { "content-type": "application/json", ...headers },
    });
    sending.on("error", reject);
    sending.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("error", reject);
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sending.setNoDelay(true);
    if (!Array.isArray(body)) return void sending.end(body);
    const parts = [...body];
    const next = () => {
      const part = parts.shift();
      if (part === undefined) sending.end();
      else sending.write(part, () => setImmediate(next));
    };
    next();
  });
}

/** Sends `bytes` as they are and gives back everything the server sends until it closes (or until `done` is satisfied). */
export function raw(port: number, bytes: string | Buffer, done?: (received: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.setEncoding("latin1");
    socket.on("connect", () => socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes));
    socket.on("data", (part: string) => {
      received += part;
      if (done?.(received)) socket.destroy();
    });
    socket.on("close", () => resolve(received));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
    });
  });
}

export function statusesOf(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
}
