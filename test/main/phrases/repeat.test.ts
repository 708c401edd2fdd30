import { expect, test } from "vitest";
import { meant, type Place, repeatTable, winter } from "./support.ts";

const berlin = "Europe/Berlin";

repeatTable("days of the week", winter, [
  [
    "every weekday at 9 in Lisbon",
    "0 9 * * 1-5",
    "Europe/Lisbon",
    [
      "2026-12-02T09:00:00+00:00",
      "2026-12-03T09:00:00+00:00",
      "2026-12-04T09:00:00+00:00",
      "2026-12-07T09:00:00+00:00",
    ],
  ],
  ["every day at 9", "0 9 * * *", berlin, ["2026-12-02T09:00:00+01:00", "2026-12-03T09:00:00+01:00"]],
  ["Remind me at 8am every day to take my pills", "0 8 * * *", berlin, ["2026-12-02T08:00:00+01:00"], "take my pills"],
  [
    "daily at 17:30 write the log",
    "30 17 * * *",
    berlin,
    ["2026-12-01T17:30:00+01:00", "2026-12-02T17:30:00+01:00"],
    "write the log",
  ],
  ["every morning at 7", "0 7 * * *", berlin, ["2026-12-02T07:00:00+01:00"]],
  ["every night at 10", "0 22 * * *", berlin, ["2026-12-01T22:00:00+01:00"]],
  ["every evening at 8 read", "0 20 * * *", berlin, ["2026-12-01T20:00:00+01:00"], "read"],
  [
    "Mondays at 10 standup",
    "0 10 * * 1",
    berlin,
    ["2026-12-07T10:00:00+01:00", "2026-12-14T10:00:00+01:00"],
    "standup",
  ],
  [
    "every Monday and Thursday at 7:30 gym",
    "30 7 * * 1,4",
    berlin,
    ["2026-12-03T07:30:00+01:00", "2026-12-07T07:30:00+01:00"],
    "gym",
  ],
  [
    "every Mon, Wed, Fri at 7:30",
    "30 7 * * 1,3,5",
    berlin,
    ["2026-12-02T07:30:00+01:00", "2026-12-04T07:30:00+01:00", "2026-12-07T07:30:00+01:00"],
  ],
  ["weekly on Friday at 16:00", "0 16 * * 5", berlin, ["2026-12-04T16:00:00+01:00", "2026-12-11T16:00:00+01:00"]],
  [
    "weekends at 10",
    "0 10 * * 0,6",
    berlin,
    ["2026-12-05T10:00:00+01:00", "2026-12-06T10:00:00+01:00", "2026-12-12T10:00:00+01:00"],
  ],
  ["every weekend at 10:00 swim", "0 10 * * 0,6", berlin, ["2026-12-05T10:00:00+01:00"], "swim"],
  ["weekday mornings at 8", "0 8 * * 1-5", berlin, ["2026-12-02T08:00:00+01:00"]],
  ["every Sunday at noon in Tokyo", "0 12 * * 0", "Asia/Tokyo", ["2026-12-06T12:00:00+09:00"]],
  [
    "remind me every Tuesday at 18:00 to take the bins out",
    "0 18 * * 2",
    berlin,
    ["2026-12-01T18:00:00+01:00", "2026-12-08T18:00:00+01:00"],
    "take the bins out",
  ],
]);

repeatTable("several times a day", winter, [
  ["twice a day at 9 and 17", "0 9,17 * * *", berlin, ["2026-12-01T17:00:00+01:00", "2026-12-02T09:00:00+01:00"]],
  ["every day at 9am and 9pm", "0 9,21 * * *", berlin, ["2026-12-01T21:00:00+01:00", "2026-12-02T09:00:00+01:00"]],
  [
    "every day at noon and midnight",
    "0 0,12 * * *",
    berlin,
    ["2026-12-01T12:00:00+01:00", "2026-12-02T00:00:00+01:00"],
  ],
  [
    "take pills every day at 8 in the morning and 6 in the evening",
    "0 8,18 * * *",
    berlin,
    ["2026-12-01T18:00:00+01:00", "2026-12-02T08:00:00+01:00"],
    "take pills",
  ],
  ["every 15 minutes", "*/15 * * * *", berlin, ["2026-12-01T10:30:00+01:00", "2026-12-01T10:45:00+01:00"]],
  [
    "every half hour drink water",
    "*/30 * * * *",
    berlin,
    ["2026-12-01T10:30:00+01:00", "2026-12-01T11:00:00+01:00"],
    "drink water",
  ],
  ["hourly", "0 * * * *", berlin, ["2026-12-01T11:00:00+01:00"]],
  ["every 2 hours", "0 */2 * * *", berlin, ["2026-12-01T12:00:00+01:00", "2026-12-01T14:00:00+01:00"]],
  [
    "every hour from 9 to 17 on weekdays",
    "0 9-17 * * 1-5",
    berlin,
    ["2026-12-01T11:00:00+01:00", "2026-12-01T12:00:00+01:00"],
  ],
  ["every 15 minutes from 9 to 17 on weekdays", "*/15 9-16 * * 1-5", berlin, ["2026-12-01T10:30:00+01:00"]],
]);

