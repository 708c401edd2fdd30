import { onceTable, type Place, winter } from "./support.ts";

onceTable("elapsed", winter, [
  ["in 20 minutes", "2026-12-01T10:35:30+01:00"],
  ["remind me in 20 minutes to call the bank", "2026-12-01T10:35:30+01:00", "call the bank"],
  ["remind me to call the bank in 20 minutes", "2026-12-01T10:35:30+01:00", "call the bank"],
  ["in an hour", "2026-12-01T11:15:30+01:00"],
  ["In half an hour: stretch", "2026-12-01T10:45:30+01:00", "stretch"],
  ["in an hour and a half, tea", "2026-12-01T11:45:30+01:00", "tea"],
  ["in 1.5 hours", "2026-12-01T11:45:30+01:00"],
  ["in a quarter of an hour", "2026-12-01T10:30:30+01:00"],
  ["in 2 hours and 30 minutes", "2026-12-01T12:45:30+01:00"],
  ["in 1h30m tea", "2026-12-01T11:45:30+01:00", "tea"],
  ["in 45 seconds", "2026-12-01T10:16:15+01:00"],
  ["in ten minutes take the bread out", "2026-12-01T10:25:30+01:00", "take the bread out"],
  ["5 minutes from now", "2026-12-01T10:20:30+01:00"],
  ["in 24 hours", "2026-12-02T10:15:30+01:00"],
  ["please remind me in 90 mins to move the car", "2026-12-01T11:45:30+01:00", "move the car"],
  [
    "remind me in 20 minutes to call Bob about the 5pm meeting",
    "2026-12-01T10:35:30+01:00",
    "call Bob about the 5pm meeting",
  ],
]);

onceTable("days and weeks", winter, [
  ["in 3 days", "2026-12-04T10:15:00+01:00"],
  ["in 3 days at 9", "2026-12-04T09:00:00+01:00"],
  ["in a week at 9 pay rent", "2026-12-08T09:00:00+01:00", "pay rent"],
  ["in a fortnight at noon", "2026-12-15T12:00:00+01:00"],
  ["3 weeks from now at 10", "2026-12-22T10:00:00+01:00"],
  ["in 2 months at 9", "2027-02-01T09:00:00+01:00"],
  ["in a year at 9", "2027-12-01T09:00:00+01:00"],
  ["tomorrow at 9 call mum", "2026-12-02T09:00:00+01:00", "call mum"],
  ["call mum tomorrow at 9", "2026-12-02T09:00:00+01:00", "call mum"],
  ["tomorrow at noon", "2026-12-02T12:00:00+01:00"],
  ["the day after tomorrow at 9", "2026-12-03T09:00:00+01:00"],
  ["today at 17:00", "2026-12-01T17:00:00+01:00"],
  ["tomorrow, 9 am: dentist", "2026-12-02T09:00:00+01:00", "dentist"],
  ["Tomorrow remind me at 8pm to water the plants", "2026-12-02T20:00:00+01:00", "water the plants"],
  [
    "remind me to call Bob tomorrow about the contract at 5pm",
    "2026-12-02T17:00:00+01:00",
    "call Bob about the contract",
  ],
  ["tomorrow morning at 8", "2026-12-02T08:00:00+01:00"],
  ["tomorrow at 12:30 at Central Station", "2026-12-02T12:30:00+01:00", "at Central Station"],
]);

onceTable("clock times", winter, [
  ["at 5pm", "2026-12-01T17:00:00+01:00"],
  ["at 5 p.m. tea", "2026-12-01T17:00:00+01:00", "tea"],
  ["at 11", "2026-12-01T11:00:00+01:00"],
  ["at 17:30", "2026-12-01T17:30:00+01:00"],
  ["at 17h30", "2026-12-01T17:30:00+01:00"],
  ["at 1730", "2026-12-01T17:30:00+01:00"],
  ["17:00 stand-up", "2026-12-01T17:00:00+01:00", "stand-up"],
  ["at noon", "2026-12-01T12:00:00+01:00"],
  ["at midnight", "2026-12-02T00:00:00+01:00"],
  ["at 24:00", "2026-12-02T00:00:00+01:00"],
  ["tonight at 8", "2026-12-01T20:00:00+01:00"],
  ["at 8 tonight", "2026-12-01T20:00:00+01:00"],
  ["this evening at 7:30 film", "2026-12-01T19:30:00+01:00", "film"],
  ["at 5 in the afternoon", "2026-12-01T17:00:00+01:00"],
  ["at 11 at night", "2026-12-01T23:00:00+01:00"],
  ["half past 8 tomorrow", "2026-12-02T08:30:00+01:00"],
  ["ten to 9 tomorrow", "2026-12-02T08:50:00+01:00"],
  ["at quarter to five pm", "2026-12-01T16:45:00+01:00"],
  ["tomorrow at a quarter past 1 pm", "2026-12-02T13:15:00+01:00"],
  ["tomorrow at ten o'clock", "2026-12-02T10:00:00+01:00"],
  ["at 12", "2026-12-01T12:00:00+01:00"],
  ["tomorrow at 05:00", "2026-12-02T05:00:00+01:00"],
]);

