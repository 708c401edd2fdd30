// Runs in a plain Node of its own: loads every module of the engine, starts it over a real file, stores one event and lets it
// be worked on. Prints which modules were loaded and how the event ended, as one line of JSON.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { registerHooks } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [root = "", ...modules] = process.argv.slice(2);
const loaded: { module: string; by: string }[] = [];
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    loaded.push({ module: found.url, by: context.parentURL ?? "" });
    return found;
  },
});
for (const path of modules) await import(pathToFileURL(resolve(root, path)).href);

const { openStore } = await import("../../app/main/engine/store/store.ts");
const defaults = await import("../../app/main/engine/defaults.ts");
const { createEngine } = await import("../../app/main/engine/engine.ts");
const folder = mkdtempSync(join(tmpdir(), "nightjar-pure-"));
const store = openStore(join(folder, "a.db"));
const log = { info() {}, warn() {}, error() {} };
let count = 0;
let done = () => {};
const finished = new Promise<void>((resolveDone) => {
  done = resolveDone;
});
const outcome = store.prepare<{ status: string; outcome: string | null }>("select status, outcome from inbox");
const engine = createEngine({
  ...{ store, log },
  clock: { now: () => 1_800_000_000, monotonic: () => 0 },
  ids: { next: (prefix) => `${prefix}_${count++}` },
  sha256: (text) => createHash("sha256").update(text).digest("hex"),
  fault: () => {},
  wait: () => () => {},
  agent: {
    think: () => Promise.resolve({ kind: "ended" }),
    run: (_run, events) =>
      Promise.resolve({
        decisions: new Map(events.map((event) => [event.id, { kind: "nothing", rule: null }])),
        failure: null,
      }),
  },
  tools: {
    specs: () => [],
    check: () => ({ ok: false, error: "none" }),
    call: () => Promise.reject(new Error("never called")),
  },
  channel: { send: () => Promise.resolve({ ok: true }) },
  settings: () => ({ gapSeconds: 1, quiet: null, zone: "UTC", windowSeconds: 1, ...defaults.permissionDefaults }),
  broken: (error) => {
    throw error;
  },
  changed: () => {
    if (outcome.get()?.status === "done") done();
  },
});
engine.start();
engine.ingestAll([{ source: "s", source_id: "1", payload: "{}", kind: "token", event: null, trust: "untrusted" }]);
await finished;
engine.stop();
const result = outcome.get();
store.close();
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ loaded, result }));
