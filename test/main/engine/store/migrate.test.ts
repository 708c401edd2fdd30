// A file from before a migration keeps what it held: questions and timers as they stood, in their order.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { createModelRequests } from "../../../../app/main/engine/sessions/model-requests.ts";
import { migrations } from "../../../../app/main/engine/store/migrate.ts";
import { openStore } from "../../../../app/main/engine/store/store.ts";

test("migration 4 keeps every question in its order, and an agent's timer stays untrusted", () => {
  const folder = mkdtempSync(join(tmpdir(), "nightjar-migrate-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "a.db");
  const before = new Database(path);
  for (const sql of migrations.slice(0, 3)) before.exec(sql);
  before.pragma("user_version = 3");
  before.exec(`
    insert into inbox (id, source, source_id) values (1, 's', 'e1');
    insert into tool_calls (id, session, event, step, call_index, tool, arguments, call_hash, title, effect_key, repeatable,
      decision, decision_reason, status, written_at)
    values ('c1', 's1', 1, 1, 0, 'http.request', '{}', 'h', 'T', 'k', 1, 'ask', '', 'waiting', 5);
    insert into approvals (rowid, id, tool_call, session, event, kind, title, call_hash, window, asked_at, due)
    values (7, 'z', 'c1', 's1', 1, 'call', 'T', 'h', 60, 5, 65);
    insert into approvals (rowid, id, tool_call, session, event, kind, title, call_hash, window, asked_at, answer, answered_at, words)
    values (9, 'a', 'c1', 's1', 1, 'unknown', 'T', 'h', 60, 5, 'leave', 6, 'so');
    insert into timers (id, due, origin) values ('t1', 100, 'agent'), ('t2', 100, 'config');
  `);
  before.close();
  const store = openStore(path);
  onTestFinished(() => store.close());
  expect(
    store.prepare("select rowid, id, kind, due, answer, words, asks, reply from approvals order by rowid").all(),
  ).toEqual([
    { rowid: 7, id: "z", kind: "call", due: 65, answer: null, words: null, asks: null, reply: null },
    { rowid: 9, id: "a", kind: "unknown", due: null, answer: "leave", words: "so", asks: null, reply: null },
  ]);
  expect(store.prepare("select id, trust, set_for from timers order by id").all()).toEqual([
    { id: "t1", trust: "untrusted", set_for: null },
    { id: "t2", trust: "trusted", set_for: null },
  ]);
  expect(store.integrity()).toBe("ok");
});

test("migration 5 opens a file of version 4 and keeps its requests", () => {
  const folder = mkdtempSync(join(tmpdir(), "nightjar-migrate-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "a.db");
  const before = new Database(path);
  for (const sql of migrations.slice(0, 4)) before.exec(sql);
  before.pragma("user_version = 4");
  before.exec("insert into model_tries (provider, model, started_at, input_tokens) values ('anthropic', 'm', 5, 7)");
  before.close();
  const store = openStore(path);
  onTestFinished(() => store.close());
  const requests = createModelRequests(store);
  expect(requests.spentSince(5)).toEqual({ tokens: 7, costMicros: 0 });
  expect(requests.waitOf("https://models.example/v1")).toBeNull();
});
