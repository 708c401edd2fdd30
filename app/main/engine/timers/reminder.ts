// A follow-up that only says something: its event becomes that text. Promises: its key is of its moment.
// Refuses: text that is not the engine's own or the person's.
import type { NewFollowUp } from "./rows.ts";

export const reminderId = (id: string): string => `remind:${id}`;

/** Its key is of its moment: however often it is set, it is said once. */
export function reminder(id: string, due: number, say: string): NewFollowUp {
  const key = `${reminderId(id)}@${due}`;
  return {
    id: reminderId(id),
    due,
    name: "reminder",
    payload: { say },
    ev_source: "timer",
    ev_id: key,
    origin: "engine",
  };
}
