// One step of an event's way: a dot on a line, the time, what happened.
import { useFormat } from "../format.ts";
import { Decided } from "../parts/decided.tsx";
import { Linked } from "../parts/linked.tsx";
import { PartLink } from "../parts/part-link.tsx";
import { prettyJson } from "../parts/pretty-json.ts";
import { RunLink } from "./run/run-link.tsx";
import type { Step } from "./way.ts";

const dots: Record<Step["kind"], string> = {
  received: "rounded-full border-2 border-ink3 bg-panel",
  run: "rounded-full bg-ink3",
  call: "rounded-full bg-accent",
  approval: "rotate-45 rounded-[1.5px] border-[1.5px] border-warn bg-panel",
  message: "rounded-full bg-good",
  finished: "rounded-full bg-ink3",
};

export function WayStep({ step, last, now }: { step: Step; last: boolean; now: number }) {
  const format = useFormat();
  const sameDay = format.dayKey(step.at) === format.dayKey(now);
  return (
    <li className={`relative flex gap-3 pl-5 ${last ? "" : "pb-3"}`}>
      {!last && <span aria-hidden="true" className="absolute top-3 bottom-[-4px] left-[3.5px] w-px bg-strong" />}
      <span
        aria-hidden="true"
        className={`absolute top-[6.5px] left-0 size-2 ${step.bad ? "rounded-full bg-bad" : dots[step.kind]}`}
      />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 font-medium break-words">{step.title}</span>
          <time
            dateTime={new Date(step.at * 1000).toISOString()}
            className="shrink-0 text-small text-ink3 tabular-nums"
          >
            {sameDay ? format.timeWithSeconds(step.at) : format.moment(step.at, now)}
          </time>
        </p>
        {step.lines.map((line) => (
          <p key={line} className="text-head break-words whitespace-pre-line text-ink2 [overflow-wrap:anywhere]">
            <Linked text={line} />
          </p>
        ))}
        {step.run !== undefined && <RunLink id={step.run} />}
        {step.decided !== null && (
          <p className="text-head break-words text-ink2">
            <Decided what={step.decided} />
          </p>
        )}
        {step.long.map((text) => (
          <pre
            key={text}
            className="mt-1 rounded-control border border-line bg-code px-2.5 py-1.5 whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            <Linked text={prettyJson(text)} />
          </pre>
        ))}
        {step.leads.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-x-3 text-head text-ink2">
            {step.leads.map(({ part, text }) => (
              <PartLink key={part} part={part}>
                {text}
              </PartLink>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}
