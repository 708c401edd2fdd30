import { askTable, impossibleTable, type Place, winter } from "./support.ts";

const morning = (day: string) => [`${day}T07:00:00+01:00`, `${day}T08:00:00+01:00`, `${day}T09:00:00+01:00`];
const open = (day: string) => [`${day}T09:00:00+01:00`, `${day}T12:00:00+01:00`, `${day}T18:00:00+01:00`];

askTable("morning or evening", winter, [
  ["at 5", "5 in the morning or in the afternoon", ["2026-12-01T17:00:00+01:00", "2026-12-02T05:00:00+01:00"]],
  ["at 9", "09:00 has passed today", ["2026-12-01T21:00:00+01:00", "2026-12-02T09:00:00+01:00"]],
  ["at 9am", "09:00 has passed today", ["2026-12-02T09:00:00+01:00"]],
  ["today at 9", "09:00 has passed today", ["2026-12-01T21:00:00+01:00", "2026-12-02T09:00:00+01:00"]],
  ["tomorrow at 6:30", "6:30 in the morning", ["2026-12-02T06:30:00+01:00", "2026-12-02T18:30:00+01:00"]],
  ["wake me up at 6", "6 in the morning", ["2026-12-01T18:00:00+01:00", "2026-12-02T06:00:00+01:00"]],
  ["every day at 5", "5 in the morning", ["0 5 * * *", "0 17 * * *"]],
  [
    "at half 8 tomorrow",
    "Which time",
    [
      "2026-12-02T07:30:00+01:00",
      "2026-12-02T19:30:00+01:00",
      "2026-12-02T08:30:00+01:00",
      "2026-12-02T20:30:00+01:00",
    ],
  ],
  [
    "tomorrow at midnight",
    "At the beginning of Wednesday 2 December",
    ["2026-12-02T00:00:00+01:00", "2026-12-03T00:00:00+01:00"],
  ],
  ["at 11 and 17:00", "one moment", ["2026-12-01T11:00:00+01:00", "2026-12-01T17:00:00+01:00"]],
]);

askTable("which day", winter, [
  ["on 03/04 at 9", "Which day", ["2027-04-03T09:00:00+02:00", "2027-03-04T09:00:00+01:00"]],
  ["on 03/04/2028 at 9", "Which day", ["2028-04-03T09:00:00+02:00", "2028-03-04T09:00:00+01:00"]],
  ["next Friday at 17:00", "next Friday", ["2026-12-04T17:00:00+01:00", "2026-12-11T17:00:00+01:00"]],
  ["Tuesday at 17:00", "Today is Tuesday", ["2026-12-01T17:00:00+01:00", "2026-12-08T17:00:00+01:00"]],
  ["Tuesday at 08:00", "Today is Tuesday", ["2026-12-08T08:00:00+01:00"]],
  ["Monday 4 December at 9", "is no Monday", ["2026-12-04T09:00:00+01:00", "2026-12-07T09:00:00+01:00"]],
  [
    "next week at 9",
    "On which day",
    ["2026-12-07T09:00:00+01:00", "2026-12-09T09:00:00+01:00", "2026-12-11T09:00:00+01:00"],
  ],
  ["next weekend at 10", "On which day", ["2026-12-12T10:00:00+01:00", "2026-12-13T10:00:00+01:00"]],
  [
    "next month at 9",
    "On which day",
    ["2027-01-01T09:00:00+01:00", "2027-01-15T09:00:00+01:00", "2027-01-31T09:00:00+01:00"],
  ],
  [
    "remind me at 11 to call Bob tomorrow",
    "Is “tomorrow” when",
    ["2026-12-02T11:00:00+01:00", "2026-12-01T11:00:00+01:00"],
  ],
]);

const thursday: Place = { now: "2026-12-03T10:00:00+01:00", home: "Europe/Berlin" };
const friday: Place = { now: "2026-12-04T10:00:00+01:00", home: "Europe/Berlin" };
askTable("on a Thursday", thursday, [
  ["next Friday at 17:00", "next Friday", ["2026-12-04T17:00:00+01:00", "2026-12-11T17:00:00+01:00"]],
]);
askTable("on a Friday", friday, [
  ["next Friday at 17:00", "next Friday", ["2026-12-11T17:00:00+01:00", "2026-12-18T17:00:00+01:00"]],
  ["Friday at 17:00", "Today is Friday", ["2026-12-04T17:00:00+01:00", "2026-12-11T17:00:00+01:00"]],
]);

