// The design's invariants, checked against the database and against what the outside world saw.
import { expect } from "vitest";
import type { World } from "../support/engine.ts";

/** What the outside saw, kept beside the database through every crash. */
export interface Outside {
  acknowledged: Set<string>;
  /** Effects that really happened, by effect key. */
  effects: Map<string, number>;
  /** “Do it again” answers, by effect key: each allows one more. */
  again: Map<string, number>;
  /** Effect keys of calls that the person changed: nothing happens under them. */
  gone: Set<string>;
  /** What a call should not have been, noticed when it reached the outside. */
  wrong: string[];
  generation: number;
}

export const createOutside = (): Outside => ({
  acknowledged: new Set(),
  effects: new Map(),
  again: new Map(),
  gone: new Set(),
  wrong: [],
  generation: 0,
});

/** The schedule of every random life: seven minutes past each hour. */
const hour = 3600;

/** Every occurrence up to now has its event, or is written down as missed, as its catch-up says. Clocks only go forward here. */
function checkTimers({ rows }: World): void {
  for (const { id, due, created_at, revision } of rows<{
    id: string;
    due: number;
    created_at: number;
    revision: number;
  }>("select id, due, created_at, revision from timers where kind = 'schedule' and done = 0")) {
    const first = Math.floor((created_at - 420) / hour + 1) * hour + 420;
    const events = rows<{ n: number }>(
      "select count(*) as n from inbox where source_id like ?",
      `${id}@${revision}@%`,
    )[0];
    const misses = rows<{ missed: number; made: number }>(
      "select coalesce(sum(missed), 0) as missed, coalesce(sum(made), 0) as made from timer_misses where timer = ?",
      id,
    )[0];
    expect(
      (events?.n ?? 0) - (misses?.made ?? 0) + (misses?.missed ?? 0),
      "every occurrence has its event or its miss",
    ).toBe((due - first) / hour);
  }
}

/** Throws (with the broken invariant's name) when one does not hold. */
export function checkInvariants(world: World, outside: Outside): void {
  const { rows } = world;
  expect(world.store.integrity(), "integrity_check").toBe("ok");

  const keys = rows<{ key: string; n: number }>(
    "select source || '/' || source_id as key, count(*) as n from inbox group by 1",
  );
  const stored = new Map(keys.map((row) => [row.key, row.n]));
  for (const key of outside.acknowledged) expect(stored.get(key), `acknowledged ${key} is in the inbox once`).toBe(1);

  const lease = rows<{ gen: number }>("select gen from lease")[0]?.gen ?? 0;
  expect(lease, "generations only rise").toBeGreaterThanOrEqual(outside.generation);
  outside.generation = lease;

  expect(
    rows("select id from inbox where status = 'running' and claim_gen <> ?", lease),
    "running events are leased",
  ).toEqual([]);
  expect(
    rows("select id, attempts from inbox where attempts > 3 or attempts < 0"),
    "attempts within the limit",
  ).toEqual([]);
  expect(
    rows("select o.id from outbox o join inbox i on i.id = o.event where o.kind = 'message' and i.status <> 'done'"),
    "a message's event finished with it",
  ).toEqual([]);
  expect(
    rows(
      `select t.id from tool_calls t join approvals a on a.tool_call = t.id
       where a.kind = 'call' and a.answer in ('no', 'expired') and t.starts > a.starts
         and not exists (select 1 from approvals b
           where b.tool_call = t.id and b.answer in ('yes', 'again') and b.rowid > a.rowid)`,
    ),
    "denied or expired calls never start",
  ).toEqual([]);

  expect(
    rows(
      `select t.id, t.status from tool_calls t
       where t.status = 'waiting' and not exists (select 1 from approvals a left join inbox i on i.source = 'approval' and i.source_id = a.id
           where a.tool_call = t.id and (a.answer is null or i.status in ('pending', 'running', 'dead')))`,
    ),
    "a call that waits has a card or an answer",
  ).toEqual([]);
  expect(
    rows(
      `select e.id from inbox e where e.outcome = 'deferred' and e.kind <> 'approval'
         and not exists (select 1 from approvals a where a.event = e.id)`,
    ),
    "an event that ended with a question has left one",
  ).toEqual([]);
  expect(
    rows(
      `select a.id from approvals a left join approvals b on b.id = a.replaced_by
       where a.replaced_by is not null and (a.answer <> 'no' or b.id is null or b.tool_call = a.tool_call)`,
    ),
    "a changed call's question left for that of another call",
  ).toEqual([]);

  const repeatable = new Map(
    rows<{ effect_key: string; repeatable: number }>("select effect_key, repeatable from tool_calls").map((row) => [
      row.effect_key,
      row.repeatable,
    ]),
  );
  const approved = new Set(
    rows<{ effect_key: string }>(
      `select t.effect_key from tool_calls t join approvals a on a.tool_call = t.id where a.answer in ('yes', 'again')`,
    ).map((row) => row.effect_key),
  );
  const allowed = new Set(
    rows<{ effect_key: string }>("select effect_key from tool_calls where decision = 'allow'").map(
      (row) => row.effect_key,
    ),
  );
  expect(outside.wrong, "what reached the outside was allowed or approved then, and the switch was on").toEqual([]);
  for (const [key, count] of outside.effects) {
    expect(approved.has(key) || allowed.has(key), `an effect of call ${key}, which nobody allowed`).toBe(true);
    if (repeatable.get(key) === 1) continue;
    expect(count, `one effect per effect key ${key}`).toBeLessThanOrEqual(1 + (outside.again.get(key) ?? 0));
  }

  expect(
    rows(
      `select a.id, a.answer, i.event from approvals a left join inbox i on i.source = 'approval' and i.source_id = a.id
       where (a.answer is null) <> (i.id is null) or i.event <> a.answer`,
    ),
    "an approval and its one event say the same",
  ).toEqual([]);
  expect(
    rows(
      `select s.id, s.status, s.closed_at,
         exists (select 1 from approvals a left join inbox i on i.source = 'approval' and i.source_id = a.id
           where a.session = s.id and (a.answer is null or i.status in ('pending', 'running'))) as waits,
         exists (select 1 from inbox i where i.session = s.id and i.status in ('pending', 'running')) as works
       from sessions s`,
    ).filter((row) => {
      const { status, waits, works, closed_at } = row as {
        status: string;
        waits: 0 | 1;
        works: 0 | 1;
        closed_at: number;
      };
      const truth = waits === 1 ? "waiting" : works === 1 ? "open" : "closed";
      return status !== truth || (closed_at === null) !== (status !== "closed");
    }),
    "a session waits exactly while a question or an answer of it does, and is closed exactly when nothing of it is left",
  ).toEqual([]);
  expect(
    rows("select id, due, asked_at from approvals where due is not null and due <= asked_at"),
    "every question leaves time for its answer",
  ).toEqual([]);
  checkTimers(world);
  expect(
    rows("select id from outbox where kind <> 'reply' and sent_at is not null and delivery is null"),
    "what was sent has a delivery",
  ).toEqual([]);
}

/** Each message reached the person once, or in a delivery marked as possibly repeated. */
export function checkDelivered(world: World): void {
  const times = new Map<number, number>();
  for (const delivery of world.sent) times.set(delivery.id, (times.get(delivery.id) ?? 0) + 1);
  const repeated = new Set(
    world.rows<{ id: number }>("select id from deliveries where repeated > 0").map((row) => row.id),
  );
  for (const [id, count] of times) {
    expect(count, `delivery ${id} arrived once unless marked`).toBeLessThanOrEqual(repeated.has(id) ? 2 : 1);
  }
}
