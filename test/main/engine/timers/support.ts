// A store in a temporary folder with inbox and timers on it, and a look at the events that timers made.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInbox } from "../../../../app/main/engine/inbox/inbox.ts";
import { openStore } from "../../../../app/main/engine/store/store.ts";
import { createTimers } from "../../../../app/main/engine/timers/timers.ts";

/** Memory where the system has it: thousands of commits are made here, and no power is cut. */
const shelf = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export function bench() {
  const folder = mkdtempSync(join(shelf, "nightjar-timers-"));
  const store = openStore(join(folder, "nightjar.db"));
  const inbox = createInbox(store);
  const events = store.prepare<{
    source: string;
    source_id: string;
    payload: string;
    kind: string;
    event: string;
    trust: string;
  }>("select source, source_id, payload, kind, event, trust from inbox order by id");
  const misses = store.prepare<Record<string, number | string>>(
    "select timer, first_due, last_due, missed, made, late_by, cut, why from timer_misses order by id",
  );
  return {
    store,
    inbox,
    /** A new one each time: what a restart would see. */
    timers: () => createTimers({ store, inbox }),
    events: () => events.all().map((row) => ({ ...row, payload: JSON.parse(row.payload) as Record<string, unknown> })),
    misses: () => misses.all(),
    close() {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Seconds since the epoch of an ISO text with zone. */
export function at(iso: string): number {
  return Math.floor(Date.parse(iso) / 1000);
}
