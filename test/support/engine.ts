// A whole engine on a real SQLite file with a simulated clock, a scripted agent and scripted tools.
// The real agent process and real HTTP are tested elsewhere; here the engine's own rules are.
import { factsFor } from "./facts.ts";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { permissionDefaults } from "../../app/main/engine/defaults.ts";
import { createEngine, type Engine, type EngineSettings } from "../../app/main/engine/engine.ts";
import type { ClaimedEvent, NewEvent } from "../../app/main/engine/inbox/events.ts";
import type { Delivery } from "../../app/main/engine/outbox/ports.ts";
import { fixedChecks, type SecondOpinion } from "../../app/main/engine/permissions/auto-mode.ts";
import { openStore, type Store } from "../../app/main/engine/store/store.ts";
import type {
  AgentPort,
  AgentReport,
  ConversationPort,
  CallAnswer,
  CallRequest,
  DecideArrived,
  EventDecision,
  JsonObject,
  ModelPort,
  Thinking,
  ToolCall,
  ToolOutcome,
  ToolPort,
  ToolSpec,
} from "../../app/main/engine/worker/ports.ts";
import { createSimClock, type SimClock } from "./sim-clock.ts";

export interface World {
  clock: SimClock;
  store: Store;
  engine: Engine;
  /** Every delivery that reached the person, in order. */
  sent: Delivery[];
  /** Every call that reached the outside, in order. */
  called: ToolCall[];
  /** The runs the agent was asked for: the source ids of each. */
  runs: string[][];
  settings: EngineSettings;
  /** What the agent decides for an event; `die` ends its process, `hang` waits until it is stopped, `unavailable` means that it does not start. */
  think: (event: ClaimedEvent) => EventDecision | "die" | "hang" | "unavailable";
  /** What the agent does with an event in its run before it decides: calls, one after the other. */
  work: (event: ClaimedEvent, call: (request: CallRequest) => Promise<CallAnswer>) => Promise<void>;
  /** The model and what thinks with it; none unless a test gives one. */
  models: ModelPort;
  thinker: AgentPort["think"];
  /** What answers the person's own words; nothing unless a test gives it. */
  listening: ConversationPort | null;
  /** Auto mode's. */
  secondOpinion: SecondOpinion;
  specs: ToolSpec[];
  check: ToolPort["check"];
  /** How a call ends. */
  act: (call: ToolCall, signal: AbortSignal) => ToolOutcome | Promise<ToolOutcome>;
  /** Whether the process dies at this fault point. */
  killAt: (name: string) => boolean;
  /** SQLite's code when the disk refuses the commit that is about to be made, or the work at a fault point (its name); else null. */
  refuse: (point: string) => string | null;
  /** A process that dies and starts again over the same file: nothing of the old one acts any more. */
  crash(): Promise<void>;
  /** Quits cleanly and starts again. */
  restart(): Promise<void>;
  rows<R>(sql: string, ...bound: (string | number | null)[]): R[];
  event(sourceId: string): {
    status: string;
    attempts: number;
    outcome: string | null;
    error: string | null;
    id: number;
  };
  give(sourceId: string, more?: Partial<NewEvent>): void;
  end(): void;
}

/** Thrown where the process died. */
export class Killed extends Error {}

/** Memory-backed where the system has it: a simulated day commits thousands of times, and no power is cut here. */
const shelf = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

const open: World[] = [];

/** The store, with a word before each commit: what throws there is rolled back, as SQLite does when the disk refuses. */
function troubled(store: Store, beforeCommit: () => unknown): Store {
  let within = false;
  return {
    ...store,
    tx: (work) => {
      if (within) return store.tx(work);
      within = true;
      try {
        return store.tx(() => {
          const result = work();
          beforeCommit();
          return result;
        });
      } finally {
        within = false;
      }
    },
  };
}

/** Ends every world a test made; for `afterEach`. */
export function endWorlds(): void {
  for (const world of open.splice(0)) world.end();
}

