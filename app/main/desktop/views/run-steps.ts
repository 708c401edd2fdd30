// A session's transcript as steps one can follow. Promises: every entry is a step, every call stands with what became of it, also days
// later; texts are cut, never left out. Refuses: to take a stranger's text for anything but text.
import type { CardFinding } from "../../../preload/contract/approvals.ts";
import type { RunCall, RunStep, Use } from "../../../preload/contract/runs.ts";
import type { Finding } from "../../engine/permissions/facts.ts";
import type { PermissionRule } from "../../engine/permissions/rule.ts";
import type { ApprovalRow } from "../../engine/views/activity.ts";
import type { EntryCallRow, EntryRow } from "../../engine/views/run-entries.ts";
import { decidedOf } from "./permission-lines.ts";
import { type Cutter, type EntryMeta, type EntryPart, entryMeta, entryParts } from "./thought-text.ts";
import { visible, visibleLines } from "./visible-text.ts";

/** What steps are made with beside their entries. */
export interface StepParts {
  cut: Cutter;
  rules: readonly PermissionRule[];
  cause: (event: number) => string;
  /** What is noticed in an event's text; nothing for one that is trusted. */
  findings: (event: number, run: number) => readonly Finding[];
  callsOf: (entry: Pick<EntryRow, "id" | "calls">) => EntryCallRow[];
  approvalsOf: (call: string) => ApprovalRow[];
  /** The title of the call with this number; null when there is none. */
  titleOf: (number: number) => string | null;
  run: (id: number) => { id: number; started_at: number; ending: string | null } | undefined;
}

const eventsMax = 20;
/** A message in more pieces than this is no model's way to speak: it is shown as it came. */
const partsMax = 200;

const findingLine = (place: CardFinding["in"], { kind, where, what }: Finding): CardFinding => ({
  ...{ in: place, kind },
  where: where === "text" ? "" : visible(where),
  what: visible(what),
});

function entryUse(row: EntryRow): Use | null {
  if (row.started_at === null || row.input === null) return null;
  const { input, output, cacheRead, cacheWrite, costMicros, started_at, ended_at } = row;
  return {
    ...{ requests: 1, unanswered: 0, input, costMicros, partly: costMicros === null },
    ...{ output: output ?? 0, cacheRead: cacheRead ?? 0, cacheWrite: cacheWrite ?? 0 },
    seconds: (ended_at ?? started_at) - started_at,
  };
}

function madeOf(row: EntryCallRow, changed: boolean, { cut, rules, approvalsOf }: StepParts): RunCall["made"] {
  const of = (name: "result" | "error") => ({ call: row.id, of: name });
  return {
    ...{ id: row.id, status: row.status, starts: row.starts, changed },
    ...{ startedAt: row.started_at, endedAt: row.ended_at },
    decided: decidedOf(row, rules),
    result: row.result === null ? null : cut(row.result, "json", of("result")),
    error: row.error === null ? null : cut(row.error, "prose", of("error")),
    findings: (JSON.parse(row.findings) as Finding[]).map((one) =>
      findingLine(one.kind === "order" ? "cause" : "call", one),
    ),
    approvals: approvalsOf(row.id).map((approval) => ({
      ...{ id: approval.id, title: visible(approval.title), answer: approval.answer },
      ...{ askedAt: approval.asked_at, answeredAt: approval.answered_at, from: approval.answered_from },
      words: approval.words === null ? null : visibleLines(approval.words),
    })),
  };
}

function callsOf(
  row: EntryRow,
  parts: readonly EntryPart[],
  { calls, refused }: EntryMeta,
  given: StepParts,
): RunCall[] {
  const rows = given.callsOf(row);
  return parts.flatMap((part): RunCall[] => {
    if (part.kind !== "call") return [];
    const position = calls.indexOf(part.id);
    const own = position === -1 ? [] : rows.filter(({ call_index }) => call_index === position);
    const reason = refused.get(part.id);
    if (own.length === 0) {
      const args = given.cut(part.text, "json", { entry: row.id, part: part.place });
      const why = reason === undefined ? null : visibleLines(reason);
      return [{ tool: visible(part.tool), title: null, arguments: args, refused: why, made: null }];
    }
    return own.map((call, at) => ({
      ...{ tool: visible(call.tool), title: visible(call.title), refused: null },
      arguments: given.cut(call.arguments, "json", { call: call.id, of: "arguments" }),
      made: madeOf(call, at > 0, given),
    }));
  });
}

function stepOf(row: EntryRow, begins: RunStep["begins"], given: StepParts): RunStep {
  const base = { id: row.id, at: row.at, run: row.run, begins };
  const parts = entryParts(row.body);
  const whole = (text: string, place: number) => given.cut(text, "prose", { entry: row.id, part: place });
  if (parts === null || parts.length > partsMax) return { ...base, kind: "unreadable", text: whole(row.body, 0) };
  const meta = entryMeta(row.meta);
  const [first] = parts;
  switch (row.role) {
    case "user":
      return {
        ...{ ...base, kind: "told", eventsMore: Math.max(0, meta.events.length - eventsMax) },
        events: meta.events.slice(0, eventsMax).map((id) => ({
          ...{ id, cause: given.cause(id) },
          findings: given.findings(id, row.run).map((one) => findingLine("cause", one)),
        })),
        outcomes: meta.outcomes.slice(0, eventsMax).flatMap((number) => given.titleOf(number) ?? []),
        text: whole(first?.text ?? "", first?.place ?? 0),
      };
    case "assistant":
      return {
        ...{ ...base, kind: "answered", cut: meta.cut, use: entryUse(row) },
        thinking: parts.filter(({ kind }) => kind === "thinking").map(({ text, place }) => whole(text, place)),
        said: parts
          .filter(({ kind, text }) => kind === "said" && text.trim() !== "")
          .map(({ text, place }) => whole(text, place)),
        calls: callsOf(row, parts, meta, given),
      };
    case "tool":
      return {
        ...{ ...base, kind: "results", waits: meta.open.length },
        results: parts.flatMap((part) =>
          part.kind === "result"
            ? [{ tool: visible(part.tool), failed: part.failed, text: whole(part.text, part.place) }]
            : [],
        ),
      };
    case "summary":
      return { ...base, kind: "summary", use: entryUse(row), text: whole(first?.text ?? "", first?.place ?? 0) };
  }
}

/** @param entries of one session, in their order */
export function runSteps(entries: readonly EntryRow[], given: StepParts): RunStep[] {
  let last: number | null = null;
  return entries.map((row) => {
    const run = row.run === last ? undefined : given.run(row.run);
    last = row.run;
    const begins = run === undefined ? null : { id: run.id, startedAt: run.started_at, ending: run.ending };
    return stepOf(row, begins, given);
  });
}

/** The whole of one text of an entry; undefined where there is none. */
export function entryText(row: EntryRow, place: number): { text: string; form: "prose" | "json" } | undefined {
  const parts = entryParts(row.body);
  if (parts === null || parts.length > partsMax) return { text: row.body, form: "prose" };
  const part = parts.find((one) => one.place === place);
  return part === undefined ? undefined : { text: part.text, form: part.kind === "call" ? "json" : "prose" };
}
