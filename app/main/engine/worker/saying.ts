// A timer that only says something: its event becomes that message, without an agent. Promises: only what the engine or the
// person has set, in their own words. Refuses: text of an agent's, which is a stranger's (its timer's event is untrusted).
import type { ClaimedEvent } from "../inbox/events.ts";

/** What `{ say }` says, when the event may say it; else null. */
export function sayingOf({ source, kind, trust, payload }: ClaimedEvent): string | null {
  if (source !== "timer" || kind !== "timer" || trust !== "trusted") return null;
  const { say } = JSON.parse(payload) as { say?: unknown };
  return typeof say === "string" && say.trim() !== "" ? say : null;
}
