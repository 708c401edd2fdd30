// A schedule or a moment in words. Promises: words made from what stands, not from what was typed, and understood again as the same; a
// pattern beyond these words is shown as it is. Refuses: to round.
import { clockText, dayText, fullDate, ordinalText, timeText } from "./texts.ts";
import { zoneName } from "./places.ts";
import { hereAt, wallAt } from "./wall.ts";
import { monthNames, weekdayNames } from "./words.ts";

const number = /^\d{1,2}$/;
const numbers = /^\d{1,2}(?:,\d{1,2})*$/;
const joined = (words: readonly string[]) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
const weekdayName = (cronDay: string) => weekdayNames[(Number(cronDay) + 6) % 7] ?? cronDay;

/** "every weekday at 09:00"; null for a pattern that these words don't reach. */
export function cronInWords(cron: string): string | null {
  const [minute = "", hour = "", dayOfMonth = "", month = "", dayOfWeek = ""] = cron.trim().split(/\s+/);
  const days = daysInWords(dayOfMonth, month, dayOfWeek);
  if (days === null) return null;
  if (number.test(minute) && numbers.test(hour)) {
    const times = hour.split(",").map((one) => timeText(Number(one), Number(minute)));
    return `${days} at ${joined(times)}`;
  }
  const step = stepInWords(minute, hour);
  if (step === null) return null;
  return days === "every day" ? step : /^every (?:weekday|[A-Z])/.test(days) ? `${step}, ${days}` : null;
}

function daysInWords(dayOfMonth: string, month: string, dayOfWeek: string): string | null {
  if (dayOfMonth === "*" && month === "*") return weekdaysInWords(dayOfWeek);
  if (dayOfWeek !== "*") return null;
  if (month === "*") return monthDaysInWords(dayOfMonth);
  const name = number.test(month) ? monthNames[Number(month) - 1] : undefined;
  return name === undefined || !number.test(dayOfMonth) ? null : `every year on ${Number(dayOfMonth)} ${name}`;
}

function weekdaysInWords(field: string): string | null {
  if (field === "*") return "every day";
  if (field === "1-5") return "every weekday";
  if (/^(?:0,6|6,0|6,7)$/.test(field)) return "every weekend day";
  if (/^[0-7](?:,[0-7])*$/.test(field)) {
    const days = field.split(",").sort((a, b) => ((Number(a) + 6) % 7) - ((Number(b) + 6) % 7));
    return `every ${joined(days.map(weekdayName))}`;
  }
  const nth = /^([0-7])#([1-4L])$/.exec(field);
  if (nth === null) return null;
  const which = { "1": "first", "2": "second", "3": "third", "4": "fourth", L: "last" }[nth[2] ?? ""];
  return which === undefined ? null : `on the ${which} ${weekdayName(nth[1] ?? "")} of every month`;
}

function monthDaysInWords(field: string): string | null {
  if (field === "L") return "on the last day of every month";
  if (field === "LW") return "on the last working day of every month";
  if (!/^(?:\d{1,2}|L)(?:,(?:\d{1,2}|L))*$/.test(field)) return null;
  const days = field.split(",").map((day) => (day === "L" ? "last day" : ordinalText(Number(day))));
  return `every month on ${joined(days.map((day) => `the ${day}`))}`;
}

function stepInWords(minute: string, hour: string): string | null {
  const minutes = minute === "*" ? 1 : Number(/^\*\/(\d{1,2})$/.exec(minute)?.[1] ?? Number.NaN);
  const range = /^(\d{1,2})-(\d{1,2})$/.exec(hour);
  if (!Number.isNaN(minutes)) {
    const step = minutes === 1 ? "every minute" : `every ${minutes} minutes`;
    if (hour === "*") return step;
    return range === null
      ? null
      : `${step} from ${timeText(Number(range[1]), 0)} to ${timeText(Number(range[2]) + 1, 0)}`;
  }
  if (minute !== "0") return null;
  if (hour === "*") return "every hour";
  if (range !== null) return `every hour from ${timeText(Number(range[1]), 0)} to ${timeText(Number(range[2]), 0)}`;
  const hours = /^\*\/(\d{1,2})$/.exec(hour)?.[1];
  return hours === undefined ? null : `every ${Number(hours)} hours`;
}

/** "every 90 minutes". */
export function intervalInWords(seconds: number): string {
  const [size, unit] = seconds % 3600 === 0 ? [3600, "hour"] : seconds % 60 === 0 ? [60, "minute"] : [1, "second"];
  const n = seconds / size;
  return n === 1 ? `every ${unit}` : `every ${n.toLocaleString("en").replaceAll(",", "")} ${unit}s`;
}

/** Whose clock it is, where it is not the person's: ", Lisbon time". */
export function zoneInWords(zone: string, home: string): string {
  if (zone === home) return "";
  const name = zoneName(zone);
  return /^UTC/.test(name) ? `, ${name}` : `, ${name} time`;
}

/** "on 4 December 2026 at 09:00", by the clock of `zone`. */
export function momentInWords(at: number, zone: string): string {
  const wall = wallAt(at, zone);
  return `on ${fullDate(wall.toPlainDate())} at ${clockText(wall)}`;
}

/** "Friday 4 December at 17:00", with seconds where there are some: for reading. */
export function momentToRead(at: number, now: number, zone: string): string {
  const wall = wallAt(at, zone);
  const seconds = wall.second === 0 ? "" : `:${String(wall.second).padStart(2, "0")}`;
  return `${dayText(wall.toPlainDate(), hereAt(now, zone).today)} at ${clockText(wall)}${seconds}`;
}
