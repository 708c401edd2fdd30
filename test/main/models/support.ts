// A model's requests through the real proxy and gate, over real HTTP to the scripted server.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { createLedger } from "../../../app/main/engine/permissions/ledger.ts";
import { createModelRequests } from "../../../app/main/engine/sessions/model-requests.ts";
import { openStore } from "../../../app/main/engine/store/store.ts";
import { createModels, modelCredential } from "../../../app/main/models/models.ts";
import { createProxy, freshToken } from "../../../app/main/proxy/proxy.ts";
import { defaultSettings, type LimitSettings, type ModelSettings } from "../../../app/main/settings/model.ts";
import { createGate } from "../../../app/main/tools/gate.ts";
import type { Script } from "../../support/model-server/script.ts";
import { createModelServer } from "../../support/model-server/server.ts";

export const key = "sk-a-key-for-its-own-server-alone";
export const body = JSON.stringify({ model: "m", max_tokens: 10, messages: [{ role: "user", content: "Hello" }] });
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

export const modelOf = (baseUrl: string, more: Partial<ModelSettings> = {}): ModelSettings => ({
  ...{ provider: "anthropic", name: "claude-sonnet-5", key: "env:KEY", baseUrl },
  ...{ maxOutputTokens: 100, contextTokens: 1000, price: null },
  ...more,
});

export async function open(
  script: Script,
  more: { model?: Partial<ModelSettings>; limits?: Partial<LimitSettings> } = {},
) {
  const server = await createModelServer(script);
  const folder = mkdtempSync(join(tmpdir(), "nightjar-models-"));
  const store = openStore(join(folder, "nightjar.db"));
  const time = { now: 1_800_000_000 };
  const clock = { now: () => time.now, monotonic: () => 0 };
  let count = 0;
  const settings = {
    model: modelOf(`${server.origin}/v1`, more.model),
    limits: { ...defaultSettings.limits, ...more.limits },
  };
  const proxy = createProxy({
    ...{ clock, log, gate: createGate({ log }), credentials: () => [] },
    ownCredentials: () => modelCredential(settings.model),
    secret: () => ({ state: "ok", value: key }),
    ledger: createLedger(
      store,
      { next: (prefix) => `${prefix}_${++count}` },
      (text) => createHash("sha256").update(text).digest("hex"),
      freshToken,
    ),
  });
  store
    .prepare("insert into sessions (id, origin, title, provenance, opened_at) values ('s', 'github', 't', 'clean', 1)")
    .run();
  closers.push(
    () => rmSync(folder, { recursive: true }),
    () => store.close(),
    () => proxy.stop(),
    () => server.close(),
  );
  /** As a start makes it, over what is on disk. */
  const begin = () =>
    createModels({
      ...{ settings: () => settings, proxy, clock, zone: () => "Europe/Lisbon" },
      requests: createModelRequests(store),
    });
  const models = begin();
  const ask = (run = 1, signal = new AbortController().signal) => models.ask({ session: "s", run, body }, signal);
  const rows = (sql: string) => store.prepare<Record<string, unknown>>(sql).all();
  return { server, settings, proxy, models, begin, ask, rows, time };
}
