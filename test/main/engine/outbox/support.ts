// An outbox on a real file with a clock that is set, a channel that is told how to answer, and cards that want announcing.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDispatcher, type OutboxSettings } from "../../../../app/main/engine/outbox/dispatcher.ts";
import { createOutbox, type NewMessage } from "../../../../app/main/engine/outbox/outbox.ts";
import type { ApprovalNotices, Delivery } from "../../../../app/main/engine/outbox/ports.ts";
import { openStore, type Store } from "../../../../app/main/engine/store/store.ts";

/** Memory where the system has it: thousands of commits are made here, and no power is cut. */
const shelf = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export interface Card {
  id: string;
  title: string;
  due: number | null;
  lastCallAt: number | null;
  notice: number | null;
  lastCall: number | null;
}

export class Crash extends Error {}

export interface DeliveryRow {
  id: number;
  kind: string;
  title: string;
  body: string;
  status: string;
  started_at: number;
  sent_at: number | null;
  repeated: number;
  error: string | null;
}

export function bench() {
  const folder = mkdtempSync(join(shelf, "nightjar-outbox-"));
  const path = join(folder, "nightjar.db");
  const seen: (Delivery & { at: number })[] = [];
  const cards: Card[] = [];
  const gone: Card[] = [];
  const settings: OutboxSettings = { gapSeconds: 3600, quiet: null, zone: "UTC" };
  const world = {
    now: 1_000_000,
    seen,
    cards,
    /** Cards that were answered or ran out: nobody asks for them any more. */
    gone,
    settings,
    /** How the channel answers; `onSend` looks at the world while it sends. */
    off: false,
    answer: { ok: true } as { ok: true } | { ok: false; error: string },
    onSend: (() => undefined) as (delivery: Delivery) => void | Promise<void>,
    /** A fault point at which the process dies. */
    crashAt: null as string | null,
    changes: 0,
    store: openStore(path),
    path,
    say: (body: string, more: Partial<NewMessage> = {}): number =>
      outbox().enqueue({ ...plain, body, ...more }, world.now),
    outbox: () => outbox(),
    /** The bodies the person saw, in order. */
    bodies: () => seen.map(({ body }) => body),
    rows: () => world.store.prepare<DeliveryRow>("select * from deliveries order by id").all(),
    messages: () =>
      world.store
        .prepare<{ id: number; body: string; sent_at: number | null; delivery: number | null }>(
          "select id, body, sent_at, delivery from outbox order by id",
        )
        .all(),
    /** A new dispatcher on a newly opened file: what a restart is. */
    restart() {
      dispatcher.stop();
      world.store.close();
      world.store = openStore(path);
      dispatcher = make(world.store);
      return dispatcher;
    },
    dispatcher: () => dispatcher,
    /** Lets the dispatcher do what is due, at the moments it asks for, until `until`. */
    async live(until: number) {
      for (;;) {
        const at = dispatcher.nextAt(world.now);
        if (at === null || at > until) break;
        world.now = Math.max(world.now, at);
        await dispatcher.dispatch();
      }
      world.now = until;
    },
    quietNight() {
      settings.quiet = { fromMinute: 22 * 60, untilMinute: 7 * 60 };
      world.now = Date.parse("2025-06-02T23:00Z") / 1000;
    },
    close() {
      dispatcher.stop();
      world.store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const plain = { urgent: false, kind: "message", event: null, session: null, run: null, rule: null } as const;
  const outbox = () => createOutbox(world.store);
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

  const notices: ApprovalNotices = {
    unannounced: () => cards.filter((card) => card.notice === null),
    lastCalls: (now) =>
      cards.filter((c) => c.notice !== null && c.lastCall === null && c.lastCallAt !== null && c.lastCallAt <= now),
    nextLastCallAt() {
      const moments = cards
        .filter((c) => c.lastCall === null && c.lastCallAt !== null)
        .map((c) => c.lastCallAt as number);
      return moments.length === 0 ? null : Math.min(...moments);
    },
    mark(kind, ids, delivery) {
      for (const card of cards) if (ids.includes(card.id)) card[kind === "approval" ? "notice" : "lastCall"] = delivery;
    },
    standing(delivery) {
      const announced = cards.filter((c) => c.notice === delivery || c.lastCall === delivery).length + gone.length;
      return { announced, waiting: announced - gone.length };
    },
    unmark(delivery) {
      for (const card of cards) {
        if (card.notice === delivery) card.notice = null;
        if (card.lastCall === delivery) card.lastCall = null;
      }
    },
  };

  const make = (store: Store) =>
    createDispatcher({
      store,
      clock: { now: () => world.now, monotonic: () => 0 },
      channel: {
        async send(delivery) {
          await world.onSend(delivery);
          if (world.answer.ok) seen.push({ ...delivery, at: world.now });
          return world.answer;
        },
      },
      notices,
      settings: () => settings,
      off: () => world.off,
      log: silent,
      fault(name) {
        if (name === world.crashAt) throw new Crash(name);
      },
      changed: () => {
        world.changes++;
      },
    });
  let dispatcher = make(world.store);
  return world;
}

export function card(id: string, more: Partial<Card> = {}): Card {
  return { id, title: `${id}?`, due: null, lastCallAt: null, notice: null, lastCall: null, ...more };
}

/** The length of the gap in these tests, and the morning after the quiet night. */
export const gap = 3600;
export const seven = Date.parse("2025-06-03T07:00Z") / 1000;
