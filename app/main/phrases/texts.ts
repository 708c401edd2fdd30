// Every sentence about times in words. Promises: short, plain, with what to say instead. Refuses: to decide anything.
import type { Temporal } from "temporal-polyfill";
import { monthNames, weekdayNames } from "./words.ts";

const two = (n: number) => String(n).padStart(2, "0");
export const timeText = (hour: number, minute: number): string => `${two(hour)}:${two(minute)}`;
export const clockText = ({ hour, minute }: { hour: number; minute: number }): string => timeText(hour, minute);

/** "11 December 2026": understood again, and by everyone. */
export const fullDate = (date: Temporal.PlainDate): string => `${date.day} ${monthNames[date.month - 1]} ${date.year}`;

/** "Friday 11 December", with the year where it is another. */
export function dayText(date: Temporal.PlainDate, today: Temporal.PlainDate): string {
  const year = date.year === today.year ? "" : ` ${date.year}`;
  return `${weekdayNames[date.dayOfWeek - 1]} ${date.day} ${monthNames[date.month - 1]}${year}`;
}

/** "1st", "22nd", "13th". */
export function ordinalText(n: number): string {
  const ending = n > 10 && n < 14 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${ending}`;
}

export const texts = {
  tooLong: (max: number) => `This is longer than ${max} characters: say it more briefly, or in parts.`,
  noSuchTime: (hour: number, minute: number) =>
    `There is no ${hour}:${two(minute)} on a clock. Say a time from 0:00 to 23:59.`,
  noSuchDay: (day: number, month: string, year: number | null) =>
    `There is no ${day} ${month}${year === null ? "" : ` ${year}`}. Say another day.`,
  cannotRepeat: (what: string) =>
    `“${what.trim()}” can't be a repeat: schedules know days of the week and of the month, not every second or third of them. Say, for example, “every Monday at 9” or “on the 1st and 15th of every month at 9”.`,
  everyNothing: (what: string) => `“${what.trim()}” never comes. Say how often, such as “every 15 minutes”.`,
  tooOften: "More often than every minute is more than anybody can hear. Say a longer time.",
  past: (what: string) => `“${what.trim()}” is over. Reminders are for what is still to come.`,
  passed: (what: string) => `${what} has passed. Say a moment that is still to come.`,
  now: "That is now. Say a moment that is still to come.",
  tooFar: "That is more than ten years away. Say an earlier moment.",
  notHere: "This line makes reminders and changes none: change or delete one with the buttons beside it.",
  unread: (what: string) =>
    `“${what.trim()}” is not understood. Say the moment itself, such as “on Friday at 17:00”, without it.`,
  noEnd: (what: string) =>
    `Repeats have no beginning or end of their own, so “${what.trim()}” can't be kept. Leave it out, and delete the repeat when it is over.`,
  twoMoments: "This says two moments that don't go together. Say one.",
  mixedDays: "A repeat is on days of the week or on days of the month, not both. Make two of it.",
  mixedMinutes: "One repeat can only have times of the same minute, such as 9:30 and 17:30. Make two of it.",
  bothWays: "This says both how often and a time of day. Say one of them.",
  timesDiffer: (count: number, given: number) =>
    `This says ${count} times a day and gives ${given} ${given === 1 ? "time" : "times"}. Make them fit.`,
  notInPart: (time: string, part: string) =>
    `${time} is not ${part === "night" ? "at night" : `in the ${part}`}. Say one of them.`,
  neverComes: "No such day ever comes. Say another one.",
  ask: {
    when: "When?",
    time: "At what time?",
    timeOn: (day: string) => `At what time on ${day}?`,
    morningOrEvening: (hour: number, minute: number) =>
      `${hour}${minute === 0 ? "" : `:${two(minute)}`} in the morning or in the afternoon?`,
    passedToday: (time: string) => `${time} has passed today. When then?`,
    half: "Which time is meant?",
    order: "Which day is meant?",
    nextWeekday: (words: string) => `Which day is “${words}”?`,
    sameWeekday: (weekday: string) => `Today is ${weekday}. Which one is meant?`,
    midnight: (day: string) => `At the beginning of ${day}, or at its end?`,
    place: (name: string) => `Which clock is “${name}”? No such place is known here; give the city whose time it is.`,
    places: (name: string) => `“${name}” has more than one clock. Which one?`,
    day: "On which day?",
    weekday: "On which day of the week?",
    monthDay: "On which day of the month?",
    yearDay: "On which day of the year?",
    weekdayDate: (date: string, weekday: string) => `${date} is no ${weekday}. Which is meant?`,
    soon: "When exactly?",
    oneTime: "One reminder is for one moment. Which?",
    part: (part: string) => (part === "night" ? "At what time at night?" : `At what time in the ${part}?`),
    times: "At what times?",
    orText: (words: string) => `Is “${words}” when to remind you, or part of what to say?`,
    guess: (words: string) => `Not sure what “${words}” means. Is it this?`,
  },
  choice: {
    yourClock: "By your clock",
    startOf: (day: string) => `00:00 as ${day} begins`,
    endOf: (day: string) => `24:00 as ${day} ends`,
    placeTime: (name: string) => `${name} time`,
  },
  note: {
    gap: (time: string, day: string, taken: string) =>
      `The clocks go forward over ${time} on ${day}: it will be ${taken}.`,
    fold: (time: string, day: string) => `The clocks go back on ${day}, and ${time} comes twice: it is the first.`,
    nextYear: (day: string, year: number) => `${day} has passed this year: this is in ${year}.`,
    nextMonth: (day: string, month: string) => `${day} has passed: this is in ${month}.`,
    shortMonths: (day: number) => `Months without a ${ordinalText(day)} are left out.`,
    leapYears: "29 February comes in leap years only.",
    monthEnd: (day: string) => `That month is shorter: it is ${day}.`,
    otherDay: (zone: string, day: string) => `It is ${day} in ${zone} now.`,
  },
};
