// The whole of one event: its facts, its way, its payload, and "Run anyway" for a twin.
import { Play } from "lucide-react";
import type { ActivityDetail } from "../../preload/contract/views.ts";
import { useActivityDetail, useCommand } from "../api/queries.ts";
import { useMainNow } from "../api/main-clock.ts";
import { useFormat } from "../format.ts";
import { Button } from "../parts/button.tsx";
import { CodeBlock } from "../parts/code-block.tsx";
import { Disclosure } from "../parts/disclosure.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { Answered } from "../parts/page.tsx";
import { prettyJson } from "../parts/pretty-json.ts";
import { texts } from "../texts/activity.ts";
import { wayOf } from "./way.ts";
import { WayStep } from "./way-step.tsx";

export function Detail({ id }: { id: number }) {
  const query = useActivityDetail(id);
  return (
    <Answered query={query}>
      {(detail) => (detail === null ? <p className="text-ink2">{texts.notThere}</p> : <DetailOf detail={detail} />)}
    </Answered>
  );
}

function DetailOf({ detail }: { detail: ActivityDetail }) {
  const format = useFormat();
  const now = useMainNow(60);
  const moment = (at: number) => format.moment(at, now);
  const steps = wayOf(detail, moment);
  return (
    <div className="flex flex-col gap-3.5">
      {detail.twinOf !== null && <Twin detail={detail} />}
      <ol aria-label={texts.way}>
        {steps.map((step, index) => (
          <WayStep
            key={`${step.kind} ${step.at} ${step.title}`}
            step={step}
            last={index === steps.length - 1}
            now={now}
          />
        ))}
      </ol>
      <Facts detail={detail} />
      <Disclosure label={texts.payload}>
        {() => <CodeBlock label={texts.payload}>{prettyJson(detail.payload)}</CodeBlock>}
      </Disclosure>
    </div>
  );
}

function Twin({ detail }: { detail: ActivityDetail }) {
  const run = useCommand("activity.runAnyway", ["activity", "status"]);
  return (
    <div className="rounded-control border border-line bg-raised px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-64 text-head">{texts.twinOf(detail.twinOf ?? 0)}</p>
        {detail.outcome === "twin" && (
          <Button size="small" busy={run.isPending} onClick={() => run.mutate({ id: detail.id })}>
            <Play size={12} aria-hidden="true" />
            {texts.runAnyway}
          </Button>
        )}
      </div>
      <Outcome of={run} />
    </div>
  );
}

function Facts({ detail }: { detail: ActivityDetail }) {
  const facts: [string, string][] = [
    [texts.facts.id, String(detail.id)],
    [texts.facts.key, `${detail.source} / ${detail.sourceId}`],
    ...(detail.session === null ? [] : [[texts.facts.session, detail.session] satisfies [string, string]]),
    [texts.facts.trust, detail.trust === "untrusted" ? texts.facts.untrusted : texts.facts.trusted],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-small">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink2">{name}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