repeatTable("months and years", winter, [
  ["monthly on the 1st at 9", "0 9 1 * *", berlin, ["2027-01-01T09:00:00+01:00", "2027-02-01T09:00:00+01:00"]],
  [
    "pay rent every 1st at 11",
    "0 11 1 * *",
    berlin,
    ["2026-12-01T11:00:00+01:00", "2027-01-01T11:00:00+01:00"],
    "pay rent",
  ],
  [
    "every month on the 1st and 15th at 9",
    "0 9 1,15 * *",
    berlin,
    ["2026-12-15T09:00:00+01:00", "2027-01-01T09:00:00+01:00"],
  ],
  [
    "monthly on the 31st at 9",
    "0 9 31 * *",
    berlin,
    ["2026-12-31T09:00:00+01:00", "2027-01-31T09:00:00+01:00", "2027-03-31T09:00:00+02:00"],
    "",
    "without a 31st",
  ],
  [
    "last day of every month at 18:00",
    "0 18 L * *",
    berlin,
    ["2026-12-31T18:00:00+01:00", "2027-01-31T18:00:00+01:00", "2027-02-28T18:00:00+01:00"],
  ],
  [
    "on the last working day of every month at 16:00",
    "0 16 LW * *",
    berlin,
    ["2026-12-31T16:00:00+01:00", "2027-01-29T16:00:00+01:00"],
  ],
  [
    "every first Monday of the month at 10",
    "0 10 * * 1#1",
    berlin,
    ["2026-12-07T10:00:00+01:00", "2027-01-04T10:00:00+01:00"],
  ],
  [
    "every last Friday of the month at 16",
    "0 16 * * 5#L",
    berlin,
    ["2026-12-25T16:00:00+01:00", "2027-01-29T16:00:00+01:00"],
  ],
  ["every year on 24 December at 9", "0 9 24 12 *", berlin, ["2026-12-24T09:00:00+01:00", "2027-12-24T09:00:00+01:00"]],
  ["every December 24 at 9", "0 9 24 12 *", berlin, ["2026-12-24T09:00:00+01:00"]],
  [
    "every year on 29 February at 9",
    "0 9 29 2 *",
    berlin,
    ["2028-02-29T09:00:00+01:00", "2032-02-29T09:00:00+01:00"],
    "",
    "leap years",
  ],
]);

const beforeSpring: Place = { now: "2027-03-26T12:00:00+01:00", home: berlin };
repeatTable("through clock changes", beforeSpring, [
  ["every day at 9", "0 9 * * *", berlin, ["2027-03-27T09:00:00+01:00", "2027-03-28T09:00:00+02:00"]],
  [
    "every day at 02:30",
    "30 2 * * *",
    berlin,
    ["2027-03-27T02:30:00+01:00", "2027-03-28T03:00:00+02:00", "2027-03-29T02:30:00+02:00"],
    "",
    "go forward over 02:30 on Sunday 28 March",
  ],
  [
    "every Sunday at 02:30",
    "30 2 * * 0",
    berlin,
    ["2027-03-28T03:00:00+02:00", "2027-04-04T02:30:00+02:00"],
    "",
    "comes twice",
  ],
  ["every weekday at 02:30", "30 2 * * 1-5", berlin, ["2027-03-29T02:30:00+02:00"]],
  [
    "every day at 02:15 in Lord Howe",
    "15 2 * * *",
    "Australia/Lord_Howe",
    ["2027-03-27T02:15:00+11:00"],
    "",
    "it will be 02:30",
  ],
]);

test("what goes not evenly into an hour or a day is a true interval", () => {
  expect(meant("every 90 minutes", winter)).toMatchObject({ kind: "interval", everySeconds: 5400, text: "" });
  expect(meant("every 5 hours stretch", winter)).toMatchObject({
    kind: "interval",
    everySeconds: 18_000,
    text: "stretch",
  });
});
