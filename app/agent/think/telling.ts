// The message that tells the model what is new: events, outcomes of calls that waited, and what time it is for the person.
// Promises: texts from outside are fenced and bounded; the time stands here, where it spoils no cache. Refuses: empty messages.
import type { AgentCallAnswer } from "../../preload/contract/agent.ts";
import type { ThoughtEvent } from "../../preload/contract/thinking.ts";
import { showable } from "../text.ts";
import { shares } from "./estimate.ts";
import { fence } from "./fence.ts";
import { told } from "./results.ts";

export interface Outcome {
  index: number;
  tool: string;
  title: string;
  answer: AgentCallAnswer;
}

export interface News {
  events: readonly ThoughtEvent[];
  outcomes: readonly Outcome[];
  /** A word of ours about the model's last message. */
  note: string | null;
  /** Seconds since the epoch, and the person's zone. */
  now: number;
  zone: string;
}

/** What every event is shown of at least, in characters. */
const shownLeast = 400;
const titleShownMax = 200;

/** @param lengthMax about how many characters of events and results it may hold in all. */
export async function tell({ events, outcomes, note, now, zone }: News, lengthMax: number): Promise<string> {
  const lengths = [...events.map(({ payload }) => payload.length), ...outcomes.map(sizeOf)];
  const share = shares(lengths, lengthMax, shownLeast);
  const paragraphs = [`It is ${moment(now, zone)}.`];
  if (note !== null) paragraphs.push(note);
  if (events.length > 1) paragraphs.push(`${events.length} events came.`);
  for (const [at, event] of events.entries()) paragraphs.push(await eventText(event, zone, share[at] ?? shownLeast));
  for (const [at, outcome] of outcomes.entries()) {
    const text = await told(outcome.tool, outcome.answer, share[events.length + at] ?? shownLeast);
    paragraphs.push(`What came of a call that waited (${showable(outcome.title, titleShownMax)}):\n${text}`);
  }
  return paragraphs.join("\n\n");
}

function sizeOf({ answer }: Outcome): number {
  return answer.outcome === "done" ? JSON.stringify(answer.result).length : answer.reason.length;
}

function eventText(event: ThoughtEvent, zone: string, lengthMax: number): Promise<string> {
  const kind = event.event === null ? "" : `, ${named(event.event)}`;
  const label = `Event ${event.id} from ${named(event.source)} (${named(event.kind)}${kind}), received ${moment(event.receivedAt, zone)}`;
  return fence({ label, text: event.payload, trusted: event.trusted, findings: event.findings }, lengthMax);
}

/** A name that came from outside stands outside of the fence: no more than a word. */
const named = (name: string): string => name.replace(/[^\p{L}\p{N}_.:/-]/gu, "_").slice(0, 80);

/** The day and the time by the person's clock. */
export function moment(seconds: number, zone: string): string {
  const style: Intl.DateTimeFormatOptions = { dateStyle: "full", timeStyle: "short", hourCycle: "h23" };
  const date = new Date(seconds * 1000);
  try {
    return `${new Intl.DateTimeFormat("en-GB", { ...style, timeZone: zone }).format(date)} (${zone})`;
  } catch {
    return `${new Intl.DateTimeFormat("en-GB", { ...style, timeZone: "UTC" }).format(date)} (UTC)`;
  }
}
