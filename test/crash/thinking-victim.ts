// Engine, agent process, models, tools, proxy and gate in one plain Node process that kills itself at a fault point: real HTTP to a
// model's server and to the outside, a real file. The person in it approves every call. `victim <folder> <model> <outside> <point@n|->`.
import { createHash, randomBytes } from "node:crypto";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { createAgentHost } from "../../app/main/agenthost/agent-host.ts";
import { nodeLauncher } from "../../app/main/agenthost/launch-node.ts";
import { readFaults } from "../../app/main/desktop/faults.ts";
import { permissionDefaults } from "../../app/main/engine/defaults.ts";
import { createEngine } from "../../app/main/engine/engine.ts";
import { createModelRequests } from "../../app/main/engine/sessions/model-requests.ts";
import { openStore } from "../../app/main/engine/store/store.ts";
import { createModels, modelCredential } from "../../app/main/models/models.ts";
import { defaultSettings, type ModelSettings } from "../../app/main/settings/model.ts";
import { createGate } from "../../app/main/tools/gate.ts";
import { createTools } from "../../app/main/tools/tools.ts";
import { proxyOver, wallClock } from "../support/proxy.ts";
import { allow } from "../support/thinking.ts";

const [folder, modelOrigin, outside, death] = process.argv.slice(2) as [string, string, string, string];
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const wait = (ms: number, wake: () => void) => {
  const timer = setTimeout(wake, ms);
  return () => clearTimeout(timer);
};
const say = (line: string) => process.stdout.write(`${line}\n`);

const model: ModelSettings = {
  ...{ provider: "anthropic", name: "claude-sonnet-5", key: "env:KEY", baseUrl: `${modelOrigin}/v1` },
  ...{ maxOutputTokens: 1000, contextTokens: 100_000, price: null },
};
const store = openStore(join(folder, "nightjar.db"));
const gate = createGate({ log });
const proxy = proxyOver(store, gate, {
  ownCredentials: () => modelCredential(model),
  secret: () => ({ state: "ok", value: "sk-for-the-models-server" }),
});
const models = createModels({
  ...{ proxy, clock: wallClock, zone: () => "UTC", requests: createModelRequests(store) },
  settings: () => ({ model, limits: defaultSettings.limits }),
});
const engine = createEngine({
  ...{ store, clock: wallClock, log, wait, models },
  ids: { next: (prefix) => `${prefix}_${randomBytes(12).toString("hex")}` },
  fault: readFaults(death === "-" ? "" : `${death}:kill`, () => process.kill(process.pid, "SIGKILL")),
  sha256: (text) => createHash("sha256").update(text).digest("hex"),
  agent: createAgentHost({
    ...{ wait, log, rules: () => [], zone: () => "UTC" },
    launch: nodeLauncher(join(import.meta.dirname, "../../app/agent/index.ts"), process.env),
  }),
  tools: createTools({
    ...{ log, outgoing: proxy.outgoing, destinations: () => [outside], secretValues: () => [] },
    home: () => ({ ports: [47_821], folders: [] }),
  }),
  channel: { send: () => Promise.resolve({ ok: true }) },
  settings: () => ({
    ...{ gapSeconds: 1, quiet: null, zone: "UTC", windowSeconds: 3600, ...permissionDefaults },
    permissions: [{ ...allow, host: new URL(outside).host }],
  }),
  changed: look,
  broken: (error) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(70);
  },
});

const waiting = store.prepare<{ id: string; call_hash: string; kind: string; effect_key: string }>(
  "select a.id, a.call_hash, a.kind, t.effect_key from approvals a join tool_calls t on t.id = a.tool_call where a.answer is null",
);
const left = store.prepare<{ n: number }>(
  "select (select count(*) from inbox where status in ('pending', 'running')) + (select count(*) from approvals where answer is null) as n",
);

/** Says yes to every call; of an unknown effect they look whether it did happen, as a person would. */
async function approve(): Promise<void> {
  for (const { id, call_hash, kind, effect_key } of waiting.all()) {
    if (kind === "call") engine.answer(id, call_hash, "yes", "test");
    else {
      const happened = await (await fetch(`${outside}/seen/${effect_key}`)).text();
      engine.answer(id, call_hash, happened === "yes" ? "did" : "again", "test");
    }
  }
}

/** Says when nothing is left to do. */
function look(): void {
  void approve().then(() => {
    if (left.get()?.n === 0) say("quiet");
  });
}

proxy.recover();
engine.start();
engine.ingestAll([
  {
    ...{ source: "github", source_id: "e1", kind: "github", event: "issues", payload: '{"action":"opened"}' },
    trust: "untrusted",
  },
]);
flushCompileCache();
look();
