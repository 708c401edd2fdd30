// Reminders of secrets that stop working: two weeks before, three days before, and on the day, at nine in the morning.
// Promises: each is said once, and moves with its date. Refuses: to remind of days that are over; the window shows those.
import type { Settings } from "../settings/model.ts";

export interface Reminder {
  id: string;
  /** Seconds since the epoch. */
  due: number;
  text: string;
}

export interface ReminderParts {
  settings: () => Pick<Settings, "sources" | "credentials">;
  engine: {
    remind(id: string, due: number, text: string): void;
    forgetReminder(id: string): void;
    timers: { list(now: number): { id: string; due: number }[] };
  };
  clock: { now(): number };
}

/** How the engine names the timers of these reminders. */
const timerPrefix = "remind:";
const idPrefix = "expiry:";
const daysBefore = [14, 3, 0] as const;
const hour = 9;

function sentence(what: string, name: string, days: number, expiresOn: string): string {
  const when = days === 0 ? "stops working today" : `stops working in ${days} days, on ${expiresOn}`;
  return `The secret of the ${what} ${name} ${when}. Make a new one where it comes from, and enter it in Nightjar's window.`;
}

/** All reminders that are due after `after` (seconds). Days are those of this computer's zone. */
export function remindersOf(
  { sources, credentials }: ReturnType<ReminderParts["settings"]>,
  after: number,
): Reminder[] {
  const dated = [
    ...sources.map(({ name, expiresOn }) => ({ what: "source", name, expiresOn })),
    ...credentials.map(({ name, expiresOn }) => ({ what: "credential", name, expiresOn })),
  ];
  return dated.flatMap(({ what, name, expiresOn }) => {
    const [year = 0, month = 1, day = 1] = (expiresOn ?? "").split("-").map(Number);
    if (expiresOn === null) return [];
    return daysBefore
      .map((days) => ({
        id: `${idPrefix}${what}:${name}:${days}`,
        due: Math.floor(new Date(year, month - 1, day - days, hour).getTime() / 1000),
        text: sentence(what, name, days, expiresOn),
      }))
      .filter(({ due }) => due > after);
  });
}

/**
 * What stands is read from the timers each time: a secret may have gone while Nightjar was not running.
 * @returns what to call at start, before anything fires, and after each change of the settings
 */
export function createExpiryReminders({ settings, engine, clock }: ReminderParts): () => void {
  return () => {
    const now = clock.now();
    for (const { id, due, text } of remindersOf(settings(), now)) engine.remind(id, due, text);
    // One that is past and has not fired yet is still to be said, late, as long as its secret has that date.
    const right = new Map(remindersOf(settings(), Number.NEGATIVE_INFINITY).map(({ id, due }) => [id, due]));
    for (const timer of engine.timers.list(now)) {
      if (!timer.id.startsWith(timerPrefix + idPrefix)) continue;
      const id = timer.id.slice(timerPrefix.length);
      if (right.get(id) !== timer.due) engine.forgetReminder(id);
    }
  };
}
