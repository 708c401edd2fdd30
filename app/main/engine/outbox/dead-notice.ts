// Saying that events died: one message, and while it is held the next death joins it (rule 3).
// Promises: nothing dies unseen. Refuses: a message per death.
import type { Store } from "../store/store.ts";
import * as sql from "./dead-statements.ts";

interface Newest {
  id: number;
  label: string;
  error: string;
}

export interface DeadNotice {
  /** Queues, or extends, the one message about the events that were just buried. Joins the transaction that buried them. */
  say(ids: readonly number[], now: number): void;
}

/** @param count how many died since the last delivery */
export function deadText(count: number, newest: { label: string; error: string }): string {
  const head =
    count === 1
      ? `An event could not be handled: ${newest.label}.`
      : `${count} events could not be handled, the last one ${newest.label}.`;
  return `${head}\n${newest.error}\nDead events shows what can be done.`;
}

export function createDeadNotice(store: Store): DeadNotice {
  const select = store.prepare<Newest>(sql.selectDeadEvent);
  const held = store.prepare<{ id: number; dead: number }>(sql.selectHeldDead);
  const insert = store.prepare(sql.insertDead);
  const replace = store.prepare(sql.replaceDead);
  return {
    say: (ids, now) => {
      const last = ids[ids.length - 1];
      const newest = last === undefined ? undefined : select.get({ id: last });
      if (newest === undefined) return;
      store.tx(() => {
        const known = held.get();
        const dead = (known?.dead ?? 0) + ids.length;
        const row = { body: deadText(dead, newest), dead, event: newest.id };
        if (known === undefined) insert.run({ ...row, now });
        else replace.run({ ...row, id: known.id });
      });
    },
  };
}
