// What Nightjar is doing and what the person should see until it is mended. Promises: a notice for each source that refuses
// everything, each mistake in a file, each port that is taken. Refuses: notices without a way out.
import type { RunDoing } from "../../../preload/contract/runs.ts";
import type { Notice, StatusView } from "../../../preload/contract/views.ts";
import type { NextTimerRow, WaitingEvents } from "../../engine/views/counts.ts";
import type { LastDeliveryRow } from "../../engine/views/outbox.ts";
import { expiring } from "../../settings/expiring.ts";
import type { FileProblem } from "../../settings/model.ts";
import type { CauseLines } from "./cause-lines.ts";
import type { ViewParts } from "./parts.ts";
import { doing as doingTexts, notices as texts } from "./texts.ts";
import { dayText, momentText } from "./times.ts";
import { visible } from "./visible-text.ts";

const problemsShown = 5;

export interface Waking {
  now: number;
  nextAt: number;
  nextTimer: NextTimerRow | undefined;
  digestAt: number | null;
  retryAt: number | null;
}

/** What the engine wakes for at `nextAt`; null when nothing of ours is due then. */
export function wakingReason({ nextAt, nextTimer, digestAt, retryAt }: Waking): string | null {
  const { reasons } = doingTexts;
  if (digestAt === nextAt) return reasons.digest;
  if (nextTimer?.due === nextAt) {
    return nextTimer.origin === "engine" ? reasons.deadline : reasons.timer(visible(nextTimer.name));
  }
  return retryAt === nextAt ? reasons.retry : reasons.delivery;
}

/** What the sidebar's foot says. */
export function doingNow(
  parts: Pick<ViewParts, "engine">,
  nextTimer: () => NextTimerRow | undefined,
  causes: CauseLines,
  thinking: (run: number) => RunDoing | null,
  now: number,
  zone: string,
): StatusView["doing"] {
  const { state, working, nextAt } = parts.engine.status();
  if (state === "off") return { kind: "stopped", sentence: doingTexts.stopped, until: null, run: null };
  if (state === "on" && working !== null) {
    const first = working.events[0];
    const thought = thinking(working.run);
    const words = thought === null ? doingTexts.working : doingTexts.thinking[thought.kind];
    const sentence =
      first === undefined ? doingTexts.workingOnSomething : words(causes.of(first.id), working.events.length - 1);
    return { kind: "working", sentence, until: null, run: thought === null ? null : working.run };
  }
  if (state === "asleep" || nextAt === null) {
    return { kind: "asleep", sentence: doingTexts.asleepUntilSomething, until: null, run: null };
  }
  const digestAt = parts.engine.dispatcher.plan(now).goesAt;
  const retryAt = parts.engine.inbox.nextRetryAt(now);
  const reason = wakingReason({ now, nextAt, nextTimer: nextTimer(), digestAt, retryAt });
  return {
    kind: "asleep",
    sentence: doingTexts.wakes(momentText(nextAt, now, zone), reason),
    until: nextAt,
    run: null,
  };
}

/** One notice a file: each mistake with its line, then what is meant for the file as a whole. */
function fileNotices(problems: readonly FileProblem[]): Notice[] {
  return (["config.yaml", "rules.yaml"] as const).flatMap((file): Notice[] => {
    const own = problems.filter((problem) => problem.file === file);
    if (own.length === 0) return [];
    const placed = own.filter(({ line }) => line !== null);
    const sentences = placed.slice(0, problemsShown).map(({ line, reason }) => texts.mistake(file, line, reason));
    if (placed.length > problemsShown) sentences.push(texts.moreMistakes(placed.length - problemsShown));
    const whole = own.filter(({ line }) => line === null).map(({ reason }) => reason);
    sentences.push(...(whole.length > 0 ? whole : [texts.lastGood[file]]));
    return [{ id: `file:${file}`, level: "warn", text: visible(sentences.join(" ")), action: "open_settings" }];
  });
}

