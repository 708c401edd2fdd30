// Every view of the window, made from the tables and the parts' own facts. Promises: one call, one consistent shape of the
// contract; nothing is written. Refuses: Electron; a test reads the same views in plain Node.
import type { StreamMark } from "../../../preload/contract/conversation.ts";
import type { Outputs } from "../../../preload/contract/channels.ts";
import { hostsToKnow } from "../../engine/permissions/noticed.ts";
import type { PermissionRule } from "../../engine/permissions/rule.ts";
import { createActivityQueries } from "../../engine/views/activity.ts";
import { createAuditQueries } from "../../engine/views/audit.ts";
import { createApprovalQueries, type HistoryMark, type StandingApprovalRow } from "../../engine/views/approvals.ts";
import { createCauseQueries } from "../../engine/views/causes.ts";
import { createCountQueries } from "../../engine/views/counts.ts";
import { createDayQueries } from "../../engine/views/day.ts";
import { createDeadQueries } from "../../engine/views/dead.ts";
import { createStreamQueries } from "../../engine/views/stream.ts";
import { createOutboxQueries } from "../../engine/views/outbox.ts";
import { createCauseLines } from "./cause-lines.ts";
import { createCauseReader } from "./cause-reader.ts";
import { wholePayload } from "./cause-text.ts";
import { activityDetail, activityRow, deadEvent, deadPayloadCharacters } from "./lists.ts";
import type { ViewParts } from "./parts.ts";
import { alwaysOf } from "./permission-lines.ts";
import { answerRow, useRow } from "./permission-lists.ts";
import { lastUseAt, permissionsView } from "./permissions-view.ts";
import { createRunViews, type RunViews } from "./run-view.ts";
import { settingsView } from "./settings-view.ts";
import { doingNow, noticesOf } from "./status.ts";
import { memoryEntry, memorySearch, memoryView } from "./memory-view.ts";
import { payloads } from "./texts.ts";
import { thinkingView } from "./thinking-view.ts";
import { timerRows } from "./timer-rows.ts";
import { offerView, streamPage } from "./stream.ts";
import { digestGroup, type TodayParts, todayView } from "./today.ts";
import { visible, visibleJson } from "./visible-text.ts";

const deadMax = 200;
const grantsMax = 100;
/** So far back is looked for the cards that wrote rules. */
const answersMax = 1000;
const cardsMax = 1000;
const partsOfEventMax = 200;
/** A call is sent once, and again only where that is safe or the person says so. */
const usesOfCallMax = 5;

export interface Views {
  status(): Outputs["status.get"];
  today(): Outputs["today.get"];
  older(before: StreamMark): Outputs["conversation.older"];
  dead(): Outputs["dead.list"];
  timers(): Outputs["timers.list"];
  activity(before: number | null, limit: number, source: string | null): Outputs["activity.list"];
  activityOf(id: number): Outputs["activity.get"];
  /** Runs of models, step by step. */
  runs: RunViews;
  settings(): Outputs["settings.get"];
  thinking(): Outputs["thinking.get"];
  /** How many messages are held, and why the last notification failed, if it did. */
  held(): { count: number; problem: string | null };
  memory(): Outputs["memory.get"];
  memoryEntry(path: string): Outputs["memory.read"];
  memorySearch(query: string): Outputs["memory.search"];
  permissions(): Outputs["permissions.get"];
  history(before: HistoryMark | null, limit: number): Outputs["approvals.history"];
  uses(before: number | null, limit: number): Outputs["uses.list"];
  /** A waiting card's arguments and what caused it, whole; null when it is not that card any more. */
  details(id: string, callHash: string): Outputs["approvals.details"];
  /** The rule that "Always allow" would write for a waiting card now; null where it would not help. */
  always(id: string, callHash: string): PermissionRule | null;
  /** One approval as it stands, for the sentence after an answer. */
  approval(id: string): StandingApprovalRow | undefined;
}

