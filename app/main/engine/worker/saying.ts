// A timer that only says something: its event becomes that message, without an agent. Promises: only what the engine or the
// person has set, in their own words. Refuses: text of an agent's, which is a stranger's (its timer's event is untrusted).
import type { ClaimedEvent } from "../inbox/events.ts";

export interface Saying {
  text: string;
  /** The person asked for that very minute: neither the gap nor quiet hours hold it. */
  urgent: boolean;
}

/** What `{ say }` says, when the event may say it; else null. */
export function sayingOf({ source, kind, trust, payload }: ClaimedEvent): Saying | null {
  if (source !== "timer" || kind !== "timer" || trust !== "trusted") return null;
  const { say, urgent } = JSON.parse(payload) as { say?: unknown; urgent?: unknown };
  return typeof say === "string" && say.trim() !== "" ? { text: say, urgent: urgent === true } : null;
}
