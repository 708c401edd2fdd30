// A random life of the engine: deliveries, repeats, answers, changed calls, failures, crashes at fault points, a disk that refuses,
// sleep, clock jumps, late signals; permission rules that change, calls in runs, and the switch, off and on.
// After every step the design's invariants hold; with faults off, every queue drains. The seed is printed; bad ones are kept.
import { afterEach, expect, test } from "vitest";
import { storageTrouble } from "../../app/main/engine/store/trouble.ts";
import type { ToolOutcome } from "../../app/main/engine/worker/ports.ts";
import { createWorld, endWorlds, Killed, type World } from "../support/engine.ts";
import { createRandom, type Random } from "../support/random.ts";
import { checkDelivered, checkInvariants, createOutside, type Outside } from "./invariants.ts";
import { checkCall, cutBySwitch, randomArguments, randomRules } from "./permissions.ts";
import { keptSeeds } from "./seeds.ts";

afterEach(endWorlds);

const steps = 120;
/** Right after these the sender or the person has their answer; a disk can't take it back. */
const unhurt = new Set(["ingested", "answered"]);
const fresh = Array.from({ length: Number(process.env["SIMULATION_RUNS"] ?? 12) }, (_, n) => 1_000 + n);

function live(world: World, random: Random, outside: Outside): void {
  world.think = (event) => {
    const roll = random.below(12);
    if (roll < 4) return { kind: "nothing", rule: null };
    if (roll < 6)
      return { kind: "message", rule: "tells", text: `said ${event.source_id}`, urgent: random.chance(0.2) };
    if (roll < 9) {
      const windowSeconds = random.pick([null, 60, 600, 14_400]);
      return {
        kind: "deferred",
        rule: "asks",
        title: `Do ${event.source_id}?`,
        tool: "http.request",
        arguments: randomArguments(random, event.source_id),
        windowSeconds,
      };
    }
    if (roll < 10) return { kind: "failed", rule: "breaks", error: "The rule broke." };
    return roll < 11 ? "die" : "hang";
  };
  world.work = async (event, call) => {
    for (let index = random.chance(0.4) ? random.below(3) : 0; index > 0; index--) {
      const args = randomArguments(random, event.source_id);
      await call({ index, tool: "http.request", title: `In the run of ${event.source_id}`, arguments: args });
    }
  };
  world.act = (call): ToolOutcome | Promise<ToolOutcome> => {
    checkCall(world, call, outside);
    const happen = () => outside.effects.set(call.effectKey, (outside.effects.get(call.effectKey) ?? 0) + 1);
    const roll = random.below(10);
    if (roll < 5) {
      happen();
      return { kind: "done", result: { status: 200 }, summary: "answered 200" };
    }
    if (roll < 6) return { kind: "failed", error: "answered 409", result: { status: 409 }, retry: false };
    if (roll < 7)
      return {
        kind: "failed",
        error: "answered 503",
        result: { status: 503 },
        retry: call.arguments["method"] === "PUT",
      };
    if (roll < 8) return { kind: "transient", reason: "refused" };
    if (roll < 9) return cutBySwitch(world, random, happen);
    if (random.chance(0.5)) happen();
    return { kind: "unknown", reason: "cut after sending" };
  };
}

/** What a sender or the person asks for while the disk refuses: they hear of it, and nothing has happened. */
function unlessRefused<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (storageTrouble(error) === null) throw error;
    return null;
  }
}

/** Signals as a bad day brings them: doubled, late, in any order, with a real sleep among them or none. */
async function signals(world: World, random: Random): Promise<void> {
  for (let n = 1 + random.below(5); n > 0; n--) {
    if (random.chance(0.3)) await world.clock.sleep(random.below(3000));
    if (random.chance(0.3)) await world.clock.advance(random.pick([1, 5, 90]));
    world.engine[random.pick(["suspend", "resume"] as const)]();
  }
}

async function step(world: World, random: Random, outside: Outside, names: string[]): Promise<void> {
  switch (random.below(13)) {
    case 0:
    case 1: {
      const name = names.length > 0 && random.chance(0.2) ? random.pick(names) : `e${names.length}`;
      if (!names.includes(name)) names.push(name);
      unlessRefused(() => {
        world.give(name, random.chance(0.3) ? { trust: "trusted" } : {});
        outside.acknowledged.add(`github/${name}`);
      });
      break;
    }
    case 2:
    case 3: {
      const cards = world.rows<{ id: string; kind: string; call_hash: string; effect_key: string }>(
        "select a.id, a.kind, a.call_hash, t.effect_key from approvals a join tool_calls t on t.id = a.tool_call where a.answer is null",
      );
      if (cards.length === 0) break;
      const card = random.pick(cards);
      const answer =
        card.kind === "call"
          ? random.pick(["yes", "yes", "no"] as const)
          : random.pick(["did", "again", "leave"] as const);
      try {
        unlessRefused(() => world.engine.answer(card.id, card.call_hash, answer, "window"));
      } finally {
        // It may stand although the process died before it could say so.
        const [stored] = world.rows<{ answer: string | null }>("select answer from approvals where id = ?", card.id);
        if (stored?.answer === "again")
          outside.again.set(card.effect_key, (outside.again.get(card.effect_key) ?? 0) + 1);
      }
      break;
    }
    case 4:
      world.engine.suspend();
      await world.clock.sleep(random.below(4000));
      world.engine.resume();
      break;
    case 5:
      await world.clock[random.pick(["sleep", "freeze"] as const)](random.below(300));
      break;
    case 6: {
      const dead = world.rows<{ id: number }>("select id from inbox where status = 'dead'");
      if (dead.length > 0 && unlessRefused(() => world.engine.inbox.retry(random.pick(dead).id)) === true)
        world.engine.wake();
      break;
    }
    case 8:
      await signals(world, random);
      break;
    case 9: {
      const [card] = world.rows<{ id: string; call_hash: string; effect_key: string }>(
        `select a.id, a.call_hash, t.effect_key from approvals a join tool_calls t on t.id = a.tool_call
         where a.answer is null order by a.id limit 1 offset ${random.below(4)}`,
      );
      if (card === undefined) break;
      const args = randomArguments(random, "changed");
      const edited = await world.engine.edit(card.id, card.call_hash, args, "window").catch((error: unknown) => {
        if (error instanceof Killed || storageTrouble(error) === null) throw error;
        return null;
      });
      if (edited?.ok === true) outside.gone.add(card.effect_key);
      break;
    }
    case 10:
      world.settings = { ...world.settings, permissions: randomRules(random), autoMode: random.chance(0.3) };
      break;
    case 11:
      unlessRefused(() => world.engine.outgoing.set(random.chance(0.5), "window"));
      break;
    case 7:
      await (random.chance(0.5) ? world.crash() : world.restart());
      break;
    default:
      await world.clock.advance(random.pick([1, 30, 300, 4000, 20_000]));
  }
}