export function createViews(parts: ViewParts): Views {
  const { store, engine, clock, zone, settings } = parts;
  const approvals = createApprovalQueries(store);
  const outbox = createOutboxQueries(store);
  const stream = createStreamQueries(store);
  const day = createDayQueries(store);
  const dead = createDeadQueries(store);
  const activity = createActivityQueries(store);
  const counts = createCountQueries(store);
  const { cause } = createCauseQueries(store);
  const causes = createCauseLines(cause);
  const said = { causes, offerOf: (message: number) => offerView(stream.offerOf(message)) };
  const causeReader = createCauseReader((id, bytesMax) => cause(id, bytesMax)?.payload ?? null);
  const audit = createAuditQueries(store);
  const usesOf = (call: string) => audit.uses(null, usesOfCallMax, { call }).map(({ id }) => id);
  const waiting = (id: string, callHash: string) =>
    approvals.waiting(cardsMax).find((row) => row.id === id && row.call_hash === callHash && row.kind === "call");
  const runs = createRunViews({ parts, causes, causeReader, hosts: () => hostsToKnow(settings.current()) });
  return {
    status() {
      const now = clock.now();
      const here = zone();
      const counted = counts.counts();
      return {
        now,
        doing: doingNow(parts, counts.nextTimer, causes, runs.thinking, now, here),
        ...counted,
        outgoingOffSince: engine.outgoing.offSince(),
        notices: noticesOf(parts, counted.dead, outbox.last(), counts.waitingEvents(now), now, here),
        listener: { url: parts.listener.status().url },
        zone: here,
        version: parts.version,
      };
    },
    today() {
      const current = settings.current();
      const cards = {
        ...{ causeReader, rules: current.permissions, hosts: hostsToKnow(current) },
        credentialState: parts.credentialState,
        placesOf: (name: string) => current.credentials.find((one) => one.name === name)?.destinations ?? [],
      };
      const plan: TodayParts["plan"] = (now) =>
        engine.outgoing.offSince() === null ? engine.dispatcher.plan(now) : { goesAt: null, why: "off" };
      return todayView(
        { ...said, approvals, outbox, day, cards, plan, stream, textMax: parts.textMax },
        clock.now(),
        zone(),
      );
    },
    older: (before) =>
      streamPage({ stream, textMax: parts.textMax }, before, ({ delivery, messages }) =>
        digestGroup({ ...delivery, messages }, said),
      ),
    dead: () => dead.dead(deadPayloadCharacters, deadMax).map((row) => deadEvent(row, causes)),
    timers: () => timerRows(engine.timers.list(clock.now()), causes, zone()),
    activity: (before, limit, source) => activity.page(before, limit, source).map((row) => activityRow(row, causes)),
    runs,
    activityOf(id) {
      const row = activity.event(id, partsOfEventMax);
      return row === null ? null : activityDetail(row, causes, settings.current().permissions, usesOf);
    },
    settings: () => settingsView(parts, activity.lastReceivedAt, clock.now()),
    thinking: () => thinkingView(parts, clock.now()),
    held() {
      const last = outbox.last();
      return {
        count: counts.counts().held,
        problem: last?.status === "failed" ? visible(last.error ?? "") : null,
      };
    },
    memory: () => memoryView(parts.memory, settings.current().model, clock.now()),
    memoryEntry: (path) => memoryEntry(parts.memory, path),
    memorySearch: (query) => memorySearch(parts.memory, query),
    permissions: () =>
      permissionsView(
        parts,
        {
          answers: approvals.history(null, answersMax),
          grants: audit.grants(clock.now(), grantsMax),
          lastUse: (credential) => lastUseAt((before, limit) => audit.uses(before, limit, { credential })),
        },
        clock.now(),
        zone(),
      ),
    history(before, limit) {
      const rules = settings.current().permissions;
      return approvals.history(before, limit).map((row) => answerRow(row, rules, usesOf(row.call)));
    },
    uses: (before, limit) => audit.uses(before, limit).map(useRow),
    details(id, callHash) {
      const row = waiting(id, callHash);
      if (row === undefined) return null;
      const payload = activity.event(row.event, 1)?.payload ?? null;
      return {
        arguments: visibleJson(JSON.stringify(JSON.parse(row.arguments), null, 2)),
        payload: payload === null ? payloads.gone : wholePayload(payload),
      };
    },
    always(id, callHash) {
      const row = waiting(id, callHash);
      return row === undefined ? null : alwaysOf(row, settings.current().permissions);
    },
    approval: approvals.byId,
  };
}
