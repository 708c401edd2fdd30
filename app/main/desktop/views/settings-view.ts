// The settings as the window shows them. Promises: for every source its address and whether its secret resolves.
// Refuses: secrets; only their references and names leave main.
import type { SettingsView, SourceRow } from "../../../preload/contract/views.ts";
import type { QuietHours } from "../../settings/model.ts";
import type { SourceFacts, ViewParts } from "./parts.ts";

const two = (value: number) => String(value).padStart(2, "0");

/** `22:00-07:00`, as the file has it. */
export function quietHoursText(hours: QuietHours | null): string | null {
  if (hours === null) return null;
  const clock = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return `${clock(hours.fromMinute)}-${clock(hours.untilMinute)}`;
}

const nothingYet: SourceFacts = {
  lastAcceptedAt: null,
  lastRefusedAt: null,
  lastRefusal: null,
  refusedToday: 0,
  nextProved: null,
};

/** @param lastReceivedAt what the inbox has of a source: the listener counts from its own start only. */
export function settingsView(
  parts: Pick<ViewParts, "settings" | "secrets" | "listener" | "keychain" | "profile">,
  lastReceivedAt: (source: string) => number | null,
  now: number,
): SettingsView {
  const { hooks, outbox, approvals, sources, destinations } = parts.settings.current();
  const { url, sources: facts } = parts.listener.status();
  const factsOf = (source: string, next: string | null) => {
    const { nextProved, ...counted } = facts.get(source) ?? nothingYet;
    const nextProvedAt = nextProved?.reference === next ? nextProved.at : null;
    return { ...counted, nextProvedAt, lastAcceptedAt: counted.lastAcceptedAt ?? lastReceivedAt(source) };
  };
  return {
    now,
    profile: parts.profile,
    hooks: { ...hooks },
    outbox: { gapSeconds: outbox.gapSeconds, quietHours: quietHoursText(outbox.quietHours) },
    approvals: { ...approvals, windowsSeconds: { ...approvals.windowsSeconds } },
    destinations: [...destinations],
    sources: sources.map(
      (source): SourceRow => ({
        ...source,
        address: url === null ? null : `${url}/hooks/${source.name}`,
        secretState: parts.secrets.resolve(source.secret).state,
        nextSecretState: source.nextSecret === null ? null : parts.secrets.resolve(source.nextSecret).state,
        ...factsOf(source.name, source.nextSecret),
      }),
    ),
    rules: parts.settings.rules().map(({ name, line, on, event, ending }) => ({
      ...{ name, line, on, event },
      ending: ending.kind,
      urgent: ending.kind === "tell" && ending.urgent,
    })),
    keychain: parts.keychain(),
    secrets: parts.secrets
      .names()
      .filter(({ name }) => !name.startsWith("signin."))
      .map(({ name, kept }) => ({ name, kept })),
  };
}
