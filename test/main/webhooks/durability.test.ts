// Rule 11 over HTTP: a 2xx is on disk, concurrent deliveries share a commit, one that fails in it fails alone.
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { githubHeaders, openRig, post, type Rig } from "./rig.ts";

let rig: Rig;
beforeEach(async () => {
  rig = await openRig();
});
afterEach(() => rig.close());

const send = (id: string, body = JSON.stringify({ id })) =>
  post(rig.port, "/hooks/github", githubHeaders(body, id), body);
const ids = () => rig.rows().map(({ source_id }) => source_id);

test("what was answered 202 is committed: another connection sees it", async () => {
  expect((await send("d-1")).status).toBe(202);
  const other = new Database(rig.store.path, { readonly: true });
  expect(other.prepare("select count(*) n from inbox").get()).toEqual({ n: 1 });
  other.close();
});

test("the answer comes after the commit, never before", async () => {
  const order: string[] = [];
  rig.instead.ingestAll = (events) => {
    const outcomes = rig.inbox.ingestAll(events, 1);
    order.push("committed");
    return outcomes;
  };
  await send("d-1").then(() => order.push("answered"));
  expect(order).toEqual(["committed", "answered"]);
});

test("a hundred at once: each once, in fewer commits than deliveries", async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => send(`d-${at}`)));
  expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(202));
  expect(new Set(ids()).size).toBe(100);
  expect(rig.batches.reduce((sum, size) => sum + size, 0)).toBe(100);
  expect(rig.batches.length).toBeLessThan(50);
});

test("the same one twenty times at once: one row, one 202, the rest repeats", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => send("d-1")));
  const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
  expect(statuses).toEqual([...Array(19).fill(200), 202]);
  expect(rig.rows()).toMatchObject([{ source_id: "d-1", redelivered: 19 }]);
});

test("a row the database refuses fails alone: 503 to its sender, the others are stored", async () => {
  rig.store
    .prepare("create trigger no before insert on inbox when new.source_id = 'd-7' begin select raise(abort, 'no'); end")
    .run();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => send(`d-${at}`)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, (_, at) => (at === 7 ? 503 : 202)));
  expect(ids()).toHaveLength(19);
  expect(ids()).not.toContain("d-7");
  expect(rig.log.filter(({ level }) => level === "error")).toHaveLength(1);
});

test("a full disk: 503, nothing on disk; with room again the sender's next try is stored", async () => {
  const pages = rig.store.prepare<{ page_count: number }>("pragma page_count").get()?.page_count ?? 0;
  rig.store.prepare(`pragma max_page_count = ${pages + 2}`).get();
  const large = (id: string) => JSON.stringify({ id, pad: "x".repeat(30_000) });
  const answers = await Promise.all(["d-1", "d-2", "d-3"].map((id) => send(id, large(id))));
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(answers[0]?.headers["retry-after"]).toBe("5");
  expect(rig.rows()).toEqual([]);
  rig.store.prepare("pragma max_page_count = 1000000").get();
  expect((await send("d-1", large("d-1"))).status).toBe(202);
});

test("an engine that is broken as a whole: 503 to all, and the listener lives", async () => {
  rig.instead.ingestAll = () => {
    throw new Error("closed");
  };
  const answers = await Promise.all(["a", "b"].map((id) => send(id)));
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  rig.instead.ingestAll = null;
  expect((await send("a")).status).toBe(202);
});
