// The hours before the window opens, lived through in a second: the real engine, listener and agent process in plain Node, on a
// simulated clock, over the profile's own database. Promises: nothing is written by hand. Refuses: calls; nobody answers yet.
import { nothingOwn } from "../../support/facts.ts";
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createAgentHost } from "../../../app/main/agenthost/agent-host.ts";
import { nodeLauncher } from "../../../app/main/agenthost/launch-node.ts";
import { permissionDefaults } from "../../../app/main/engine/defaults.ts";
import { createEngine, type Engine } from "../../../app/main/engine/engine.ts";
import type { Ids, Log, Wait } from "../../../app/main/engine/ports.ts";
import { openStore } from "../../../app/main/engine/store/store.ts";
import { readConfig } from "../../../app/main/settings/config-file.ts";
import { readRules } from "../../../app/main/settings/rules-file.ts";
import { createGate } from "../../../app/main/tools/gate.ts";
import { createTools } from "../../../app/main/tools/tools.ts";
import { createListener } from "../../../app/main/webhooks/listener.ts";
import { proxyOver } from "../../support/proxy.ts";
import { createSimClock, type SimClock } from "../../support/sim-clock.ts";
import { deliver, githubSecret } from "../support/github.ts";
import { earlierHours } from "./day.ts";

export interface Earlier {
  profile: string;
  config: string;
  rules: string;
  /** The person's IANA zone. */
  zone: string;
  /** When the hours begin and end; seconds since the epoch. */
  from: number;
  until: number;
}

const agentEntry = join(import.meta.dirname, "../../../app/agent/index.ts");
const settleMilliseconds = 5;
const settleLimitMilliseconds = 20_000;
const log: Log = { info: () => undefined, warn: () => undefined, error: console.error };
const ids: Ids = { next: (prefix) => `${prefix}_${randomBytes(16).toString("base64url")}` };
/** The agent process lives in real time; its limits count there. */
const realWait: Wait = (ms, wake) => {
  const timer = setTimeout(wake, ms);
  return () => clearTimeout(timer);
};

/** Lets the agent process and the listener, which live in real time, come to an end at this simulated moment. */
async function settled(engine: Engine, clock: SimClock): Promise<void> {
  const deadline = Date.now() + settleLimitMilliseconds;
  await clock.settle();
  while (engine.status().working !== null || (engine.status().nextAt ?? Number.POSITIVE_INFINITY) <= clock.now()) {
    if (Date.now() > deadline) throw new Error("The earlier hours of the demo came to no end.");
    await pause(settleMilliseconds);
    await clock.settle();
  }
}

/** @returns how many deliveries the listener acknowledged as new */
export async function liveEarlier({ profile, config, rules, zone, from, until }: Earlier): Promise<number> {
  const settings = readConfig(config, zone);
  const read = readRules(rules);
  if (!settings.ok || !read.ok) throw new Error("The demo's own settings cannot be read.");
  const current = settings.settings;
  const clock = createSimClock(from);
  const { wait } = clock;
  const store = openStore(join(profile, "nightjar.db"));
  const agent = createAgentHost({
    ...{ wait: realWait, log, rules: () => read.rules },
    launch: nodeLauncher(agentEntry, process.env),
  });
  const proxy = proxyOver(store, createGate({ log }), { clock, log, credentials: () => current.credentials });
  const engine = createEngine({
    ...{ store, clock, ids, log, wait, agent, fault: () => undefined },
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
    tools: createTools({ ...nothingOwn, destinations: () => current.destinations, outgoing: proxy.outgoing, log }),
    channel: { send: () => Promise.resolve({ ok: true }) },
    settings: () => ({
      gapSeconds: current.outbox.gapSeconds,
      quiet: current.outbox.quietHours,
      zone,
      windowSeconds: current.approvals.windowSeconds,
      ...permissionDefaults,
    }),
    changed: () => undefined,
    broken: (error) => {
      throw error;
    },
  });
  const listener = createListener({
    ...{ clock, ids, log, settings: () => current, changed: () => undefined, ingestAll: engine.ingestAll },
    secret: () => ({ state: "ok", value: githubSecret }),
  });
  const to = async (moment: number): Promise<void> => {
    await clock.advance(Math.max(0, moment - clock.now()));
    await settled(engine, clock);
  };
  let acknowledged = 0;
  try {
    engine.start();
    engine.timers.syncSchedules(current.schedules, clock.now());
    engine.wake();
    const started = await listener.start();
    if (!started.ok) throw new Error(started.sentence);
    for (const hour of earlierHours) {
      const moment = from + Math.round(hour.at * (until - from));
      if (hour.kind === "lid") {
        await to(moment);
        engine.suspend();
        await clock.sleep(Math.round(hour.closed * (until - from)));
        engine.resume();
        await settled(engine, clock);
        continue;
      }
      await to(moment);
      const sent = await deliver(started.url, hour.event, hour.payload);
      if (sent.status === 202) acknowledged += 1;
      await settled(engine, clock);
    }
    await to(until);
  } finally {
    await listener.stop();
    engine.stop();
    agent.close();
    await proxy.stop();
    store.checkpoint();
    store.close();
  }
  return acknowledged;
}
