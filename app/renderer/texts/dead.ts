// The words of Dead events: what could not be handled, and the two things to do about it.
import { texts as common } from "./common.ts";

export const texts = {
  title: "Dead events",
  lead: "Events that failed every attempt. They stay here until you retry or discard them.",
  retry: "Retry",
  discard: "Discard",
  attempts: (count: number) => (count === 1 ? "1 attempt" : `${count} attempts`),
  received: (time: string) => `received ${time}`,
  died: (time: string) => `given up ${time}`,
  redelivered: (count: number, time: string | null) =>
    `delivered again ${common.times(count)}${time === null ? "" : `, last ${time}`}`,
  payload: "Payload",
  activity: "Show its way",
  outcomes: "What became of it",
  empty: {
    title: "Nothing has died",
    lead: "An event that fails all its attempts is parked here with its reason, instead of being lost.",
    rest: "You can then look at its payload, retry it or discard it.",
    step: "See all activity",
  },
};
