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
  engine: { remind(id: string, due: number, text: string): void; forgetReminder(id: string): void };
  clock: { now(): number };
}

const daysBefore = [14, 3, 0] as const;
const hour = 9;

function sentence(what: string, name: string, days: number, expiresOn: string): string {
  const when = days === 0 ? "stops working today" : `stops working in ${days} days, on ${expiresOn}`;
  return `The secret of the ${what} ${name} ${when}. Make a new one where it comes from, and enter it in Nightjar's window.`;
}

/** All reminders that are still to come. Days are those of this computer's zone. */
export function remindersOf({ sources, credentials }: ReturnType<ReminderParts["settings"]>, now: number): Reminder[] {
  const dated = [
    ...sources.map(({ name, expiresOn }) => ({ what: "source", name, expiresOn })),
    ...credentials.map(({ name, expiresOn }) => ({ what: "credential", name, expiresOn })),
  ];
  return dated.flatMap(({ what, name, expiresOn }) => {
    const [year = 0, month = 1, day = 1] = (expiresOn ?? "").split("-").map(Number);
    if (expiresOn === null) return [];
    return daysBefore
      .map((days) => ({
        id: `expiry:${what}:${name}:${days}`,
        due: Math.floor(new Date(year, month - 1, day - days, hour).getTime() / 1000),
        text: sentence(what, name, days, expiresOn),
      }))
      .filter(({ due }) => due > now);
  });
}

/** @returns what to call at start and after each change of the settings */
export function createExpiryReminders({ settings, engine, clock }: ReminderParts): () => void {
  let standing = new Set<string>();
  return () => {
    const wanted = remindersOf(settings(), clock.now());
    for (const { id, due, text } of wanted) engine.remind(id, due, text);
    const now = new Set(wanted.map(({ id }) => id));
    for (const id of standing) if (!now.has(id)) engine.forgetReminder(id);
    standing = now;
  };
}