function sourceNotices(parts: Pick<ViewParts, "settings" | "secrets">): Notice[] {
  return parts.settings.current().sources.flatMap((source): Notice[] => {
    const { state } = parts.secrets.resolve(source.secret);
    if (state === "ok") return [];
    // With either of two its deliveries come through; that the old one is gone is how an exchange goes on.
    if (source.nextSecret !== null && parts.secrets.resolve(source.nextSecret).state === "ok") return [];
    const text = texts.secret[state](source.name, source.secret);
    return [{ id: `secret:${source.name}`, level: "warn", text, action: "open_settings" }];
  });
}

function credentialNotices(parts: Pick<ViewParts, "settings" | "credentialState">): Notice[] {
  return parts.settings.current().credentials.flatMap(({ name, secret }): Notice[] => {
    const state = parts.credentialState(name) ?? "missing";
    if (state === "ok") return [];
    const text = texts.credential[state](name, secret);
    return [{ id: `credential:${name}`, level: "warn", text, action: "open_permissions" }];
  });
}

/** Whatever needs such a server waits or fails: it must not be found out in Settings alone. */
function signInNotices({ settings, signIns }: Pick<ViewParts, "settings" | "signIns">): Notice[] {
  return settings.current().mcpServers.flatMap(({ name, enabled }): Notice[] => {
    if (!enabled || signIns.state(name).kind !== "wanted") return [];
    return [{ id: `signin:${name}`, level: "warn", text: texts.signIn(visible(name)), action: "open_settings" }];
  });
}

function expiryNotices(parts: Pick<ViewParts, "settings">, today: string): Notice[] {
  return expiring(parts.settings.current(), today).map(
    ({ what, name, expiresOn, daysLeft }): Notice => ({
      id: `expiry:${what}:${name}`,
      level: "warn",
      text: texts.expiry(what, name, expiresOn, daysLeft),
      action: what === "source" ? "open_settings" : "open_permissions",
    }),
  );
}

/** The notices for the top of the window, the worst first. */
export function noticesOf(
  parts: Pick<ViewParts, "engine" | "settings" | "secrets" | "listener" | "credentialState" | "models" | "signIns">,
  dead: number,
  lastDelivery: LastDeliveryRow | undefined,
  waiting: WaitingEvents | null,
  now: number,
  zone: string,
): Notice[] {
  const { problem, clockLooksWrong } = parts.listener.status();
  const notices: Notice[] = [];
  const { trouble } = parts.engine.status();
  if (trouble !== null) notices.push({ id: "storage", level: "bad", text: trouble, action: null });
  if (problem !== null) notices.push({ id: "listener", level: "bad", text: problem, action: "retry_listener" });
  if (clockLooksWrong) notices.push({ id: "clock", level: "bad", text: texts.clock, action: null });
  if (lastDelivery?.status === "failed") {
    const text = texts.delivery(visible(lastDelivery.error ?? ""));
    notices.push({ id: "delivery", level: "bad", text, action: null });
  }
  const offSince = parts.engine.outgoing.offSince();
  if (offSince !== null) {
    const text = texts.outgoing(momentText(offSince, now, zone));
    notices.push({ id: "outgoing", level: "warn", text, action: "open_permissions" });
  }
  const sealed = parts.secrets.problem();
  if (sealed !== null) notices.push({ id: "secrets", level: "warn", text: sealed, action: "open_settings" });
  notices.push(...sourceNotices(parts), ...credentialNotices(parts), ...expiryNotices(parts, dayText(now, zone)));
  notices.push(...signInNotices(parts), ...fileNotices(parts.settings.problems()));
  const { rests, until } = parts.models.today();
  if (rests !== null) {
    // What waits is the model's, whatever else it waited for before.
    const text = texts.rests(rests, momentText(until, now, zone), waiting?.n ?? 0);
    notices.push({ id: "rests", level: "warn", text, action: "open_limits" });
  } else if (waiting !== null) {
    const text = texts.waiting(waiting.n, visible(waiting.reason));
    notices.push({ id: "waiting", level: "warn", text, action: "open_activity" });
  }
  if (dead > 0) notices.push({ id: "dead", level: "warn", text: texts.dead(dead), action: "open_dead" });
  return notices;
}
