// One step of a session: told, answered, called, told again. The same dots on a line as an event's way.
import type { ReactNode } from "react";
import type { RunStep } from "../../../preload/contract/runs.ts";
import { useFormat } from "../../format.ts";
import { routeHash } from "../../frame/route.ts";
import { Disclosure } from "../../parts/disclosure.tsx";
import { texts } from "../../texts/run.ts";
import { Call } from "./call.tsx";
import { Findings } from "./findings.tsx";
import { LongText } from "./long-text.tsx";
import { usedText } from "./use-text.ts";

const dots: Record<RunStep["kind"], string> = {
  told: "rounded-full border-2 border-ink3 bg-panel",
  answered: "rounded-full bg-accent",
  results: "rounded-full bg-ink3",
  summary: "rotate-45 rounded-[1.5px] border-[1.5px] border-ink3 bg-panel",
  unreadable: "rounded-full bg-bad",
};

export function Step({ step, now, last }: { step: RunStep; now: number; last: boolean }) {
  const format = useFormat();
  const sameDay = format.dayKey(step.at) === format.dayKey(now);
  const use = step.kind === "answered" || step.kind === "summary" ? step.use : null;
  const [title, body] = contentOf(step);
  return (
    <li className={`relative pl-5 ${last ? "" : "pb-4"}`}>
      {!last && <span aria-hidden="true" className="absolute top-3 bottom-[-4px] left-[3.5px] w-px bg-strong" />}
      <span aria-hidden="true" className={`absolute top-[6.5px] left-0 size-2 ${dots[step.kind]}`} />
      <p className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 font-medium break-words">{title}</span>
        <time dateTime={new Date(step.at * 1000).toISOString()} className="shrink-0 text-small text-ink3 tabular-nums">
          {sameDay ? format.timeWithSeconds(step.at) : format.moment(step.at, now)}
        </time>
      </p>
      {body}
      {use !== null && <p className="mt-1 text-small text-ink3 tabular-nums">{usedText(use, false)}</p>}
    </li>
  );
}

function contentOf(step: RunStep): [title: string, body: ReactNode] {
  switch (step.kind) {
    case "told":
      return [texts.told.title(step.events.length + step.eventsMore), <Told key="told" step={step} />];
    case "answered":
      return [titleOf(step), <Answered key="answered" step={step} />];
    case "results": {
      const { results, waits, run } = step;
      const whole = results.map(({ tool, failed, text }, at) => (
        // Nothing is ever added to an entry or taken from it: the position is the text's identity.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>
          <p className={`font-mono text-[0.93em] [overflow-wrap:anywhere] ${failed ? "text-bad" : "text-ink2"}`}>
            {tool}
          </p>
          <LongText run={run} text={text} label={tool} />
        </li>
      ));
      return [
        texts.results.title(results.length, waits),
        <Disclosure key="results" label={texts.results.whole}>
          {() => <ul className="flex flex-col gap-2">{whole}</ul>}
        </Disclosure>,
      ];
    }
    case "summary":
      return [
        texts.summary.title,
        <div key="summary">
          <p className="text-head text-ink2">{texts.summary.lead}</p>
          <Whole label={texts.summary.whole} step={step} />
        </div>,
      ];
    case "unreadable":
      return [texts.unreadable.title, <Whole key="unreadable" label={texts.unreadable.whole} step={step} />];
  }
}

function titleOf({ said, calls }: Extract<RunStep, { kind: "answered" }>): string {
  if (said.length > 0) return texts.answered.wrote;
  return calls.length > 0 ? texts.answered.called(calls.length) : texts.answered.quiet;
}

function Whole({ label, step }: { label: string; step: Extract<RunStep, { text: unknown }> }) {
  return <Disclosure label={label}>{() => <LongText run={step.run} text={step.text} label={label} />}</Disclosure>;
}

function Told({ step }: { step: Extract<RunStep, { kind: "told" }> }) {
  return (
    <>
      <ul className="text-head text-ink2">
        {step.events.map(({ id, cause, findings }) => (
          <li key={id} className="min-w-0">
            <EventLink id={id} cause={cause} />
            <Findings findings={findings} />
          </li>
        ))}
        {step.eventsMore > 0 && <li>{texts.more(step.eventsMore)}</li>}
        {step.outcomes.map((title) => (
          <li key={title} className="[overflow-wrap:anywhere]">
            {texts.told.outcome(title)}
          </li>
        ))}
      </ul>
      <Whole label={texts.told.whole} step={step} />
    </>
  );
}

export function EventLink({ id, cause }: { id: number; cause: string }) {
  return (
    <a
      href={routeHash({ view: "activity", ref: String(id) })}
      className="rounded-sm underline decoration-1 underline-offset-2 [overflow-wrap:anywhere] hover:text-ink hover:decoration-2"
    >
      {cause}
    </a>
  );
}

function Answered({ step }: { step: Extract<RunStep, { kind: "answered" }> }) {
  const { thinking, said, calls, cut, run } = step;
  const words = texts.answered;
  return (
    <>
      {/* oxlint-disable react/no-array-index-key -- the texts of an entry never change places */}
      {said.map((text, at) => (
        <LongText key={at} run={run} text={text} />
      ))}
      {thinking.length > 0 && (
        <Disclosure label={words.thinking}>
          {() => thinking.map((text, at) => <LongText key={at} run={run} text={text} label={words.thinking} />)}
        </Disclosure>
      )}
      {calls.length > 0 && (
        <ul className="mt-1.5 flex flex-col gap-2">
          {calls.map((call, at) => (
            <Call key={call.made?.id ?? at} call={call} run={run} />
          ))}
        </ul>
      )}
      {/* oxlint-enable react/no-array-index-key */}
      {cut && <p className="mt-1 text-head text-warn">{words.cut}</p>}
    </>
  );
}
