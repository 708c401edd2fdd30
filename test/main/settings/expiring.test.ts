import { expect, test } from "vitest";
import { daysBetween, isDay } from "../../../app/main/settings/days.ts";
import { expiring } from "../../../app/main/settings/expiring.ts";

const source = (name: string, expiresOn: string | null) => ({
  ...{
    name,
    kind: "github" as const,
    secret: "env:X",
    nextSecret: null,
    identicalBodies: "twin" as const,
    duringRun: "next" as const,
    urgent: [],
  },
  expiresOn,
});
const credential = (name: string, expiresOn: string | null) => ({
  ...{ name, secret: "env:X", header: { name: "Authorization", value: "{secret}" }, destinations: [] },
  expiresOn,
});
const stages = (today: string, ...days: string[]) =>
  expiring({ sources: days.map((day, at) => source(`s${at}`, day)), credentials: [] }, today).map(
    ({ stage, daysLeft }) => [stage, daysLeft],
  );

test("fourteen days, three days, the day itself: each stage begins on its day and not before", () => {
  expect(stages("2027-02-28", "2027-03-15")).toEqual([]);
  expect(stages("2027-03-01", "2027-03-15")).toEqual([["within_14_days", 14]]);
  expect(stages("2027-03-11", "2027-03-15")).toEqual([["within_14_days", 4]]);
  expect(stages("2027-03-12", "2027-03-15")).toEqual([["within_3_days", 3]]);
  expect(stages("2027-03-14", "2027-03-15")).toEqual([["within_3_days", 1]]);
  expect(stages("2027-03-15", "2027-03-15")).toEqual([["expired", 0]]);
  expect(stages("2028-03-15", "2027-03-15")).toEqual([["expired", -366]]);
});

test("sources and credentials by name, the soonest first; what has no day is left out", () => {
  const settings = {
    sources: [source("github", "2027-03-10"), source("shell", null), source("far", "2029-01-01")],
    credentials: [credential("github", "2027-03-02"), credential("stripe", null), credential("old", "2026-12-31")],
  };
  expect(expiring(settings, "2027-03-01")).toEqual([
    { what: "credential", name: "old", expiresOn: "2026-12-31", daysLeft: -60, stage: "expired" },
    { what: "credential", name: "github", expiresOn: "2027-03-02", daysLeft: 1, stage: "within_3_days" },
    { what: "source", name: "github", expiresOn: "2027-03-10", daysLeft: 9, stage: "within_14_days" },
  ]);
});

test("days are those of the calendar", () => {
  for (const day of ["2027-03-01", "2028-02-29", "2027-12-31"]) expect([day, isDay(day)]).toEqual([day, true]);
  for (const text of ["2027-02-29", "2027-13-01", "2027-00-10", "2027-3-1", "27-03-01", "2027-03-01T00:00", "", "soon"])
    expect([text, isDay(text)]).toEqual([text, false]);
  expect([daysBetween("2027-03-27", "2027-03-29"), daysBetween("2028-02-28", "2028-03-01")]).toEqual([2, 2]);
  expect(() => expiring({ sources: [source("a", "2027-03-01")], credentials: [] }, "today")).toThrow(/today/);
});
