// Every view of the window, made from the tables and the parts' own facts. Promises: one call, one consistent shape of the
// contract; nothing is written. Refuses: Electron; a test reads the same views in plain Node.
import type { Outputs } from "../../../preload/contract/channels.ts";
import { createActivityQueries } from "../../engine/views/activity.ts";
import { createApprovalQueries, type StandingApprovalRow } from "../../engine/views/approvals.ts";
import { createCauseQueries } from "../../engine/views/causes.ts";
import { createCountQueries } from "../../engine/views/counts.ts";
import { createDayQueries } from "../../engine/views/day.ts";
import { createDeadQueries } from "../../engine/views/dead.ts";
import { createOutboxQueries } from "../../engine/views/outbox.ts";
import { createCauseLines } from "./cause-lines.ts";
import { activityDetail, activityRow, deadEvent, deadPayloadCharacters } from "./lists.ts";
import type { ViewParts } from "./parts.ts";
import { settingsView } from "./settings-view.ts";
import { doingNow, noticesOf } from "./status.ts";
import { timerRows } from "./timer-rows.ts";
import { todayView } from "./today.ts";
import { visible } from "./visible-text.ts";

const deadMax = 200;
const partsOfEventMax = 200;

export interface Views {
  status(): Outputs["status.get"];
  today(): Outputs["today.get"];
  dead(): Outputs["dead.list"];
  timers(): Outputs["timers.list"];
  activity(before: number | null, limit: number, source: string | null): Outputs["activity.list"];
  activityOf(id: number): Outputs["activity.get"];
  settings(): Outputs["settings.get"];
  /** How many messages are held, and why the last notification failed, if it did. */
  held(): { count: number; problem: string | null };
  /** One approval as it stands, for the sentence after an answer. */
  approval(id: string): StandingApprovalRow | undefined;
}

export function createViews(parts: ViewParts): Views {
  const { store, engine, clock, zone } = parts;
  const approvals = createApprovalQueries(store);
  const outbox = createOutboxQueries(store);
  const day = createDayQueries(store);
  const dead = createDeadQueries(store);
  const activity = createActivityQueries(store);
  const counts = createCountQueries(store);
  const causes = createCauseLines(createCauseQueries(store).cause);
  return {
    status() {
      const now = clock.now();
      const here = zone();
      const counted = counts.counts();
      return {
        now,
        doing: doingNow(parts, counts.nextTimer, causes, now, here),
        ...counted,
        notices: noticesOf(parts, counted.dead, outbox.last()),
        listener: { url: parts.listener.status().url },
        zone: here,
        version: parts.version,
      };
    },
    today: () => todayView({ approvals, outbox, day, causes, plan: engine.dispatcher.plan }, clock.now(), zone()),
    dead: () => dead.dead(deadPayloadCharacters, deadMax).map((row) => deadEvent(row, causes)),
    timers: () => timerRows(engine.timers.list(clock.now())),
    activity: (before, limit, source) => activity.page(before, limit, source).map((row) => activityRow(row, causes)),
    activityOf(id) {
      const row = activity.event(id, partsOfEventMax);
      return row === null ? null : activityDetail(row, causes);
    },
    settings: () => settingsView(parts, activity.lastReceivedAt, clock.now()),
    held() {
      const last = outbox.last();
      return {
        count: counts.counts().held,
        problem: last?.status === "failed" ? visible(last.error ?? "") : null,
      };
    },
    approval: approvals.byId,
  };
}
