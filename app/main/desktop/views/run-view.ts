// One run as the window shows it: its facts, its session's steps in pages, long texts by their place, and what models used today.
// Promises: every answer is bounded. Refuses: to change anything; a run is stopped elsewhere.
import type { Input, Outputs } from "../../../preload/contract/channels.ts";
import type { RunDoing, Use } from "../../../preload/contract/runs.ts";
import { createActivityQueries } from "../../engine/views/activity.ts";
import { createRunEntries } from "../../engine/views/run-entries.ts";
import { createRunQueries, type RunFacts, type RunQueries, type UseRow } from "../../engine/views/run.ts";
import type { CauseLines } from "./cause-lines.ts";
import type { CauseReader } from "./cause-reader.ts";
import type { ViewParts } from "./parts.ts";
import { entryText, runSteps } from "./run-steps.ts";
import { createCutter, textFrom } from "./thought-text.ts";
import { dayOf } from "./times.ts";
import { visible, visibleLines } from "./visible-text.ts";

const pageRows = 40;
const eventsMax = 100;
const messagesMax = 50;
const approvalsMax = 10;
/** Characters of one text on a page, of all of them, and of each once that is used up. */
const shownMax = 1200;
const pageMax = 400_000;
const leastMax = 160;
/** Characters of a text that is asked for by itself. */
const pieceMax = 60_000;

function usedBy(row: UseRow): Use {
  const { costMicros, unpriced, ...counted } = row;
  const priced = row.requests - row.unanswered - unpriced;
  return { ...counted, costMicros: unpriced > 0 && priced <= 0 ? null : costMicros, partly: unpriced > 0 };
}

/** What a run does now; null when it has ended. */
function doingOf(queries: RunQueries, run: RunFacts): RunDoing | null {
  if (run.ended_at !== null) return null;
  const request = queries.lastRequest(run.id);
  if (request !== undefined && request.ended_at === null)
    return { kind: request.purpose === "opinion" ? "opinion" : "model", what: null, since: request.started_at };
  const call = queries.callUnderway(run.session);
  if (call === undefined) return { kind: "working", what: null, since: request?.ended_at ?? run.started_at };
  return { kind: "call", what: visible(call.title), since: call.started_at ?? run.started_at };
}

interface Deps {
  parts: Pick<ViewParts, "store" | "settings" | "clock" | "zone">;
  causes: CauseLines;
  causeReader: CauseReader;
  /** Hosts that are known, for what looks like one of them. */
  hosts: () => string[];
}

export function createRunViews({ parts, causes, causeReader, hosts }: Deps) {
  const { store, settings, clock, zone } = parts;
  const queries = createRunQueries(store);
  const entries = createRunEntries(store);
  const { approvalsOf } = createActivityQueries(store);

  /** Which events of a run came from outside: what is noticed in their texts is worth a word. */
  function strangers(): (run: number, event: number) => boolean {
    const known = new Map<number, Set<number>>();
    return (run, event) => {
      const before = known.get(run);
      const events =
        before ??
        new Set(queries.events(run, eventsMax).flatMap(({ id, trust }) => (trust === "untrusted" ? [id] : [])));
      known.set(run, events);
      return events.has(event);
    };
  }

  return {
    run(id: number): Outputs["activity.run"] {
      const run = queries.run(id);
      if (run === undefined) return null;
      const { earlier, later, count } = queries.beside(run);
      const model = queries.lastRequest(id);
      const opinions = queries.opinionsOfRun(id);
      return {
        ...{ now: clock.now(), id, startedAt: run.started_at, endedAt: run.ended_at, ending: run.ending },
        halted: run.halted,
        error: run.error === null ? null : visibleLines(run.error),
        doing: doingOf(queries, run),
        thought: run.thought === 1,
        provenance: run.provenance,
        model: model === undefined ? null : { provider: model.provider, name: visible(model.model) },
        events: queries.events(id, eventsMax).map((event) => ({
          ...{ id: event.id, cause: causes.hinted(event.id), status: event.status, outcome: event.outcome },
          reason: event.reason === null ? null : visible(event.reason),
          attempt: event.attempt,
        })),
        messages: queries.messages(id, messagesMax).map(({ id: message, body, created, sent_at, delivery }) => ({
          ...{ id: message, body: visibleLines(body), created, sentAt: sent_at, delivery },
        })),
        use: usedBy(queries.useOfRun(id)),
        opinions: opinions.requests === 0 ? null : usedBy(opinions),
        session: count < 2 ? null : { runs: count, earlier, later, use: usedBy(queries.useOfSession(run.session)) },
        mark: entries.markOf(run.session, id, pageRows),
      };
    },
    steps(id: number, mark: Input<"activity.steps">["mark"]): Outputs["activity.steps"] {
      const run = queries.run(id);
      if (run === undefined) return null;
      const page = entries.page(run.session, mark, pageRows);
      const isStranger = strangers();
      const known = hosts();
      const runOf = new Map(page.entries.flatMap(({ run: of }) => (of === id ? [[of, run] as const] : [])));
      const steps = runSteps(page.entries, {
        cut: createCutter(shownMax, pageMax, leastMax),
        rules: settings.current().permissions,
        cause: causes.hinted,
        findings: (event, of) => (isStranger(of, event) ? causeReader.findings(event, known) : []),
        callsOf: (entry) => entries.callsOf(run.session, entry),
        approvalsOf: (call) => approvalsOf(call, approvalsMax),
        titleOf(number) {
          const title = entries.titleOf(run.session, number);
          return title === null ? null : visible(title);
        },
        run: (of) => runOf.get(of) ?? queries.run(of),
      });
      return { steps, earlier: page.earlier, later: page.later };
    },
    text(id: number, place: Input<"activity.text">["place"], from: number): Outputs["activity.text"] {
      const run = queries.run(id);
      if (run === undefined) return null;
      if ("call" in place) {
        const text = entries.callTexts(run.session, place.call)?.[place.of] ?? null;
        return text === null ? null : textFrom(text, place.of === "error" ? "prose" : "json", place, from, pieceMax);
      }
      const row = entries.entry(run.session, place.entry);
      const found = row === undefined ? undefined : entryText(row, place.part);
      return found === undefined ? null : textFrom(found.text, found.form, place, from, pieceMax);
    },
    spent(): Outputs["activity.spent"] {
      const now = clock.now();
      const { model, limits } = settings.current();
      const { dayTokens, dayUsd } = limits;
      const use = usedBy(queries.useSince(dayOf(now, zone()).from));
      return { now, model: model !== null, use, limits: { dayTokens, dayUsd } };
    },
    /** What a run does in which a model thinks; null for another, and when it has ended. */
    thinking(id: number): RunDoing | null {
      const run = queries.run(id);
      return run === undefined || run.thought === 0 ? null : doingOf(queries, run);
    },
  };
}

export type RunViews = ReturnType<typeof createRunViews>;
