// A real database with rows written by hand, for the tests of the views. The writers of these rows have their own tests.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, type Store } from "../../../../app/main/engine/store/store.ts";

type Value = string | number | null;

export interface Filled {
  store: Store;
  /** Inserts one row and gives its rowid. */
  put(table: string, row: Record<string, Value>): number;
  close(): void;
}

export function openFilled(): Filled {
  const folder = mkdtempSync(join(tmpdir(), "nightjar-views-"));
  const store = openStore(join(folder, "a.db"));
  return {
    store,
    put(table, row) {
      const names = Object.keys(row);
      const marks = names.map(() => "?").join(", ");
      const sql = `insert into ${table} (${names.join(", ")}) values (${marks})`;
      return Number(store.prepare(sql).run(...Object.values(row)).lastInsertRowid);
    },
    close() {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A tool call with its event and session; gives the event's id. */
export function putCall(
  db: Filled,
  call: { id: string; event?: Record<string, Value>; call?: Record<string, Value> },
): number {
  const event = db.put("inbox", { source: "github", source_id: `e-${call.id}`, payload: "{}", ...call.event });
  db.put("tool_calls", {
    id: call.id,
    session: "s1",
    event,
    step: 1,
    call_index: 0,
    tool: "http.request",
    arguments: '{"method":"PUT","url":"https://api.github.com/x"}',
    call_hash: `hash-${call.id}`,
    title: "Merge?",
    effect_key: `key-${call.id}`,
    repeatable: 1,
    decision: "ask",
    decision_reason: "effects ask by default",
    status: "waiting",
    written_at: 100,
    ...call.call,
  });
  return event;
}

export function putApproval(db: Filled, approval: { id: string; call: string; event: number } & Record<string, Value>) {
  const { call, ...rest } = approval;
  db.put("approvals", {
    tool_call: call,
    session: "s1",
    kind: "call",
    title: "Merge?",
    call_hash: `hash-${call}`,
    window: 14_400,
    asked_at: 100,
    due: 14_500,
    ...rest,
  });
}
