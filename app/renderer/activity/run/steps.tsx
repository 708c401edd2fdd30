// A session's steps in pages, the runs they belong to set apart. New ones come behind the last, and nothing above them moves.
import { useEffect, useLayoutEffect, useRef } from "react";
import type { RunDoing, RunStep } from "../../../preload/contract/runs.ts";
import { useSteps } from "../../api/run-queries.ts";
import { useMainNow } from "../../api/main-clock.ts";
import { duration, useFormat } from "../../format.ts";
import { routeHash } from "../../frame/route.ts";
import { Button } from "../../parts/button.tsx";
import { Answered } from "../../parts/page.tsx";
import { texts } from "../../texts/run.ts";
import { Step } from "./step.tsx";

interface Props {
  id: number;
  after: number;
  /** It is on: what comes is asked for by itself. */
  live: boolean;
  /** What it does now, behind the last step. */
  doing: RunDoing | null;
}

export function Steps({ id, after, live, doing }: Props) {
  const query = useSteps(id, after);
  const now = useMainNow(60);
  const steps = query.data?.pages.flatMap((page) => page.steps);
  const { hasNextPage, isFetching, fetchNextPage } = query;
  useEffect(() => {
    if (live && hasNextPage && !isFetching) void fetchNextPage();
  }, [live, hasNextPage, isFetching, fetchNextPage]);
  const box = useKeptInPlace(steps?.[0]?.id ?? null);
  return (
    <Answered query={{ data: steps, error: query.error, refetch: query.refetch }}>
      {(all) => (
        <div ref={box}>
          {query.hasPreviousPage && (
            <div className="mb-4 flex justify-center">
              <Button size="small" busy={query.isFetchingPreviousPage} onClick={() => void query.fetchPreviousPage()}>
                {query.isFetchingPreviousPage ? texts.loading : texts.earlierSteps}
              </Button>
            </div>
          )}
          {byRun(all).map(({ run, begins, steps: own }) => (
            <div key={own[0]?.id ?? run} className="mb-4 last:mb-0">
              {all.some((step) => step.run !== id) && <Begins id={id} run={run} begins={begins} now={now} />}
              <ol aria-label={texts.steps}>
                {own.map((step, at) => (
                  <Step key={step.id} step={step} now={now} last={at === own.length - 1 && !(live && run === id)} />
                ))}
              </ol>
            </div>
          ))}
          {live && <DoingLine doing={doing} />}
          {query.hasNextPage && !live && (
            <div className="mt-4 flex justify-center">
              <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {query.isFetchingNextPage ? texts.loading : texts.laterSteps}
              </Button>
            </div>
          )}
        </div>
      )}
    </Answered>
  );
}

/** The head says it too, and says it to a screen reader: here it is for the eye that follows the steps. */
function DoingLine({ doing }: { doing: RunDoing | null }) {
  const now = useMainNow(1);
  if (doing === null) return null;
  return (
    <p aria-hidden="true" className="relative flex min-h-5 gap-1.5 pl-5 text-head text-ink2 tabular-nums">
      <span className="absolute top-[6.5px] left-0 size-2 rounded-full border-2 border-accent" />
      <span className="truncate">{texts.doing(doing.kind, doing.what)}</span>
      <span className="shrink-0">{texts.for(duration(now - doing.since))}</span>
    </p>
  );
}

interface Stretch {
  run: number;
  begins: RunStep["begins"];
  steps: RunStep[];
}

/** Steps of one run that follow each other belong together, wherever a page ends. Pure. */
function byRun(steps: readonly RunStep[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const step of steps) {
    const last = stretches.at(-1);
    if (last?.run === step.run) last.steps.push(step);
    else stretches.push({ run: step.run, begins: step.begins, steps: [step] });
  }
  return stretches;
}

function Begins({ id, run, begins, now }: { id: number; now: number } & Pick<Stretch, "run" | "begins">) {
  const format = useFormat();
  if (begins === null) return null;
  const name = texts.run(run, format.moment(begins.startedAt, now));
  return (
    <h3 className="mb-2 text-small font-medium text-ink2">
      {run === id ? (
        <>
          {name} · {texts.thisRun}
        </>
      ) : (
        <a
          href={routeHash({ view: "activity", ref: `run-${run}` })}
          className="rounded-sm underline decoration-1 underline-offset-2 hover:text-ink hover:decoration-2"
        >
          {name}
        </a>
      )}
    </h3>
  );
}

/** When steps come in front of the first, what was in sight stays where it was. */
function useKeptInPlace(first: number | null) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<{ first: number | null; height: number }>({ first: null, height: 0 });
  useLayoutEffect(() => {
    const height = box.current?.offsetHeight ?? 0;
    const was = before.current;
    if (first !== null && was.first !== null && first < was.first) window.scrollBy(0, height - was.height);
    before.current = { first, height };
  });
  return box;
}
