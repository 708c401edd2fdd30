// Rule 11: one commit per turn of the event loop, each delivery its own outcome.
import { expect, test } from "vitest";
import type { NewEvent } from "../../../app/main/engine/inbox/events.ts";
import { createEndOfTurn, createSharedCommit, type IngestOutcome } from "../../../app/main/webhooks/batch.ts";

const event = (source_id: string): NewEvent => ({
  source: "s",
  source_id,
  payload: "{}",
  kind: "token",
  event: null,
  trust: "untrusted",
});
const ok: IngestOutcome = { ok: true, result: "stored" };

test("what is added in one turn is committed together, in order, and what comes later apart", async () => {
  const commits: string[][] = [];
  const commit = createSharedCommit((events) => {
    commits.push(events.map(({ source_id }) => source_id));
    return events.map(() => ok);
  }, setImmediate);
  expect(await Promise.all([commit.add(event("1")), commit.add(event("2"))])).toEqual([ok, ok]);
  expect(await commit.add(event("3"))).toEqual(ok);
  expect(commits).toEqual([["1", "2"], ["3"]]);
});

test("one that fails fails alone", async () => {
  const bad: IngestOutcome = { ok: false, error: new Error("no") };
  const commit = createSharedCommit(
    (events) => events.map(({ source_id }) => (source_id === "2" ? bad : ok)),
    setImmediate,
  );
  const outcomes = await Promise.all(["1", "2", "3"].map((id) => commit.add(event(id))));
  expect(outcomes).toEqual([ok, bad, ok]);
});

test("a commit that throws, or forgets one, fails those it concerns and not the next", async () => {
  let how: "throw" | "forget" | "work" = "throw";
  const commit = createSharedCommit((events) => {
    if (how === "throw") throw new Error("disk full");
    return how === "forget" ? [ok] : events.map(() => ok);
  }, setImmediate);
  const both = () => Promise.all([commit.add(event("1")), commit.add(event("2"))]);
  expect((await both()).map((outcome) => outcome.ok)).toEqual([false, false]);
  how = "forget";
  expect((await both()).map((outcome) => outcome.ok)).toEqual([true, false]);
  how = "work";
  expect((await both()).map((outcome) => outcome.ok)).toEqual([true, true]);
});

test("flush commits at once, and its end of turn finds nothing left", async () => {
  let commits = 0;
  let end = () => {};
  const commit = createSharedCommit(
    (events) => {
      commits++;
      return events.map(() => ok);
    },
    (flush) => {
      end = flush;
    },
  );
  const outcome = commit.add(event("1"));
  commit.flush();
  expect(await outcome).toEqual(ok);
  end();
  expect(commits).toBe(1);
});

test("the end of a turn comes at once when nobody connects, and after 32 turns at the latest when somebody always does", async () => {
  const turnsUntilEnd = async (connects: (turn: number) => boolean) => {
    const { connected, endOfTurn } = createEndOfTurn();
    let ended = false;
    endOfTurn(() => {
      ended = true;
    });
    let turn = 0;
    while (!ended) {
      if (connects(turn)) connected();
      await new Promise(setImmediate);
      turn++;
    }
    return turn;
  };
  expect(await turnsUntilEnd(() => false)).toBe(1);
  expect(await turnsUntilEnd((turn) => turn < 3)).toBe(4);
  expect(await turnsUntilEnd(() => true)).toBe(33);
});
