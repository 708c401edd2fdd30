// `config.yaml` as text to settings. Promises: every key optional, every mistake with its line, all of them at once.
// Refuses: unknown keys, secrets in place of references, half of a file (one mistake and none of it counts).
import { z } from "zod";
import { checkSchedule } from "../engine/timers/schedule.ts";
import { flawsOf } from "./flaws.ts";
import { defaultSettings, type ScheduleSettings, type Settings } from "./model.ts";
import { parseOrigin } from "./origins.ts";
import { parseQuietHours } from "./quiet-hours.ts";
import { type Flaw, fewFlaws } from "./flaw.ts";
import { type Path, parseYaml } from "./yaml-text.ts";

export type ReadConfig = { ok: true; settings: Settings } | { ok: false; flaws: Flaw[] };

/** How many occurrences `each` makes at the most when `cap` is not given. */
const capDefault = 24;
const reservedNames = ["chat", "timer", "approval"];

const whole = (least: number, most: number, unit = "") => {
  const error = `must be a whole number${unit} from ${least} to ${most}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
};
const secondsError = "must be a whole number of seconds from 1 to 31536000 (a year), such as 3600 for an hour";
const seconds = z.int({ error: secondsError }).min(1, { error: secondsError }).max(31_536_000, { error: secondsError });
const text = z.string({ error: "must be a text" });
const map = { error: "must be a map of keys and values" };
const list = { error: "must be a list" };
const name = text.regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, {
  error: ({ input }) =>
    /^[a-z0-9][a-z0-9_-]{0,63}$/i.test(String(input))
      ? "must be in lower case, since it is part of the address deliveries come to"
      : "must be 1 to 64 of a-z (lower case), 0-9, - and _, and begin with a letter or digit",
});

const schema = z
  .strictObject(
    {
      hooks: z
        .strictObject(
          {
            port: whole(0, 65_535).nullish(),
            max_body_bytes: whole(1, 104_857_600).nullish(),
            hosts: z
              .array(
                text.regex(/^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/i, {
                  error: 'must be a host as it stands in a Host header, such as "hooks.example.com" or "box.lan:8080"',
                }),
                list,
              )
              .nullish(),
          },
          map,
        )
        .nullish(),
      outbox: z
        .strictObject(
          {
            gap: seconds.nullish(),
            quiet_hours: text
              .refine((hours) => parseQuietHours(hours) !== null, {
                error: 'must be two different times of the day, such as "22:00-07:00"',
              })
              .nullish(),
          },
          map,
        )
        .nullish(),
      approvals: z.strictObject({ window: seconds.nullish() }, map).nullish(),
      sources: z
        .array(
          z.strictObject(
            {
              name,
              kind: z.enum(["github", "standard-webhooks", "token"], {
                error: "must be one of github, standard-webhooks, token",
              }),
              secret: text.regex(/^(env:[A-Za-z_][A-Za-z0-9_]*|keychain:[A-Za-z0-9._-]{1,100})$/, {
                error: "must be env:NAME or keychain:NAME, never the secret itself",
              }),
              identical_bodies: z.enum(["twin", "run"], { error: "must be twin or run" }).nullish(),
            },
            map,
          ),
          list,
        )
        .nullish(),
      schedules: z
        .array(
          z.strictObject(
            {
              name: text.regex(/^[^\p{C}\s]([^\p{C}]{0,98}[^\p{C}\s])?$/u, {
                error: "must be a text of 1 to 100 characters on one line",
              }),
              cron: text.nullish(),
              zone: text.nullish(),
              every: z.number({ error: "must be a whole number of seconds" }).nullish(),
              catch_up: z.enum(["latest", "each", "skip"], { error: "must be one of latest, each, skip" }).nullish(),
              cap: z.number({ error: "must be a whole number" }).nullish(),
            },
            map,
          ),
          list,
        )
        .nullish(),
      destinations: z.array(text, list).nullish(),
    },
    map,
  )
  .nullish();

type Raw = NonNullable<z.infer<typeof schema>>;

/** @param systemZone the zone of schedules that name none. */
export function readConfig(content: string, systemZone: string): ReadConfig {
  const parsed = parseYaml(content);
  if (!parsed.ok) return parsed;
  const checked = schema.safeParse(parsed.value);
  if (!checked.success) return { ok: false, flaws: flawsOf(checked.error, schema, parsed.value, parsed.lineOf) };
  const flaws: Flaw[] = [];
  const add = (path: Path, reason: string): void => {
    flaws.push({ line: parsed.lineOf(path), reason });
  };
  const settings = toSettings(checked.data ?? {}, systemZone, add);
  return flaws.length === 0 ? { ok: true, settings } : { ok: false, flaws: fewFlaws(flaws) };
}

function toSettings(raw: Raw, systemZone: string, add: (path: Path, reason: string) => void): Settings {
  const { hooks, outbox, approvals } = defaultSettings;
  const sources = raw.sources ?? [];
  const schedules = raw.schedules ?? [];
  noTwice("sources", sources, add);
  noTwice("schedules", schedules, add);
  for (const [index, source] of sources.entries()) {
    if (reservedNames.includes(source.name)) {
      add(
        ["sources", index, "name"],
        `"${source.name}" is a reserved name (${reservedNames.join(", ")}): choose another.`,
      );
    }
  }
  return {
    hooks: {
      port: raw.hooks?.port ?? hooks.port,
      maxBodyBytes: raw.hooks?.max_body_bytes ?? hooks.maxBodyBytes,
      hosts: (raw.hooks?.hosts ?? hooks.hosts).map((host) => host.toLowerCase()),
    },
    outbox: {
      gapSeconds: raw.outbox?.gap ?? outbox.gapSeconds,
      quietHours: raw.outbox?.quiet_hours ? parseQuietHours(raw.outbox.quiet_hours) : outbox.quietHours,
    },
    approvals: { windowSeconds: raw.approvals?.window ?? approvals.windowSeconds },
    sources: sources.map(({ name, kind, secret, identical_bodies }) => ({
      ...{ name, kind, secret },
      identicalBodies: identical_bodies ?? "twin",
    })),
    schedules: schedules.map((given, index) => toSchedule(given, systemZone, (why) => add(["schedules", index], why))),
    destinations: toOrigins(raw.destinations ?? [], add),
  };
}

function noTwice(key: string, named: readonly { name: string }[], add: (path: Path, reason: string) => void): void {
  const seen = new Set<string>();
  for (const [index, { name }] of named.entries()) {
    if (seen.has(name))
      add([key, index, "name"], `The name "${name}" stands twice in ${key}: give one of them another.`);
    seen.add(name);
  }
}

function toSchedule(
  given: NonNullable<Raw["schedules"]>[number],
  systemZone: string,
  add: (reason: string) => void,
): ScheduleSettings {
  const schedule: ScheduleSettings = {
    name: given.name,
    cron: given.cron ?? null,
    zone: given.zone ?? systemZone,
    everySeconds: given.every ?? null,
    catchUp: given.catch_up ?? "latest",
    cap: given.cap ?? capDefault,
  };
  const problem = checkSchedule(schedule);
  if (problem !== null) add(problem);
  return schedule;
}

function toOrigins(given: readonly string[], add: (path: Path, reason: string) => void): string[] {
  const origins = new Set<string>();
  for (const [index, written] of given.entries()) {
    const origin = parseOrigin(written);
    if (origin.ok) origins.add(origin.origin);
    else add(["destinations", index], `Destination ${index + 1} can not be used: ${origin.reason}.`);
  }
  return [...origins];
}
