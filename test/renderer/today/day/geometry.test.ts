import { expect, test } from "vitest";
import { asides, hourMarks, position } from "../../../../app/renderer/today/day/geometry.ts";

const hours = (from: number, count: number) => ({ from, until: from + count * 3600 });
const percents = (day: { from: number; until: number }, zone: string) =>
  hourMarks(day, zone).map(({ percent }) => Math.round(percent * 10) / 10);

test("an ordinary day has its hours in quarters", () => {
  expect(percents(hours(Date.UTC(2026, 10, 30) / 1000, 24), "Europe/Lisbon")).toEqual([0, 25, 50, 75, 100]);
});

test("on a day of 23 hours six o'clock comes after five hours", () => {
  const day = hours(Date.UTC(2026, 2, 28, 23) / 1000, 23);
  expect(percents(day, "Europe/Berlin")).toEqual([0, 5, 11, 17, 23].map((hour) => Math.round((hour / 23) * 1000) / 10));
});

test("on a day of 25 hours six o'clock comes after seven hours", () => {
  const day = hours(Date.UTC(2026, 9, 24, 22) / 1000, 25);
  expect(percents(day, "Europe/Berlin")).toEqual([0, 7, 13, 19, 25].map((hour) => Math.round((hour / 25) * 1000) / 10));
});

test("what lies outside the day stands at its edge", () => {
  const day = hours(0, 24);
  expect([position(-5, day), position(43_200, day), position(1e9, day)]).toEqual([0, 50, 100]);
});

test("marks of one moment stand side by side around it; those with room stay", () => {
  expect(asides([100, 100, 300])).toEqual([-6, 6, 0]);
  expect(asides([100, 103, 106, 300])).toEqual([-9, 0, 9, 0]);
  expect(asides([])).toEqual([]);
});

test("a group that spreads onto its neighbour takes it along", () => {
  const places = [100, 100, 110];
  const drawn = asides(places).map((aside, index) => (places[index] ?? 0) + aside);
  expect((drawn[1] ?? 0) - (drawn[0] ?? 0)).toBeCloseTo(12);
  expect((drawn[2] ?? 0) - (drawn[1] ?? 0)).toBeCloseTo(12);
});

test("no mark leaves its moment by more than 14 pixels, in whatever crowd, and the order stays", () => {
  const places = Array.from({ length: 40 }, () => 200);
  const moved = asides(places);
  expect([Math.min(...moved), Math.max(...moved)]).toEqual([-14, 14]);
  expect(moved).toEqual(moved.toSorted((a, b) => a - b));
});
