import { expect, test } from "vitest";
import { splitFresh } from "../../../app/renderer/activity/fresh.ts";
import { wayOf } from "../../../app/renderer/activity/way.ts";
import { detail, row } from "../fixtures/lists.ts";

const moment = (at: number) => `at ${at}`;

test("an event's way is told in the order it happened, ending with what became of it", () => {
  const steps = wayOf(detail(41), moment);
  expect(steps.map((step) => step.kind)).toEqual(["received", "run", "call", "approval", "finished"]);
  expect(steps.at(-1)).toMatchObject({ title: "Finished: asked you", bad: false });
});

test("a run that failed keeps its error, and a dead event says so", () => {
  const steps = wayOf(detail(31), moment);
  expect(steps.find((step) => step.kind === "run")).toMatchObject({ bad: true });
  expect(steps.at(-1)).toMatchObject({ kind: "finished", bad: true });
});

test("while the person has scrolled, newer rows are counted and not drawn; older ones that were loaded are drawn", () => {
  const rows = [9, 8, 7, 6].map((id) => row({ id }));
  expect(splitFresh(rows, 7)).toEqual({ shown: rows.slice(2), fresh: 2 });
  expect(splitFresh(rows, null)).toEqual({ shown: rows, fresh: 0 });
});

test("a message that is held was not told yet: only a sent one is", () => {
  const told = (sent: (number | null)[]) => {
    const messages = sent.map((sentAt, id) => ({ id, body: "Built.", created: 10, sentAt }));
    return wayOf({ ...detail(41), outcome: "message", messages }, moment).at(-1)?.title;
  };
  expect(told([20])).toBe("Finished: told you");
  expect(told([null])).toBe("Finished: to be told");
  expect(told([20, null])).toBe("Finished: to be told");
  expect(told([])).toBe("Finished: something to say");
});