export async function createWorld(overrides: Partial<EngineSettings> = {}): Promise<World> {
  const folder = mkdtempSync(join(shelf, "nightjar-engine-"));
  const path = join(folder, "nightjar.db");
  const clock = createSimClock();
  let life = 0;
  let counter = 0;

  const world = {
    clock,
    sent: [],
    called: [],
    runs: [],
    settings: {
      gapSeconds: 3600,
      quiet: null,
      zone: "UTC",
      windowSeconds: 14_400,
      ...permissionDefaults,
      ...overrides,
    },
    think: () => ({ kind: "nothing", rule: null }),
    work: async () => undefined,
    thinker: async () => ({ kind: "ended" }),
    listening: null,
    secondOpinion: fixedChecks,
    models: {
      chosen: () => null,
      ask: async () => ({ kind: "failed", why: "refused", reason: "No model is configured." }),
    },
    specs: [],
    check: (tool: string, args: JsonObject) =>
      tool === "http.request"
        ? { ok: true, arguments: args, repeatable: args["method"] !== "POST", facts: factsFor(tool, args) }
        : { ok: false, error: `There is no tool ${tool}.` },
    act: () => ({ kind: "done", result: { status: 200 }, summary: "answered 200" }),
    killAt: () => false,
    refuse: () => null,
  } as unknown as World;

  function refused(point: string): void {
    const code = world.refuse(point);
    if (code !== null) throw Object.assign(new Error(`the disk refused at ${point}`), { code });
  }

  function begin(): void {
    const mine = ++life;
    const alive = () => mine === life;
    const store = troubled(openStore(path), () => alive() && refused("commit"));
    world.store = store;
    world.engine = createEngine({
      store,
      clock,
      wait: (ms, wake) => clock.wait(ms, () => alive() && wake()),
      ids: { next: (prefix) => `${prefix}_${++counter}` },
      sha256: (text) => createHash("sha256").update(text).digest("hex"),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      fault: (name) => {
        if (!alive()) return;
        if (world.killAt(name)) {
          life++;
          throw new Killed(name);
        }
        refused(name);
      },
      settings: () => world.settings,
      changed: () => undefined,
      broken: (error) => {
        if (alive()) throw error;
      },
      agent: {
        think: (run, brief, thinking, signal) => {
          // A process that died answers nobody.
          const whileAlive = async <T>(answer: Promise<T>): Promise<T> => {
            const answered = await answer;
            return alive() ? answered : new Promise<T>(() => undefined);
          };
          const decideArrived: DecideArrived = async (events) => {
            const decided = events.map(({ id }, at) => [id, world.think(events[at] as ClaimedEvent)] as const);
            const [died] = decided.filter(([, decision]) => typeof decision === "string");
            const failure =
              died === undefined
                ? null
                : { kind: "died" as const, event: died[0], sentence: "The agent process died." };
            const fine = decided.filter((one): one is [number, EventDecision] => typeof one[1] !== "string");
            return { decisions: new Map(fine), failure };
          };
          const guarded: Thinking = {
            ask: (body) => whileAlive(thinking.ask(body)),
            append: (entry) => whileAlive(alive() ? thinking.append(entry, decideArrived) : Promise.resolve(null)),
            callTool: (event, request) => whileAlive(thinking.callTool(event, request)),
          };
          return world.thinker(run, brief, guarded, signal);
        },
        run: async (_run, events, signal, callTool): Promise<AgentReport> => {
          world.runs.push(events.map((event) => event.source_id));
          const decisions = new Map<number, EventDecision>();
          for (const event of events) {
            await world.work(event, (request) => callTool(event.id, request));
            const decision = world.think(event);
            if (decision === "hang") {
              await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
              return { decisions, failure: { kind: "stopped", event: event.id, sentence: "The run was stopped." } };
            }
            if (decision === "unavailable") {
              return {
                decisions,
                failure: { kind: "unavailable", event: null, sentence: "The agent process did not start." },
              };
            }
            if (decision === "die") {
              return { decisions, failure: { kind: "died", event: event.id, sentence: "The agent process died." } };
            }
            decisions.set(event.id, decision);
          }
          return { decisions, failure: null };
        },
      },
      secondOpinion: { look: (call) => world.secondOpinion.look(call) },
      models: {
        chosen: () => world.models.chosen(),
        ask: (request, signal) => world.models.ask(request, signal),
      },
      tools: {
        specs: () => world.specs,
        check: (tool, args) => world.check(tool, args),
        call: async (call, signal) => {
          world.called.push(call);
          const outcome = await world.act(call, signal);
          return alive() ? outcome : new Promise<ToolOutcome>(() => undefined);
        },
      },
      listening: {
        own: (event) => world.listening?.own(event) ?? false,
        hear: (event) => world.listening?.hear(event) ?? (() => ({ text: "Heard.", offer: null })),
        watched: () => world.listening?.watched() ?? true,
      },
      channel: {
        send: async (delivery) => {
          if (!alive()) return new Promise(() => undefined);
          world.sent.push(delivery);
          return { ok: true };
        },
      },
    });
    world.engine.start();
  }

  world.crash = async () => {
    life++;
    world.store.close();
    begin();
    await clock.settle();
  };
  world.restart = async () => {
    world.engine.stop();
    world.store.close();
    begin();
    await clock.settle();
  };
  world.rows = (sql, ...bound) => world.store.prepare(sql).all(...bound) as never;
  world.event = (sourceId) =>
    world.store
      .prepare("select id, status, attempts, outcome, error from inbox where source_id = ?")
      .get(sourceId) as never;
  world.give = (sourceId, more = {}) => {
    world.engine.ingestAll([
      {
        source: "github",
        source_id: sourceId,
        kind: "github",
        event: "issues",
        payload: "{}",
        trust: "untrusted",
        ...more,
      },
    ]);
  };
  world.end = () => {
    life++;
    world.store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  begin();
  open.push(world);
  await clock.settle();
  return world;
}