onceTable("weekdays and dates", winter, [
  ["Friday at 17:00", "2026-12-04T17:00:00+01:00"],
  ["on monday at 9 gym", "2026-12-07T09:00:00+01:00", "gym"],
  ["this Sunday at 10:00", "2026-12-06T10:00:00+01:00"],
  ["Tuesday next week at 9", "2026-12-08T09:00:00+01:00"],
  ["Friday 4 December at 9", "2026-12-04T09:00:00+01:00"],
  ["on 24 December at 18:00 presents", "2026-12-24T18:00:00+01:00", "presents"],
  ["Dec 24th, 2027 at 6pm", "2027-12-24T18:00:00+01:00"],
  ["the 24th of December at 18:00", "2026-12-24T18:00:00+01:00"],
  ["on the 24th at 9", "2026-12-24T09:00:00+01:00"],
  ["2 January at 9", "2027-01-02T09:00:00+01:00"],
  ["30 November at 9", "2027-11-30T09:00:00+01:00", "", "30 November has passed this year"],
  ["on 13/04 at 9", "2027-04-13T09:00:00+02:00"],
  ["15.1.2027 at 8:00", "2027-01-15T08:00:00+01:00"],
  ["2027-01-15 at 08:00", "2027-01-15T08:00:00+01:00"],
  ["the 5th of next month at 9", "2027-01-05T09:00:00+01:00"],
  ["end of the month at 12", "2026-12-31T12:00:00+01:00"],
  ["on the first Monday of next month at 9", "2027-01-04T09:00:00+01:00"],
  ["29 February at 9", "2028-02-29T09:00:00+01:00"],
  ["remind me that rent is due on the 3rd at 9", "2026-12-03T09:00:00+01:00", "rent is due"],
]);

// Lisbon and London are at +00:00 in winter, New York at -05:00, Tokyo at +09:00, Kolkata at +05:30, Sydney at +11:00 in summer.
onceTable("other clocks", winter, [
  ["tomorrow at 9 in Lisbon", "2026-12-02T09:00:00+00:00"],
  ["tomorrow at 9 in New York", "2026-12-02T09:00:00-05:00"],
  ["at 17:00 London time", "2026-12-01T17:00:00+00:00"],
  ["tomorrow at 9 in Tokyo call the office", "2026-12-02T09:00:00+09:00", "call the office"],
  ["tomorrow at 10:00 PST", "2026-12-02T10:00:00-08:00"],
  ["tomorrow at 9 UTC", "2026-12-02T09:00:00Z"],
  ["tomorrow at 9 UTC+2", "2026-12-02T09:00:00+02:00"],
  ["tomorrow at 9 (America/Sao_Paulo)", "2026-12-02T09:00:00-03:00"],
  ["Friday at 9 in Mumbai", "2026-12-04T09:00:00+05:30"],
  ["Friday at 9 in Sydney", "2026-12-04T09:00:00+11:00"],
  ["tomorrow in Lisbon at 9", "2026-12-02T09:00:00+00:00"],
  ["tomorrow at 9 my time", "2026-12-02T09:00:00+01:00"],
  ["remind me to meet Ana in Lisbon tomorrow at 9", "2026-12-02T09:00:00+01:00", "meet Ana in Lisbon"],
  ["tomorrow at 9 in the kitchen", "2026-12-02T09:00:00+01:00", "in the kitchen"],
  ["12 July 2027 at 9 in Lisbon", "2027-07-12T09:00:00+01:00"],
  ["12 July 2027 at 9 in Lord Howe Island", "2027-07-12T09:00:00+10:30"],
]);

const late: Place = { now: "2026-12-01T23:30:00+01:00", home: "Europe/Berlin" };
// It is Wednesday in Tokyo by then, and still Tuesday in Los Angeles.
onceTable("another day elsewhere", late, [
  ["tomorrow at 9 in Tokyo", "2026-12-03T09:00:00+09:00", "", "It is Wednesday 2 December in Tokyo now"],
  ["today at 9 in Tokyo", "2026-12-02T09:00:00+09:00", "", "Wednesday"],
  ["today at 20:00 in Los Angeles", "2026-12-01T20:00:00-08:00"],
]);

