// Listener, engine and worker in one plain Node process, to be killed: the real listener, the real agent process, a real file.
// The outside (deliveries and calls) is two files that this process only appends to, so that they outlive it.
import { factsFor } from "../support/facts.ts";
import { createHash, randomBytes } from "node:crypto";
import { appendFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { createAgentHost } from "../../app/main/agenthost/agent-host.ts";
import { nodeLauncher } from "../../app/main/agenthost/launch-node.ts";
import { permissionDefaults } from "../../app/main/engine/defaults.ts";
import { createEngine } from "../../app/main/engine/engine.ts";
import { openStore } from "../../app/main/engine/store/store.ts";
import { defaultSettings, type Settings } from "../../app/main/settings/model.ts";
import { createListener } from "../../app/main/webhooks/listener.ts";
import type { Rule } from "../../app/preload/contract/agent.ts";

const folder = process.argv[2] as string;
const append = (file: string, entry: unknown) => appendFileSync(join(folder, file), `${JSON.stringify(entry)}\n`);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const clock = { now: () => Math.floor(Date.now() / 1000), monotonic: () => performance.now() };
const wait = (ms: number, wake: () => void) => {
  const timer = setTimeout(wake, ms);
  return () => clearTimeout(timer);
};
const ids = { next: (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}` };

const settings: Settings = {
  ...defaultSettings,
  hooks: { ...defaultSettings.hooks, port: 0 },
  sources: [
    {
      name: "shell",
      kind: "token",
      secret: "env:TOKEN",
      nextSecret: null,
      expiresOn: null,
      identicalBodies: "twin",
      duringRun: "next",
      urgent: [],
    },
  ],
};
const rule = (name: string, condition: string, ending: Rule["ending"]): Rule => ({
  name,
  line: 1,
  on: "shell",
  event: null,
  if: condition,
  ending,
});
const rules: Rule[] = [
  rule("tells", "kind = 'tell'", { kind: "tell", text: "said {{ n }}", urgent: false }),
  rule("shouts", "kind = 'urgent'", { kind: "tell", text: "said {{ n }}", urgent: true }),
  rule("asks", "kind = 'ask'", {
    kind: "ask",
    title: "Do {{ n }}?",
    call: "http.request",
    with: { method: "POST", url: "https://api.test/{{ n }}" },
    windowSeconds: null,
  }),
];

const store = openStore(join(folder, "nightjar.db"));
const engine = createEngine({
  ...{ store, clock, ids, log, wait },
  fault: () => undefined,
  sha256: (text) => createHash("sha256").update(text).digest("hex"),
  agent: createAgentHost({
    ...{ wait, log, rules: () => rules },
    launch: nodeLauncher(join(import.meta.dirname, "../../app/agent/index.ts"), process.env),
  }),
  tools: {
    specs: () => [],
    check: (tool, args) => ({ ok: true, arguments: args, repeatable: false, facts: factsFor(tool, args) }),
    call: async (call) => {
      append("called", { key: call.effectKey, url: call.arguments["url"] });
      return { kind: "done", result: {}, summary: "answered 200" };
    },
  },
  channel: {
    send: async ({ id, body }) => {
      append("sent", { id, body });
      return { ok: true };
    },
  },
  settings: () => ({ gapSeconds: 1, quiet: null, zone: "UTC", windowSeconds: 3600, ...permissionDefaults }),
  changed: approveAll,
  broken: (error) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(70);
  },
});

const waiting = store.prepare<{ id: string; call_hash: string }>(
  "select id, call_hash from approvals where answer is null and kind = 'call' limit 5",
);
/** The person, who says yes to everything at once; unknown effects are left to the test. */
function approveAll(): void {
  for (const { id, call_hash } of waiting.all()) engine.answer(id, call_hash, "yes", "test");
}

const listener = createListener({
  ...{ clock, ids, log, settings: () => settings },
  secret: () => ({ state: "ok", value: "token" }),
  ingestAll: engine.ingestAll,
  changed: () => undefined,
});
engine.start();
const started = await listener.start();
// A killed process never writes its compile cache; a start costs less with one.
flushCompileCache();
process.stdout.write(`${JSON.stringify(started)}\n`);
