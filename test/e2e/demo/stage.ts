// Everything the demo needs around the app, and its end: profile, server, notifications, watch. Promises: all of it is gone
// afterwards, however the demo ends. Refuses: the person's own profile.
import { rmSync } from "node:fs";
import Database from "better-sqlite3";
import { join } from "node:path";
import { launchNightjar, type RunningApp } from "../support/app.ts";
import { deliver, type Sent } from "../support/github.ts";
import { createProfile } from "../support/profile.ts";
import { type Recorder, startRecorder } from "../support/recorder.ts";
import type { Delivery } from "./day.ts";
import { type Notifying, openNotifications } from "./notifications.ts";
import { liveEarlier } from "./earlier.ts";
import { configText, environment, modelText, rulesText, thinkingRules } from "./rules.ts";
import { tell } from "./terminal.ts";
import { type Watch, watchDatabase } from "./watch.ts";

export interface Stage {
  running: RunningApp;
  recorder: Recorder;
  notifying: Notifying;
  watch: Watch;
  profile: string;
  /** How many deliveries were answered with 202 and "stored". */
  acknowledged: number;
  writeRules(wiki: "broken" | "mended"): Promise<void>;
  /** From then on it thinks about what no rule wants, which is nearly everything. @param server where it answers */
  chooseModel(name: string, server: string): Promise<void>;
  /** Posts a signed delivery and tells the answer, and the row it promises. */
  post(delivery: Delivery, options?: { id?: string; secret?: string }): Promise<Sent>;
  /** Starts the app again on the same profile. */
  start(): Promise<void>;
  /** Changes the database of an app that has ended. */
  rewrite(sql: string): void;
  end(): Promise<void>;
}

/** The engine of the earlier hours ends this long before the app starts. */
const appStartSeconds = 60;
const shortestSeconds = 3600;

/** The start of the day `at` is in, by the wall clock of `zone`; at a clock change it may be an hour off, which is near enough. */
function midnight(at: number, zone: string): number {
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const [hours = 0, minutes = 0] = clock
    .format(at * 1000)
    .split(":")
    .map(Number);
  return at - (at % 60) - hours * 3600 - minutes * 60;
}

const named = ({ event, payload }: Delivery): string =>
  [event, typeof payload["action"] === "string" ? payload["action"] : ""].join(" ").trim();

/** @returns how many deliveries were acknowledged before the window opens */
async function earlierHoursOf(profile: string, origin: string, zone: string): Promise<number> {
  const until = Math.floor(Date.now() / 1000) - appStartSeconds;
  const from = midnight(until, zone);
  if (until - from < shortestSeconds) {
    tell("earlier", "nothing: the day is too young");
    return 0;
  }
  const acknowledged = await liveEarlier({
    ...{ profile, zone, from, until },
    config: configText(origin, "ordinary"),
    rules: rulesText(origin, "broken"),
  });
  tell("earlier", `since midnight ${acknowledged} deliveries, lived through by the engine on a simulated clock`);
  return acknowledged;
}

/** @param zone the person's, or one in which it is afternoon */
export async function openStage(zone: string): Promise<Stage> {
  const [recorder, notifying, profile] = await Promise.all([startRecorder(), openNotifications(), createProfile()]);
  // Processes of an app that was killed may write for a moment after its end, into the folder that was removed.
  process.on("exit", () => rmSync(profile.folder, { recursive: true, force: true, maxRetries: 5 }));
  const launch = () =>
    launchNightjar({ desktop: { env: {}, args: [] }, profile: profile.folder, env: { ...environment, TZ: zone } });
  const writeRules = (wiki: "broken" | "mended") => profile.write({ rules: rulesText(recorder.origin, wiki) });
  await writeRules("broken");
  const hours = await earlierHoursOf(profile.folder, recorder.origin, zone);
  await profile.write({ config: configText(recorder.origin, "short") });
  const running = await launch();
  const watch = watchDatabase(profile.folder);
  const stage: Stage = {
    running,
    recorder,
    notifying,
    watch,
    profile: profile.folder,
    acknowledged: hours,
    writeRules,
    chooseModel: (name, server) =>
      profile.write({
        config: configText(recorder.origin, "ordinary") + modelText(name, server),
        rules: thinkingRules(recorder.origin),
      }),
    post: async (delivery, options = {}) => {
      const sent = await deliver(stage.running.hooksUrl, delivery.event, delivery.payload, options);
      const { stored } = sent.body as { stored?: boolean };
      if (stored === true) {
        stage.acknowledged += 1;
        const row = watch.rows<{ id: number }>("select id from inbox where source_id = ?", sent.id)[0];
        if (row === undefined) throw new Error(`${named(delivery)} was acknowledged, but is not in the inbox.`);
        tell("stored", `#${row.id} ${named(delivery)}: answered ${sent.status}, and it is in the inbox`);
      } else
        tell(
          sent.status === 200 ? "repeat" : "refused",
          `${named(delivery)}: ${sent.status} ${JSON.stringify(sent.body)}`,
        );
      return sent;
    },
    start: async () => {
      stage.running = await launch();
    },
    rewrite: (sql) => {
      const db = new Database(join(profile.folder, "nightjar.db"));
      db.prepare(sql).run();
      db.close();
    },
    end: async () => {
      watch.close();
      await stage.running.kill9();
      await Promise.all([recorder.stop(), notifying.stop(), profile.remove()]);
    },
  };
  return stage;
}
