// The tool `schedule`: an agent's own timers, made, changed, listed and cancelled by name. Promises: what a timer brings is trusted only
// where the run that set it had read nothing from outside. Refuses: timers that never come, and those of others.
import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import type { Timers } from "../timers/timers.ts";
import { checkSchedule } from "../timers/schedule.ts";
import type { JsonObject, ToolOutcome } from "./ports.ts";
import { scheduled } from "./texts.ts";

export const scheduleTool = "schedule";

const timersMax = 50;
const aheadMaxSeconds = 31_536_000;

export const scheduleSchema = z.strictObject({
  do: z.enum(["list", "set", "cancel"]).describe("set makes a timer, or changes the one of that name."),
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/)
    .optional()
    .describe("Its name: small letters, digits, - and _. Needed for set and cancel."),
  text: z.string().trim().min(1).max(4000).optional().describe("For set: what to do then, complete in itself."),
  at: z
    .string()
    .max(60)
    .optional()
    .describe(
      "For a timer that comes once: the moment, as 2026-12-31T18:00:00+01:00, or as 2026-12-31T18:00 with zone.",
    ),
  cron: z
    .string()
    .max(200)
    .optional()
    .describe('For one that repeats: five fields, such as "0 9 * * 1-5". Needs zone.'),
  zone: z.string().max(60).optional().describe('Whose clock: "Europe/Lisbon", "UTC".'),
});
type Wish = z.infer<typeof scheduleSchema>;

/** Who sets it: the event its run was about, and whether that run may be trusted. */
export interface Setter {
  event: number | null;
  trust: "trusted" | "untrusted";
}

const idOf = (name: string): string => `agent-timer:${name}`;

/** The moment in seconds; null when it is none. */
function momentOf({ at = "", zone }: Wish): number | null {
  try {
    if (/(Z|[+-]\d\d:?\d\d)$/i.test(at)) return Math.floor(Temporal.Instant.from(at).epochMilliseconds / 1000);
    if (zone === undefined) return null;
    return Math.floor(Temporal.PlainDateTime.from(at).toZonedDateTime(zone).epochMilliseconds / 1000);
  } catch {
    return null;
  }
}

/** Why it can't be done, in a sentence; null when it can. @param now seconds */
export function scheduleProblem(wish: Wish, now: number): string | null {
  if (wish.do === "list") return null;
  if (wish.name === undefined) return scheduled.noName;
  if (wish.do === "cancel") return null;
  if (wish.text === undefined) return scheduled.noText;
  if ((wish.at === undefined) === (wish.cron === undefined)) return scheduled.when;
  if (wish.cron !== undefined) {
    return checkSchedule({ cron: wish.cron, zone: wish.zone ?? null, everySeconds: null });
  }
  const at = momentOf(wish);
  if (at === null) return scheduled.noMoment;
  return at <= now ? scheduled.past : at > now + aheadMaxSeconds ? scheduled.tooFar : null;
}

/** Ours; the name is small letters. */
export const scheduleTitle = (args: JsonObject): string => {
  const { do: what, name = "" } = args as Wish;
  return what === "list" ? scheduled.list : what === "set" ? scheduled.set(name) : scheduled.cancel(name);
};

const failed = (error: string): ToolOutcome => ({ kind: "failed", error, result: null, retry: false });

function moments(timers: Timers, now: number): JsonObject[] {
  return timers.ofAgents(now).map(({ id, name, payload, cron, zone, next, paused, kind }) => ({
    name: id === idOf(name) ? name : id,
    ...{ text: textOf(payload), repeats: kind === "schedule", cron, zone, paused_by_the_person: paused === 1 },
    next: next.slice(0, 1).map((at) => new Date(at * 1000).toISOString()),
  }));
}

const textOf = (payload: string | null): string => {
  const { text } = JSON.parse(payload ?? "{}") as { text?: unknown };
  return typeof text === "string" ? text : "";
};

/** Does it, in one transaction of its own. @param wish checked before, perhaps days ago */
export function schedule(timers: Timers, wish: Wish, setter: Setter, now: number): ToolOutcome {
  const problem = scheduleProblem(wish, now);
  if (problem !== null) return failed(problem);
  if (wish.do === "list") return { kind: "done", result: { timers: moments(timers, now) }, summary: scheduled.list };
  const { name = "", text = "", cron, zone } = wish;
  const mine = timers.ofAgents(now);
  if (wish.do === "cancel") {
    const found = mine.find(({ id }) => id === idOf(name));
    if (found === undefined) return failed(scheduled.none(name));
    timers.cancel(found.id);
    return { kind: "done", result: {}, summary: scheduled.cancelled(name) };
  }
  if (mine.length >= timersMax && !mine.some(({ id }) => id === idOf(name)))
    return failed(scheduled.tooMany(timersMax));
  const common = { id: idOf(name), name, payload: { text }, origin: "agent" as const, trust: setter.trust };
  if (cron === undefined) {
    const due = momentOf(wish) ?? now;
    timers.setFollowUp({ ...common, set_for: setter.event, due }, now);
  } else {
    timers.setSchedule({ ...common, set_for: setter.event, cron, zone: zone ?? null, every: null }, now);
  }
  const next = timers.ofAgents(now).find(({ id }) => id === idOf(name))?.next[0] ?? null;
  const result = next === null ? {} : { next: new Date(next * 1000).toISOString() };
  return { kind: "done", result, summary: scheduled.isSet(name) };
}
