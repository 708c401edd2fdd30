// Views over a real database with real timers; what is not a table is set by the test.
import { createInbox } from "../../../../app/main/engine/inbox/inbox.ts";
import { createTimers } from "../../../../app/main/engine/timers/timers.ts";
import type { EngineFacts, ListenerFacts, ServerFacts, ViewParts } from "../../../../app/main/desktop/views/parts.ts";
import { createViews } from "../../../../app/main/desktop/views/views.ts";
import type { Rule } from "../../../../app/preload/contract/agent.ts";
import type { SignInRow } from "../../../../app/preload/contract/thinking-settings.ts";
import { defaultSettings, type FileProblem, type Settings } from "../../../../app/main/settings/model.ts";
import { type Filled, openFilled } from "../../engine/views/support.ts";

export interface World {
  db: Filled;
  now: number;
  zone: string;
  plan: ReturnType<EngineFacts["dispatcher"]["plan"]>;
  status: ReturnType<EngineFacts["status"]>;
  listener: ReturnType<ListenerFacts["status"]>;
  settings: Settings;
  rules: Rule[];
  problems: FileProblem[];
  secrets: Record<string, "ok" | "missing" | "empty" | "unreadable">;
  /** By name; those that are not here are like their secret. */
  flawed: Record<string, "short" | "long" | "unfit">;
  secretsProblem: string | null;
  offSince: number | null;
  servers: ServerFacts[];
  /** What today has too little left of for the model. */
  rests: "tokens" | "money" | null;
  signIn: SignInRow;
}

/** @param now main's clock, seconds since the epoch. */
export function openViews(now: number) {
  const db = openFilled();
  const inbox = createInbox(db.store);
  const timers = createTimers({ store: db.store, inbox });
  const world: World = {
    db,
    now,
    zone: "Europe/Lisbon",
    plan: { goesAt: null, why: null },
    status: { state: "on", working: null, nextAt: null, trouble: null },
    listener: { url: "http://127.0.0.1:47821", problem: null, clockLooksWrong: false, sources: new Map() },
    settings: defaultSettings,
    rules: [],
    problems: [],
    secrets: {},
    flawed: {},
    secretsProblem: null,
    offSince: null,
    servers: [],
    rests: null,
    signIn: { kind: "none" },
  };
  const parts: ViewParts = {
    store: db.store,
    engine: {
      status: () => world.status,
      dispatcher: { plan: () => world.plan },
      timers,
      inbox,
      outgoing: { offSince: () => world.offSince },
    },
    settings: { current: () => world.settings, rules: () => world.rules, problems: () => world.problems },
    secrets: {
      resolve: (ref) => ({ state: world.secrets[ref] ?? "missing" }),
      names: () => [{ name: "kept", kept: "sealed", state: "ok" }],
      problem: () => world.secretsProblem,
    },
    credentialState: (name) => {
      const found = world.settings.credentials.find((one) => one.name === name);
      return found === undefined ? null : (world.flawed[name] ?? world.secrets[found.secret] ?? "missing");
    },
    listener: { status: () => world.listener },
    servers: { states: () => world.servers },
    models: { today: () => ({ tokens: 0, costMicros: 0, until: now + 3600, rests: world.rests }), price: () => null },
    signIns: { state: () => world.signIn },
    memory: {
      look: () => ({ instructions: { text: "", hash: null }, entries: new Map(), clashes: [], problems: [] }),
      history: () => [],
      search: { entries: () => [], said: () => [], wrote: () => [] },
    },
    textMax: 8000,
    keychain: () => ({ usable: false, backend: "basic_text", sentence: "no keyring" }),
    clock: { now: () => world.now },
    zone: () => world.zone,
    version: "0.1.0",
    profile: "/home/me/nightjar",
  };
  return { world, timers, inbox, views: createViews(parts) };
}
