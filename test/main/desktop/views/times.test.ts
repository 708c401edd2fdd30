import { expect, test } from "vitest";
import { atMomentText, clockTime, dayOf, knownZone, momentText } from "../../../../app/main/desktop/views/times.ts";

const at = (iso: string) => Date.parse(iso) / 1000;
const hours = (zone: string, iso: string) => {
  const day = dayOf(at(iso), zone);
  return (day.until - day.from) / 3600;
};

test("a day has 23 hours when the clocks go forward and 25 when they go back", () => {
  expect(hours("Europe/Lisbon", "2026-03-29T12:00:00Z")).toBe(23);
  expect(hours("Europe/Lisbon", "2026-10-25T12:00:00Z")).toBe(25);
  expect(hours("Europe/Lisbon", "2026-06-01T12:00:00Z")).toBe(24);
  expect(hours("Australia/Lord_Howe", "2026-10-03T22:00:00Z")).toBe(23.5);
});

test("a day begins at the zone's midnight, or where midnight does not exist at its first second", () => {
  expect(dayOf(at("2026-11-30T18:00:00Z"), "Asia/Kathmandu").from).toBe(at("2026-11-30T18:15:00Z") - 86_400);
  expect(dayOf(at("2026-11-30T18:15:00Z"), "Asia/Kathmandu").from).toBe(at("2026-11-30T18:15:00Z"));
  // Cairo skipped from 00:00 to 01:00 on this day.
  expect(clockTime(dayOf(at("2026-04-24T12:00:00Z"), "Africa/Cairo").from, "Africa/Cairo")).toBe("01:00");
});

test("moments are told as a person would", () => {
  const now = at("2026-11-30T17:00:00Z");
  const told = (iso: string) => momentText(at(iso), now, "Europe/Lisbon");
  expect(told("2026-11-30T17:07:59Z")).toBe("17:07");
  expect(told("2026-12-01T09:00:00Z")).toBe("tomorrow 09:00");
  expect(told("2026-11-29T23:59:59Z")).toBe("yesterday 23:59");
  expect(told("2026-12-04T09:00:00Z")).toBe("Friday 09:00");
  expect(told("2026-12-07T09:00:00Z")).toBe("7 December 09:00");
  expect(told("2027-01-02T09:00:00Z")).toBe("2 January 2027 09:00");
  expect(told("2026-11-20T09:00:00Z")).toBe("20 November 09:00");
  expect(atMomentText(at("2026-11-30T09:00:00Z"), now, "Europe/Lisbon")).toBe("at 09:00");
  expect(atMomentText(at("2026-11-29T09:00:00Z"), now, "Europe/Lisbon")).toBe("yesterday 09:00");
});

test("a zone this computer does not know is UTC", () => {
  expect(knownZone("Mars/Olympus")).toBe("UTC");
  expect(dayOf(86_400 + 5, "Mars/Olympus")).toEqual({ from: 86_400, until: 172_800 });
});
