// `config.yaml` as text to settings. Promises: every key optional, every mistake with its line, all of them at once.
// Refuses: unknown keys, secrets in place of references, half of a file (one mistake and none of it counts).
import { checkSchedule } from "../engine/timers/schedule.ts";
import { configSchema, type RawConfig } from "./config-schema.ts";
import { readCredential } from "./credential-settings.ts";
import { flawsOf } from "./flaws.ts";
import { defaultSettings, type ScheduleSettings, type Settings, type SourceSettings } from "./model.ts";
import { parseOrigin } from "./origins.ts";
import { readPermission } from "./permission-settings.ts";
import { parseQuietHours } from "./quiet-hours.ts";
import { readThinking } from "./thinking-settings.ts";
import { type Flaw, fewFlaws } from "./flaw.ts";
import { type Path, parseYaml } from "./yaml-text.ts";

export type ReadConfig = { ok: true; settings: Settings } | { ok: false; flaws: Flaw[] };

/** How many occurrences `each` makes at the most when `cap` is not given. */
const capDefault = 24;
const reservedNames = ["chat", "timer", "approval"];

/** @param systemZone the zone of schedules that name none. */
export function readConfig(content: string, systemZone: string): ReadConfig {
  const parsed = parseYaml(content);
  if (!parsed.ok) return parsed;
  const checked = configSchema.safeParse(parsed.value);
  if (!checked.success) return { ok: false, flaws: flawsOf(checked.error, configSchema, parsed.value, parsed.lineOf) };
  const flaws: Flaw[] = [];
  const add = (path: Path, reason: string): void => {
    flaws.push({ line: parsed.lineOf(path), reason });
  };
  const settings = toSettings(checked.data ?? {}, systemZone, parsed.lineOf, add);
  return flaws.length === 0 ? { ok: true, settings } : { ok: false, flaws: fewFlaws(flaws) };
}

function toSettings(
  raw: RawConfig,
  systemZone: string,
  lineOf: (path: Path) => number | null,
  add: (path: Path, reason: string) => void,
): Settings {
  const { hooks, outbox, approvals } = defaultSettings;
  const sources = raw.sources ?? [];
  const schedules = raw.schedules ?? [];
  noTwice("sources", sources, add);
  noTwice("schedules", schedules, add);
  const credentials = raw.credentials ?? [];
  noTwice("credentials", credentials, add);
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
    approvals: {
      windowSeconds: raw.approvals?.window ?? approvals.windowSeconds,
      windowsSeconds: { ...(raw.approvals?.windows ?? approvals.windowsSeconds) },
      pauseInQuietHours: raw.approvals?.pause_in_quiet_hours ?? approvals.pauseInQuietHours,
    },
    sources: sources.map((given, index) => toSource(given, (why) => add(["sources", index, "secret"], why))),
    schedules: schedules.map((given, index) => toSchedule(given, systemZone, (why) => add(["schedules", index], why))),
    destinations: toOrigins(raw.destinations ?? [], add),
    credentials: credentials.map((given, index) =>
      readCredential(given, (path, why) => add(["credentials", index, ...path], why)),
    ),
    permissions: (raw.permissions ?? []).map((given, index) =>
      readPermission(given, lineOf(["permissions", index]), (path, why) => add(["permissions", index, ...path], why)),
    ),
    autoMode: raw.auto_mode ?? defaultSettings.autoMode,
    ...readThinking(raw, add),
  };
}

function toSource(given: NonNullable<RawConfig["sources"]>[number], add: (reason: string) => void): SourceSettings {
  const { name, kind, secret, identical_bodies, during_run, urgent, expires } = given;
  const [first = "", next = null] = typeof secret === "string" ? [secret] : secret;
  if (first === next) add(`Both secrets of the source ${name} are the same: name the one that comes, or only one.`);
  return {
    ...{ name, kind, secret: first, nextSecret: next },
    expiresOn: expires ?? null,
    identicalBodies: identical_bodies ?? "twin",
    duringRun: during_run ?? "next",
    urgent: urgent ?? [],
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
  given: NonNullable<RawConfig["schedules"]>[number],
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