askTable("no time said", winter, [
  ["in the morning", "in the morning", morning("2026-12-02")],
  ["tomorrow morning", "in the morning", morning("2026-12-02")],
  [
    "this afternoon",
    "in the afternoon",
    ["2026-12-01T14:00:00+01:00", "2026-12-01T15:00:00+01:00", "2026-12-01T16:00:00+01:00"],
  ],
  ["tonight", "at night", ["2026-12-01T21:00:00+01:00", "2026-12-01T22:00:00+01:00", "2026-12-01T23:00:00+01:00"]],
  ["tomorrow", "At what time on Wednesday 2 December", open("2026-12-02")],
  ["remind me on friday to buy milk", "At what time on Friday", open("2026-12-04")],
  ["on 24 December", "At what time", open("2026-12-24")],
  ["every day", "At what time", ["0 9 * * *", "0 12 * * *", "0 18 * * *"]],
  ["every morning", "in the morning", ["0 7 * * *", "0 8 * * *", "0 9 * * *"]],
  ["every Monday", "At what time", ["0 9 * * 1", "0 12 * * 1", "0 18 * * 1"]],
  ["twice a day", "At what times", ["0 8,20 * * *", "0 9,17 * * *", "0 9,21 * * *"]],
  ["every week at 9", "day of the week", ["0 9 * * 2", "0 9 * * 1", "0 9 * * 5"]],
  ["every month at 9", "day of the month", ["0 9 1 * *", "0 9 15 * *", "0 9 L * *"]],
  ["every year at 9", "day of the year", ["0 9 1 12 *", "0 9 1 1 *"]],
  ["next week", "On which day", ["?", "?", "?"]],
  ["soon", "When exactly", ["2026-12-01T10:25:30+01:00", "2026-12-01T10:45:30+01:00", "2026-12-01T12:15:30+01:00"]],
  [
    "call Bob later",
    "When exactly",
    ["2026-12-01T10:25:30+01:00", "2026-12-01T10:45:30+01:00", "2026-12-01T12:15:30+01:00"],
  ],
  [
    "in a few minutes",
    "When exactly",
    ["2026-12-01T10:25:30+01:00", "2026-12-01T10:45:30+01:00", "2026-12-01T12:15:30+01:00"],
  ],
  ["call the bank", "When?", ["2026-12-01T10:35:30+01:00", "2026-12-02T09:00:00+01:00", "0 9 * * 1-5"]],
  ["before 5pm", "Is it this", ["2026-12-01T17:00:00+01:00"]],
  ["within an hour", "Is it this", ["2026-12-01T11:15:00+01:00"]],
]);

askTable("whose clock", winter, [
  ["tomorrow at 9 in Gotham", "Which clock is “Gotham”", ["2026-12-02T09:00:00+01:00"]],
  [
    "tomorrow at 9 IST",
    "more than one clock",
    ["2026-12-02T09:00:00+05:30", "2026-12-02T09:00:00+02:00", "2026-12-02T09:00:00+00:00"],
  ],
  ["tomorrow at 9 UTC+5:30", "Which clock", ["2026-12-02T09:00:00+01:00"]],
]);

impossibleTable("impossible", winter, [
  ["at 25:00", "There is no 25:00"],
  ["at 9:75", "There is no 9:75"],
  ["at 13pm", "There is no 13:00"],
  ["on 31 February at 9", "There is no 31 February"],
  ["on 29 February 2027 at 9", "There is no 29 February 2027"],
  ["31.4. at 9", "There is no 31 April"],
  ["on 99/99 at 9", "There is no"],
  ["yesterday at 9", "is over"],
  ["20 minutes ago", "is over"],
  ["last Friday at 9", "is over"],
  ["in -5 minutes", "is over"],
  ["2026-11-30 at 9", "has passed"],
  ["24 December 2020 at 9", "has passed"],
  ["in 0 minutes", "now"],
  ["in 1000 years", "ten years"],
  ["in 999999999 hours", "ten years"],
  ["at 18:00 in the morning", "not in the morning"],
  ["in 15 minutes and at 11", "two moments"],
  ["every 0 minutes", "never comes"],
  ["every 30 seconds", "More often"],
  ["every other day at 9", "can't be a repeat"],
  ["every other week on Monday at 9", "can't be a repeat"],
  ["every second Tuesday at 9", "can't be a repeat"],
  ["every 3 days at 9", "can't be a repeat"],
  ["biweekly on Monday at 9", "can't be a repeat"],
  ["every 2 weeks on Friday at 9", "can't be a repeat"],
  ["every day at 9 and 17:30", "same minute"],
  ["every Monday and the 15th at 9", "not both"],
  ["every 15 minutes at 9", "Say one of them"],
  ["three times a day at 9 and 17", "gives 2 times"],
  ["every day at 9 until Friday", "until Friday"],
  ["every day until Friday at 9", "until Friday"],
  ["every Monday at 9 in December", "in December"],
  ["every day at 9 for 3 weeks", "for 3 weeks"],
  ["every 31 February at 9", "There is no 31 February"],
  ["don't remind me at 9", "changes none"],
]);
