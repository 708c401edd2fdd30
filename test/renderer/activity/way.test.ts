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
