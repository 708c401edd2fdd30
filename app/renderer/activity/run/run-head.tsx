// A run in a few facts: what it does or how it ended, what it used, and while it is on the way to stop it.
import { Square } from "lucide-react";
import type { ReactNode } from "react";
import type { RunView } from "../../../preload/contract/runs.ts";
import { useMainNow } from "../../api/main-clock.ts";
import { useCommand } from "../../api/queries.ts";
import { duration, useFormat } from "../../format.ts";
import { routeHash } from "../../frame/route.ts";
import { Button } from "../../parts/button.tsx";
import { Linked } from "../../parts/linked.tsx";
import { Outcome } from "../../parts/outcome.tsx";
import { texts } from "../../texts/run.ts";
import { usedText } from "./use-text.ts";

export function RunHead({ run }: { run: RunView }) {
  const stop = useCommand("activity.stopRun", ["activity", "run", "status"]);
  const on = run.endedAt === null;
  return (
    <div className="mb-[26px] rounded-card border border-line bg-raised px-4 py-3.5 shadow-card">
      <div className="flex min-h-7 flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">{on ? <Now run={run} /> : <Ended run={run} />}</div>
        {on && (
          <Button size="small" busy={stop.isPending} onClick={() => stop.mutate({ id: run.id })}>
            <Square size={11} aria-hidden="true" />
            {texts.stop}
          </Button>
        )}
      </div>
      <Outcome of={stop} />
      <Facts run={run} />
    </div>
  );
}

/** What it does now, in a place that never changes its height; only a change of it is read out, not the seconds. */
function Now({ run }: { run: RunView }) {
  const now = useMainNow(1);
  const { kind, what, since } = run.doing ?? { kind: "working" as const, what: null, since: run.startedAt };
  return (
    <p className="flex items-start gap-2.5 font-semibold">
      <span aria-hidden="true" className="mt-[7px] size-2 shrink-0 rounded-full bg-accent" />
      <span className="min-w-0">
        <span role="status" className="line-clamp-2 [overflow-wrap:anywhere]">
          {texts.doing(kind, what)}
        </span>
        <span className="block text-small font-normal text-ink2 tabular-nums">{texts.for(duration(now - since))}</span>
      </span>
    </p>
  );
}

function Ended({ run }: { run: RunView }) {
  const bad = run.ending === "failed" && run.halted === null;
  return (
    <>
      <p className={`font-semibold ${bad ? "text-bad" : ""}`}>
        {run.halted === null ? texts.ended(run.ending) : texts.halted[run.halted]}
      </p>
      {run.error !== null && (
        <p className="text-head break-words whitespace-pre-line text-ink2 [overflow-wrap:anywhere]">
          <Linked text={run.error} />
        </p>
      )}
    </>
  );
}

function Facts({ run }: { run: RunView }) {
  const format = useFormat();
  const now = useMainNow(60);
  const words = texts.facts;
  const facts: [string, ReactNode][] = [[words.began, format.moment(run.startedAt, now)]];
  if (run.endedAt !== null) facts.push([words.took, duration(run.endedAt - run.startedAt)]);
  if (run.model !== null) facts.push([words.model, run.model.name]);
  facts.push([words.used, usedText(run.use, true)]);
  if (run.opinions !== null) {
    const { requests } = run.opinions;
    facts.push([words.opinions, `${texts.use.requests(requests)} · ${usedText(run.opinions, false)}`]);
  }
  if (run.session !== null) facts.push([words.session, <Session key="session" session={run.session} />]);
  if (run.provenance === "untrusted") facts.push([words.text, words.untrusted]);
  return (
    <dl aria-label={words.list} className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-small">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink2">{name}</dt>
          <dd className="min-w-0 tabular-nums [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Session({ session }: { session: NonNullable<RunView["session"]> }) {
  const beside = [
    [session.earlier, texts.earlier],
    [session.later, texts.later],
  ] as const;
  return (
    <>
      {texts.session(session.runs)}
      {usedText(session.use, false)}
      {beside.map(
        ([id, name]) =>
          id !== null && (
            <span key={name}>
              {" · "}
              <a
                href={routeHash({ view: "activity", ref: `run-${id}` })}
                className="rounded-sm underline decoration-1 underline-offset-2 hover:decoration-2"
              >
                {name}
              </a>
            </span>
          ),
      )}
    </>
  );
}
