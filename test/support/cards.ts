// What the tests of the design's rules share: cards, answers, and calls whose end a test decides.
import type { ClaimedEvent } from "../../app/main/engine/inbox/events.ts";
import type { EventDecision, ToolOutcome } from "../../app/main/engine/worker/ports.ts";
import type { World } from "./engine.ts";

export const hour = 3600;

export const ask =
  (method: string, windowSeconds: number | null = null) =>
  (event: ClaimedEvent): EventDecision => ({
    kind: "deferred",
    rule: "asks",
    title: `Do ${event.source_id}?`,
    tool: "http.request",
    arguments: { method, url: "https://api.test/thing" },
    windowSeconds,
  });

export const generation = (world: World) => world.rows<{ gen: number }>("select gen from lease")[0]?.gen ?? 0;
export const waiting = (world: World) =>
  world.rows<{ id: string; call_hash: string; kind: string; title: string; due: number | null }>(
    "select id, call_hash, kind, title, due from approvals where answer is null order by rowid",
  );
export async function answerFirst(world: World, answer: "yes" | "no" | "did" | "again" | "leave") {
  const card = waiting(world)[0];
  if (card === undefined) throw new Error("No card is waiting.");
  const standing = world.engine.answer(card.id, card.call_hash, answer, "window");
  await world.clock.settle();
  return standing;
}
/** A promise the test resolves itself: a call whose answer has not come yet. */
export function later<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
export const done: ToolOutcome = { kind: "done", result: { status: 200 }, summary: "answered 200" };