const beforeSpring: Place = { now: "2027-03-26T12:00:00+01:00", home: "Europe/Berlin" };
// On Sunday 28 March 2027 the clocks go from 02:00 (+01:00) to 03:00 (+02:00).
onceTable("Europe in spring", beforeSpring, [
  ["on Sunday at 02:30", "2027-03-28T03:00:00+02:00", "", "go forward over 02:30"],
  ["on Sunday at 02:00", "2027-03-28T03:00:00+02:00", "", "go forward over 02:00"],
  ["on Sunday at 01:59", "2027-03-28T01:59:00+01:00"],
  ["on Sunday at 03:00", "2027-03-28T03:00:00+02:00"],
  ["in 48 hours", "2027-03-28T13:00:00+02:00"],
  ["in 2 days", "2027-03-28T12:00:00+02:00"],
  ["in 39 hours", "2027-03-28T04:00:00+02:00"],
]);

const beforeAutumn: Place = { now: "2027-10-29T12:00:00+02:00", home: "Europe/Berlin" };
// On Sunday 31 October 2027 they go from 03:00 (+02:00) back to 02:00 (+01:00).
onceTable("Europe in autumn", beforeAutumn, [
  ["on Sunday at 02:30", "2027-10-31T02:30:00+02:00", "", "02:30 comes twice"],
  ["on Sunday at 03:00", "2027-10-31T03:00:00+01:00"],
  ["in 2 days", "2027-10-31T12:00:00+01:00"],
  ["in 48 hours", "2027-10-31T11:00:00+01:00"],
]);

const newYork: Place = { now: "2027-03-12T12:00:00-05:00", home: "America/New_York" };
// 14 March 2027: 02:00 (-05:00) to 03:00 (-04:00). 7 November 2027: 02:00 (-04:00) to 01:00 (-05:00).
onceTable("America", newYork, [
  ["on Sunday at 02:30", "2027-03-14T03:00:00-04:00", "", "go forward"],
  ["on Sunday at 9", "2027-03-14T09:00:00-04:00"],
  ["7 November at 01:30", "2027-11-07T01:30:00-04:00", "", "comes twice"],
  ["7 November at 02:30", "2027-11-07T02:30:00-05:00"],
  ["in 2 days at 9 in Berlin", "2027-03-14T09:00:00+01:00"],
]);

const lordHowe: Place = { now: "2027-04-02T12:00:00+11:00", home: "Australia/Lord_Howe" };
// Half an hour: 4 April 2027 02:00 (+11:00) back to 01:30 (+10:30); 3 October 2027 02:00 (+10:30) to 02:30 (+11:00).
onceTable("Lord Howe's half hour", lordHowe, [
  ["on Sunday at 01:45", "2027-04-04T01:45:00+11:00", "", "comes twice"],
  ["on Sunday at 01:15", "2027-04-04T01:15:00+11:00"],
  ["on Sunday at 02:00", "2027-04-04T02:00:00+10:30"],
  ["3 October at 02:15", "2027-10-03T02:30:00+11:00", "", "it will be 02:30"],
  ["3 October at 02:30", "2027-10-03T02:30:00+11:00"],
  ["in 48 hours", "2027-04-04T11:30:00+10:30"],
]);

const santiago: Place = { now: "2027-09-03T12:00:00-04:00", home: "America/Santiago" };
// On Sunday 5 September 2027 the clocks go from 00:00 (-04:00) to 01:00 (-03:00): that day begins at one.
onceTable("the southern half", santiago, [
  ["on Sunday at 00:30", "2027-09-05T01:00:00-03:00", "", "it will be 01:00"],
  ["on Sunday at 9", "2027-09-05T09:00:00-03:00"],
  // Auckland: 26 September 2027, 02:00 (+12:00) to 03:00 (+13:00). Sydney: 3 October 2027, 02:00 (+10:00) to 03:00 (+11:00).
  ["26 September at 02:30 in Auckland", "2027-09-26T03:00:00+13:00", "", "go forward"],
  ["3 October at 02:30 in Sydney", "2027-10-03T03:00:00+11:00", "", "go forward"],
  ["2 April 2028 at 02:30 in Sydney", "2028-04-02T02:30:00+11:00", "", "comes twice"],
]);
