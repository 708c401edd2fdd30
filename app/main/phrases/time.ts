// The time of day that words say. Promises: a part of the day beside an hour settles it, or contradicts it and is told so.
// Refuses: to settle a bare hour by itself; that depends on the day, and on whether it repeats.
import { type Impossible, impossible } from "./ask.ts";
import { texts, timeText } from "./texts.ts";
import type { Part, Token } from "./tokens.ts";

/** `bare`: an hour of 1 to 12 without a word for its half of the day. */
export interface Clock {
  is: "sure" | "bare" | "midnight";
  hour: number;
  minute: number;
}

type ClockToken = Extract<Token, { kind: "clock" }>;
const midnight: Clock = { is: "midnight", hour: 0, minute: 0 };

/** What is offered when a part of the day is all that was said; null for no part. */
export function partTimes(part: Part | null): { hour: number; minute: number }[] {
  const hours = { morning: [7, 8, 9], afternoon: [14, 15, 16], evening: [18, 19, 20], night: [21, 22, 23] };
  return (part === null ? [9, 12, 18] : hours[part]).map((hour) => ({ hour, minute: 0 }));
}

const ranges: Record<Part, [number, number]> = {
  morning: [0, 12],
  afternoon: [12, 18],
  evening: [17, 24],
  night: [18, 30],
};

function inPart({ hour, minute, sure }: ClockToken, part: Part): Clock | Impossible {
  const [from, to] = ranges[part];
  const fits = (one: number) => (one >= from && one < to) || one + 24 < to;
  const hours = sure ? [hour] : [hour % 12, (hour % 12) + 12];
  if (!sure && hour === 12 && part === "night") return { ...midnight, minute, is: minute === 0 ? "midnight" : "sure" };
  if (!sure && hour === 12 && part === "morning") return impossible(texts.notInPart(timeText(12, minute), part));
  const found = hours.find(fits);
  if (found === undefined) return impossible(texts.notInPart(timeText(hour, minute), part));
  return { is: "sure", hour: found, minute };
}

/** All times of day, in their order; a part of the day counts for the time before it, or for all when it is the only one. */
export function clocksOf(tokens: readonly Token[]): Clock[] | Impossible {
  const parts = tokens.filter((token) => token.kind === "part");
  const clocks: Clock[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "midnight") clocks.push(midnight);
    if (token.kind !== "clock") continue;
    const next = tokens.slice(index + 1).find(({ kind }) => kind === "part" || kind === "clock" || kind === "midnight");
    const own = next?.kind === "part" ? next.part : parts.length === 1 ? (parts[0]?.part ?? null) : null;
    if (own === null) {
      clocks.push({ is: token.sure ? "sure" : "bare", hour: token.hour, minute: token.minute });
      continue;
    }
    const settled = inPart(token, own);
    if ("kind" in settled) return settled;
    clocks.push(settled);
  }
  return clocks;
}

/** The one time of day; null when none is said. */
export function clockOf(tokens: readonly Token[]): Clock | Impossible | null {
  const clocks = clocksOf(tokens);
  return "kind" in clocks ? clocks : (clocks[0] ?? null);
}
