// One run of a model: what it was about, how it thought step by step, what it said. Live while it is on.
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import type { RunView } from "../../../preload/contract/runs.ts";
import { useRun } from "../../api/run-queries.ts";
import { useMainNow } from "../../api/main-clock.ts";
import { useFormat } from "../../format.ts";
import { routeHash } from "../../frame/route.ts";
import { Linked } from "../../parts/linked.tsx";
import { Answered, PageHead, Region } from "../../parts/page.tsx";
import { texts } from "../../texts/run.ts";
import { RunHead } from "./run-head.tsx";
import { EventLink } from "./step.tsx";
import { Steps } from "./steps.tsx";

const eventsShown = 5;

export function OneRun({ id }: { id: number }) {
  const query = useRun(id);
  const [first] = query.data?.events ?? [];
  return (
    <>
      <a
        href={routeHash({ view: "activity", ref: null })}
        className="mb-2 -ml-1 inline-flex items-center gap-1 rounded-control px-1 text-head font-medium text-ink2 hover:text-ink"
      >
        <ArrowLeft size={14} aria-hidden="true" />
        {texts.back}
      </a>
      <PageHead title={texts.title} {...(first === undefined ? {} : { lead: <EventLink {...first} /> })} />
      <Answered query={query}>
        {(run) => (run === null ? <p className="text-ink2">{texts.notThere}</p> : <Run run={run} />)}
      </Answered>
    </>
  );
}

function Run({ run }: { run: RunView }) {
  // As it was when the page was opened: what is shown never moves because something was added to it.
  const [after] = useState(run.mark);
  return (
    <>
      <RunHead run={run} />
      {run.events.length > 1 && <About events={run.events} />}
      <Region name={texts.steps} heading={texts.steps}>
        {run.thought ? (
          <Steps id={run.id} after={after} live={run.endedAt === null} doing={run.doing} />
        ) : (
          <p className="text-ink2">{texts.nothingThought}</p>
        )}
      </Region>
      <Said messages={run.messages} />
    </>
  );
}

function About({ events }: Pick<RunView, "events">) {
  const [all, setAll] = useState(false);
  const shown = all ? events : events.slice(0, eventsShown);
  const more = events.length - shown.length;
  return (
    <Region name={texts.about} heading={texts.about} count={events.length}>
      <ul className="text-head text-ink2">
        {shown.map(({ id, cause, attempt }) => (
          <li key={id}>
            <EventLink id={id} cause={cause} />
            {texts.attempt(attempt)}
          </li>
        ))}
        {more > 0 && (
          <li>
            <button
              type="button"
              onClick={() => setAll(true)}
              className="rounded-sm underline decoration-1 underline-offset-2 hover:text-ink"
            >
              {texts.more(more)}
            </button>
          </li>
        )}
      </ul>
    </Region>
  );
}

function Said({ messages }: Pick<RunView, "messages">) {
  const format = useFormat();
  const now = useMainNow(60);
  if (messages.length === 0) return null;
  return (
    <Region name={texts.said} heading={texts.said}>
      <ul className="flex flex-col gap-2">
        {messages.map(({ id, body, sentAt, delivery }) => (
          <li key={id} className="rounded-card border border-line bg-raised px-4 py-3">
            <p className="break-words whitespace-pre-line [overflow-wrap:anywhere]">
              <Linked text={body} />
            </p>
            <p className="text-small text-ink2">
              {sentAt === null || delivery === null ? (
                texts.held
              ) : (
                <a
                  href={routeHash({ view: "today", ref: String(delivery) })}
                  className="rounded-sm underline decoration-1 underline-offset-2 hover:text-ink hover:decoration-2"
                >
                  {texts.saidWhere(format.moment(sentAt, now))}
                </a>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Region>
  );
}
