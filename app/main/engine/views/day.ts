// One day as marks, sleeps and counts. Promises: at most as many marks as asked for, however busy the day was.
// Refuses: zones and midnights; it is handed the day's two ends.
import type { Store } from "../store/store.ts";
import * as sql from "./statements.ts";

export interface EventMarkRow {
  id: number;
  source: string;
  name: string | null;
  received_at: number;
}
export interface DeliveryMarkRow {
  id: number;
  kind: "digest" | "urgent" | "reply";
  started_at: number;
  sent_at: number | null;
  title: string;
}
export interface QuestionMarkRow {
  id: string;
  title: string;
  asked_at: number;
  answer: string | null;
}
export interface SleepRow {
  started_at: number;
  ended_at: number | null;
}
/** A stretch with events: `at` its start in seconds since the epoch, `last` the newest inbox id in it. */
export interface EventBucket {
  at: number;
  until: number;
  n: number;
  last: number;
}

export interface DayRows {
  counts: { events: number; runs: number; said: number };
  /** Either every event, or (on a day with too many) stretches of it. */
  events: { each: EventMarkRow[] } | { buckets: EventBucket[] };
  deliveries: DeliveryMarkRow[];
  questions: QuestionMarkRow[];
  sleeps: SleepRow[];
}

interface Count {
  n: number;
}

const fiveMinutes = 300;

export function createDayQueries(store: Store) {
  const events = store.prepare<Count>(sql.eventsBetween);
  const runs = store.prepare<Count>(sql.runsBetween);
  const said = store.prepare<Count>(sql.saidBetween);
  const marks = store.prepare<EventMarkRow>(sql.eventMarks);
  const buckets = store.prepare<{ bucket: number; n: number; last: number }>(sql.eventBuckets);
  const deliveries = store.prepare<DeliveryMarkRow>(sql.deliveryMarks);
  const questions = store.prepare<QuestionMarkRow>(sql.questionMarks);
  const sleeps = store.prepare<SleepRow>(sql.sleepsTouching);

  /** The least width, in steps of five minutes, with which `room` stretches cover the day. */
  const widthFor = (seconds: number, room: number) => Math.ceil(seconds / room / fiveMinutes) * fiveMinutes;

  return {
    /**
     * @param from the day's first second, @param until the first second after it.
     * @param marksMax the most marks altogether: a third at the most for deliveries, a third for questions.
     */
    day(from: number, until: number, marksMax: number): DayRows {
      const third = Math.floor(marksMax / 3);
      const sent = deliveries.all(from, until, third);
      const asked = questions.all(from, until, third);
      const room = marksMax - sent.length - asked.length;
      const count = events.get({ from, until })?.n ?? 0;
      const width = widthFor(until - from, room);
      return {
        counts: { events: count, runs: runs.get(from, until)?.n ?? 0, said: said.get(from, until)?.n ?? 0 },
        events:
          count <= room
            ? { each: marks.all({ from, until, limit: room }) }
            : {
                buckets: buckets.all({ from, until, width }).map(({ bucket, n, last }) => ({
                  at: from + bucket * width,
                  until: Math.min(from + (bucket + 1) * width, until),
                  n,
                  last,
                })),
              },
        deliveries: sent,
        questions: asked,
        sleeps: sleeps.all(from, until, until),
      };
    },
  };
}
