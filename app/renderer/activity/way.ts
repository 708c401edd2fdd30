// An event's way as steps in the order they happened. Pure: takes main's rows apart, decides nothing.
import type { ActivityDetail, Decided } from "../../preload/contract/views.ts";
import { texts } from "../texts/activity.ts";
import { texts as decided } from "../texts/decided.ts";

export interface Step {
  at: number;
  kind: "received" | "run" | "call" | "approval" | "message" | "finished";
  title: string;
  /** Short lines below the title. */
  lines: string[];
  /** Of a call: who or what decided it. */
  decided: Decided | null;
  /** Where more of it stands in Permissions. */
  leads: { part: string; text: string }[];
  /** Long text below those: an error, arguments, a result. */
  long: string[];
  bad: boolean;
  /** Of a run in which a model thought: where its steps are. */
  run?: number;
}

const words = texts.steps;
const filled = (parts: (string | null)[]) => parts.filter((part): part is string => part !== null && part !== "");

export function wayOf(detail: ActivityDetail, moment: (at: number) => string): Step[] {
  const steps: Step[] = [
    {
      at: detail.receivedAt,
      kind: "received",
      title: words.received,
      lines: [detail.redelivered > 0 ? texts.redelivered(String(detail.redelivered)) : ""].filter(Boolean),
      decided: null,
      leads: [],
      long: [],
      bad: false,
    },
    ...detail.runs.map(
      (run, at): Step => ({
        at: run.startedAt,
        kind: "run",
        title: words.run(run.attempt, detail.runs[at - 1]?.attempt === run.attempt),
        lines: [
          run.ending === null && run.endedAt === null
            ? words.running
            : run.ending === null
              ? ""
              : words.runEnded(run.ending),
        ],
        decided: null,
        leads: [],
        long: filled([run.error]),
        bad: run.error !== null,
        ...(run.thought ? { run: run.id } : {}),
      }),
    ),
    ...detail.calls.map(
      (call): Step => ({
        // A call that was not started yet belongs to the run that wanted it.
        at: call.startedAt ?? call.endedAt ?? detail.runs.at(-1)?.startedAt ?? detail.receivedAt,
        kind: "call",
        title: words.call(call.title),
        lines: [`${call.tool} · ${words.callStatus(call.status, call.starts)}`, words.effectKey(call.effectKey)],
        decided: call.decided,
        leads: call.uses.map((use, index) => ({ part: `use:${use}`, text: words.use(index) })),
        long: filled([call.arguments, call.result, call.error]),
        bad: call.error !== null,
      }),
    ),
    ...detail.approvals.map(
      (approval): Step => ({
        at: approval.askedAt,
        kind: "approval",
        title: words.asked(approval.title),
        lines:
          approval.answer === null
            ? [filled([words.waiting, approval.due === null ? null : words.due(moment(approval.due))]).join(" ")]
            : [
                filled([
                  words.answered(approval.answer),
                  approval.answer === "expired" || approval.from === null ? null : decided.from(approval.from),
                  approval.answeredAt === null ? null : moment(approval.answeredAt),
                ]).join(" "),
                ...filled([
                  approval.words === null ? null : words.words(approval.words),
                  approval.replacedBy === null ? null : words.replaced,
                  approval.always === null ? null : words.always,
                ]),
              ],
        decided: null,
        leads: approval.answer === null ? [] : [{ part: `answer:${approval.id}`, text: words.answer }],
        long: filled([approval.always]),
        bad: false,
      }),
    ),
    ...detail.messages.map(
      (message): Step => ({
        at: message.created,
        kind: "message",
        title: words.message,
        lines: [message.body, message.sentAt === null ? words.held : words.sent(moment(message.sentAt))],
        decided: null,
        leads: [],
        long: [],
        bad: false,
      }),
    ),
  ];
  // A stable sort: things of the same second stay in the order above, which is the order in which they can happen.
  steps.sort((a, b) => a.at - b.at);
  if (detail.finishedAt !== null) {
    const outcome = outcomeOf(detail);
    steps.push({
      at: detail.finishedAt,
      kind: "finished",
      title: `${words.finished}: ${outcome}`,
      lines: filled([detail.reason]),
      decided: null,
      leads: [],
      long: filled([detail.error]),
      bad: detail.status === "dead",
    });
  }
  return steps;
}

/** Of a message it is known here whether it was sent; a held one was not told yet. */
function outcomeOf({ outcome, status, messages }: ActivityDetail): string {
  if (outcome === null) return texts.statuses[status];
  if (outcome !== "message" || messages.length === 0) return texts.outcomes[outcome];
  return messages.every((message) => message.sentAt !== null) ? words.told : words.toBeTold;
}
