import { expect, test } from "vitest";
import { createFormat } from "../../../app/renderer/format.ts";
import { elsewhere } from "../../../app/renderer/timers/elsewhere.ts";

const nine = Date.UTC(2026, 11, 1, 9) / 1000;
const lisbon = { zone: "Europe/Lisbon", next: [nine] };

test("a rule of another zone is told by both clocks", () => {
  expect(elsewhere(lisbon, createFormat("America/Sao_Paulo"))).toEqual({
    zone: "Europe/Lisbon",
    here: "06:00",
    there: "09:00",
  });
});

test("where the day differs too, it is said", () => {
  const evening = { zone: "Europe/Lisbon", next: [nine + 6 * 3600] };
  expect(elsewhere(evening, createFormat("Pacific/Auckland"))).toEqual({
    zone: "Europe/Lisbon",
    here: "Wed 2 Dec, 04:00",
    there: "Tue 1 Dec, 15:00",
  });
});

test("nothing needs saying in the person's own zone, without a zone, or where the clocks agree", () => {
  const own = createFormat("Europe/Lisbon");
  expect(elsewhere(lisbon, own)).toBeNull();
  expect(elsewhere({ ...lisbon, zone: null }, own)).toBeNull();
  expect(elsewhere({ ...lisbon, zone: "Europe/London" }, own)).toBeNull();
});

test("the first occurrence on which the clocks differ is taken: they may agree until one of them changes", () => {
  const summer = Date.UTC(2026, 6, 1, 9) / 1000;
  const reykjavik = { zone: "Atlantic/Reykjavik", next: [nine, summer] };
  expect(elsewhere(reykjavik, createFormat("Europe/Lisbon"))).toMatchObject({ here: "10:00", there: "09:00" });
});