for (const seed of new Set([...keptSeeds, ...fresh])) {
  test(`a random life keeps every invariant and drains, seed ${seed}`, { timeout: 60_000 }, async () => {
    const random = createRandom(seed);
    // Apart, so that the rest of a kept seed's life is as it was.
    const stops = createRandom(seed + 1_000_000_007);
    const outside = createOutside();
    const names: string[] = [];
    const world = await createWorld({ gapSeconds: 1800 });
    const schedule = {
      name: "hourly",
      cron: "7 * * * *",
      zone: "Europe/Lisbon",
      everySeconds: null,
      catchUp: random.pick(["latest", "each", "skip"] as const),
      cap: 5,
    };
    world.engine.timers.syncSchedules([schedule], world.clock.now());
    live(world, random, outside);
    for (let n = 0; n < steps; n++) {
      // Now and then the process dies at the next fault point it passes.
      let killed = false;
      world.killAt = random.chance(0.15)
        ? () => {
            killed ||= random.chance(0.4);
            return killed;
          }
        : () => false;
      // And now and then the disk refuses some of the commits and what lies between them.
      const bad = random.chance(0.15) ? random.pick([0.1, 0.5, 1]) : 0;
      world.refuse = (point) =>
        bad > 0 && !unhurt.has(point) && random.chance(bad)
          ? random.pick(["SQLITE_FULL", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_WRITE"])
          : null;
      try {
        await step(world, random, outside, names);
        const run = world.engine.status().working?.run;
        if (run !== undefined && stops.chance(0.2)) void world.engine.stopRun({ run });
        await world.clock.settle();
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      world.killAt = () => false;
      world.refuse = () => null;
      if (killed) await world.crash();
      checkInvariants(world, outside);
    }

    // Faults off: everything ends well, and every queue drains. What waits to be cut is cut.
    world.engine.outgoing.set(true, "window");
    await world.clock.settle();
    world.engine.outgoing.set(false, "window");
    world.work = async () => undefined;
    world.think = () => ({ kind: "nothing", rule: null });
    world.act = (call) => {
      checkCall(world, call, outside);
      return { kind: "done", result: {}, summary: "answered 200" };
    };
    // Past the moment in which a suspend signal would count as a late one.
    await world.clock.advance(60);
    // A run that hangs has no time limit here (the agent host has one): sleep ends it.
    world.engine.suspend();
    world.engine.resume();
    await world.clock.settle();
    for (let round = 0; round < 10; round++) {
      for (const card of world.rows<{ id: string; kind: string; call_hash: string }>(
        "select id, kind, call_hash from approvals where answer is null",
      )) {
        world.engine.answer(card.id, card.call_hash, card.kind === "call" ? "no" : "leave", "window");
      }
      await world.clock.advance(9_000);
    }
    world.engine.timers.syncSchedules([], world.clock.now());
    await world.clock.advance(9_000);
    checkInvariants(world, outside);
    checkDelivered(world);
    expect(
      world.rows("select id, status from inbox where status in ('pending', 'running')"),
      "the inbox drains",
    ).toEqual([]);
    expect(world.rows("select id from inbox where held <> 0"), "nothing is held by a switch that is on").toEqual([]);
    expect(world.rows("select id from outbox where sent_at is null"), "the outbox drains").toEqual([]);
    expect(world.rows("select id from deliveries where status = 'sending'"), "no delivery is left half").toEqual([]);
    expect(
      // What was allowed and is safe to repeat is repeated by a run that still wants it, and by no other;
      // what only reads stays unknown when the person stopped its run; what they left as it is too, and so does what died of it until it is revived.
      world.rows(
        `select id, status from tool_calls t where status in ('started', 'unknown', 'waiting')
         and not (status = 'unknown' and repeatable = 1 and decision = 'allow')
         and not (status = 'unknown' and json_extract(facts, '$.reads') = 1
           and exists (select 1 from runs r where r.session = t.session and r.id >= t.run and r.halted = 'stopped'))
         and not (status = 'unknown'
           and exists (select 1 from approvals a where a.tool_call = t.id and a.answer = 'leave'))
         and not exists (select 1 from approvals a join inbox i on i.source = 'approval' and i.source_id = a.id
           where a.tool_call = t.id and i.status = 'dead')`,
      ),
      "every call has an end",
    ).toEqual([]);
  });
}
