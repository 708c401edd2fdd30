// A disk that refuses stops the work, not the app: what was acknowledged stays, and all goes on when there is room again.
import { afterEach, expect, test } from "vitest";
import { storageTrouble } from "../../../app/main/engine/store/trouble.ts";
import type { ToolOutcome } from "../../../app/main/engine/worker/ports.ts";
import { createWorld, endWorlds, type World } from "../../support/engine.ts";
import { answerFirst, ask, later, waiting } from "../../support/cards.ts";

afterEach(endWorlds);

/** SQLite refuses to grow the file: what a full disk does. */
function fill(world: World, full: boolean): void {
  const pages = world.rows<{ page_count: number }>("pragma page_count")[0]?.page_count as number;
  world.store.prepare(`pragma max_page_count = ${full ? pages : 1_000_000}`).get();
}

test("a full disk is said, loses nothing that was acknowledged, and is got over by itself", async () => {
  const world = await createWorld();
  world.think = (event) => ({
    kind: "message",
    rule: "tells",
    text: `${event.source_id} ${"x".repeat(20_000)}`,
    urgent: false,
  });
  world.give("a");
  // The inbox has it; there is no room for what the run will say.
  fill(world, true);
  await world.clock.settle();
  expect(world.engine.status().trouble).toMatch(/disk is full.*every minute/);
  await world.clock.advance(300);
  expect(world.event("a").status).not.toBe("done");
  expect(() => world.give("b", { payload: JSON.stringify("y".repeat(50_000)) })).toThrow(/full/);
  fill(world, false);
  await world.clock.advance(120);
  expect(world.engine.status().trouble).toBeNull();
  expect(world.event("a").status).toBe("done");
  await world.clock.advance(7200);
  expect(world.sent.filter((delivery) => delivery.body.startsWith("a "))).toHaveLength(1);
  expect(world.rows("select id from inbox where source_id = 'b'")).toEqual([]);
});

test("an answer that came while the disk was full is kept and written later: no unknown, no second call", async () => {
  const world = await createWorld();
  world.think = ask("POST");
  world.give("a");
  await world.clock.settle();
  const answer = later<ToolOutcome>();
  world.act = () => answer.promise;
  await answerFirst(world, "yes");
  fill(world, true);
  answer.resolve({ kind: "done", result: { body: "z".repeat(50_000) }, summary: "answered 200" });
  await world.clock.settle();
  expect(world.engine.status().trouble).not.toBeNull();
  world.engine.suspend();
  world.engine.resume();
  fill(world, false);
  await world.clock.advance(120);
  expect(world.rows("select status, starts from tool_calls")).toEqual([{ status: "done", starts: 1 }]);
  expect(world.rows("select body from outbox")).toEqual([{ body: "Done: Do a?\nanswered 200" }]);
  expect(waiting(world)).toEqual([]);
  expect(world.called).toHaveLength(1);
});

test("waking, a jump and a start on a full disk are trouble too, never the end", async () => {
  const world = await createWorld();
  world.engine.timers.setFollowUp(
    { id: "f", due: world.clock.now() + 100, name: "f", origin: "person", payload: { x: "y".repeat(20_000) } },
    world.clock.now(),
  );
  world.engine.wake();
  fill(world, true);
  world.engine.suspend();
  await world.clock.sleep(200);
  world.engine.resume();
  await world.clock.settle();
  expect(world.engine.status().trouble).not.toBeNull();
  await world.clock.freeze(400);
  await world.clock.advance(61);
  fill(world, false);
  await world.clock.advance(120);
  expect(world.engine.status().trouble).toBeNull();
  expect(world.rows("select status from inbox where source = 'timer'")).toEqual([{ status: "done" }]);
});

test.each(["suspend", "freeze"] as const)(
  "events whose hand-back the disk refused (%s) get their attempt back later",
  async (how) => {
    const world = await createWorld();
    world.think = () => "hang";
    world.give("a");
    await world.clock.settle();
    world.think = () => ({ kind: "nothing", rule: null });
    // Only the commit that hands back is refused: the takeover that follows is not.
    let refusals = 1;
    world.refuse = (point) => (point === "commit" && refusals-- > 0 ? "SQLITE_FULL" : null);
    if (how === "suspend") {
      world.engine.suspend();
      await world.clock.sleep(300);
      world.engine.resume();
    } else await world.clock.freeze(300);
    await world.clock.advance(120);
    expect(refusals).toBeLessThanOrEqual(0);
    expect(world.event("a")).toMatchObject({ status: "done", attempts: 1 });
  },
);

test("a broken program is no trouble of the disk", () => {
  expect(storageTrouble(new Error("x is undefined"))).toBeNull();
  expect(storageTrouble(Object.assign(new Error("constraint"), { code: "SQLITE_CONSTRAINT_UNIQUE" }))).toBeNull();
  const io = (code: string) => storageTrouble(Object.assign(new Error("disk I/O error"), { code }));
  expect(io("SQLITE_IOERR_READ")).toContain("disk I/O error (SQLITE_IOERR_READ)");
  expect(io("SQLITE_IOERR_WRITE")).toContain("the disk is full, or takes nothing more (SQLITE_IOERR_WRITE)");
});
