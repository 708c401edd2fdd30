import { describe, expect, test } from "vitest";
import { createFormat, duration, shortDuration } from "../../app/renderer/format.ts";

const monday = Date.UTC(2026, 10, 30, 14, 41, 7) / 1000;

describe("times", () => {
  test("are told in the person's zone, by 24 hours, day before month", () => {
    const lisbon = createFormat("Europe/Lisbon");
    expect(lisbon.time(monday)).toBe("14:41");
    expect(lisbon.timeWithSeconds(monday)).toBe("14:41:07");
    expect(lisbon.day(monday)).toBe("Monday 30 November");
    expect(createFormat("Asia/Kathmandu").time(monday)).toBe("20:26");
  });

  test("midnight is 00:00, never 24:00", () => {
    expect(createFormat("UTC").time(Date.UTC(2026, 10, 30) / 1000)).toBe("00:00");
  });

  test("a moment names its day unless it is today, and its year when it is far", () => {
    const { moment } = createFormat("Europe/Lisbon");
    expect(moment(monday, monday + 3600)).toBe("14:41");
    expect(moment(monday, monday + 86_400)).toBe("Mon 30 Nov, 14:41");
    expect(moment(monday, monday + 400 * 86_400)).toBe("Mon 30 Nov 2026, 14:41");
  });

  test("today is the zone's today", () => {
    const { moment } = createFormat("Pacific/Auckland");
    // 14:41 UTC is already 1 December in Auckland.
    expect(moment(monday, Date.UTC(2026, 10, 30, 9) / 1000)).toBe("Tue 1 Dec, 03:41");
  });
});

describe("durations", () => {
  test.each([
    [0, "0 s"],
    [-5, "0 s"],
    [45, "45 s"],
    [60, "1 min"],
    [61, "1 min 1 s"],
    [3599, "59 min 59 s"],
    [3600, "1 h"],
    [5025, "1 h 23 min"],
    [86_400, "1 d"],
    [90_061, "1 d 1 h"],
    [86_401, "1 d"],
  ])("%i s is %s", (seconds, said) => expect(duration(seconds)).toBe(said));

  test.each([
    [0, "0 s"],
    [59.9, "59 s"],
    [60, "1 m"],
    [1719, "28 m"],
    [3600, "1 h"],
    [14_399, "3 h"],
    [200_000, "2 d"],
  ])("in a ring, %f s is %s", (seconds, said) => expect(shortDuration(seconds)).toBe(said));
});
