// Which secrets stop working soon, so that nobody finds out by a delivery that was refused. Promises: pure; only what has a day
// in config.yaml. Refuses: to show or send anything.
import { daysBetween } from "./days.ts";
import type { Settings } from "./model.ts";

export interface Expiry {
  what: "source" | "credential";
  name: string;
  /** The day it stops working, `YYYY-MM-DD`. */
  expiresOn: string;
  /** Days from today; 0 today, negative when the day is over. */
  daysLeft: number;
  stage: "expired" | "within_3_days" | "within_14_days";
}

/** The days before the end on which a person is reminded. */
const [soonDays, laterDays] = [3, 14];

const stageOf = (daysLeft: number): Expiry["stage"] | null => {
  if (daysLeft <= 0) return "expired";
  if (daysLeft <= soonDays) return "within_3_days";
  return daysLeft <= laterDays ? "within_14_days" : null;
};

/**
 * What has expired or will within 14 days, the soonest first.
 * @param today `YYYY-MM-DD` in the person's zone. On its day a secret counts as expired: that is the day it stops working.
 */
export function expiring({ sources, credentials }: Pick<Settings, "sources" | "credentials">, today: string): Expiry[] {
  const dated = [
    ...sources.map(({ name, expiresOn }) => ({ what: "source" as const, name, expiresOn })),
    ...credentials.map(({ name, expiresOn }) => ({ what: "credential" as const, name, expiresOn })),
  ];
  return dated
    .flatMap(({ expiresOn, ...one }): Expiry[] => {
      if (expiresOn === null) return [];
      const daysLeft = daysBetween(today, expiresOn);
      const stage = stageOf(daysLeft);
      return stage === null ? [] : [{ ...one, expiresOn, daysLeft, stage }];
    })
    .sort((a, b) => a.daysLeft - b.daysLeft);
}
