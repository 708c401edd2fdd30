// One call of the model: what it asked for, who decided, what became of it, also days later.
import type { RunCall } from "../../../preload/contract/runs.ts";
import { duration } from "../../format.ts";
import { routeHash } from "../../frame/route.ts";
import { Decided } from "../../parts/decided.tsx";
import { Disclosure } from "../../parts/disclosure.tsx";
import { texts } from "../../texts/run.ts";
import { Findings } from "./findings.tsx";
import { LongText } from "./long-text.tsx";

const words = texts.call;
const link = "rounded-sm underline decoration-1 underline-offset-2 hover:text-ink hover:decoration-2";

export function Call({ call, run }: { call: RunCall; run: number }) {
  const { tool, title, made, refused } = call;
  const bad = made?.status === "failed" || made?.status === "unknown" || (made === null && refused !== null);
  return (
    <li className="rounded-control border border-line bg-raised px-3 py-2.5">
      {made?.changed === true && <p className="text-small text-ink2">{words.changed}</p>}
      <p className="[overflow-wrap:anywhere]">
        <span className="font-mono text-[0.93em] font-semibold">{tool}</span>
        {title !== null && title !== tool && <span className="text-ink2"> · {title}</span>}
      </p>
      <p className={`text-head ${bad ? "text-bad" : made?.status === "waiting" ? "text-accent" : "text-ink2"}`}>
        {made === null ? (refused === null ? words.lost : words.refused) : statusOf(made)}
      </p>
      {refused !== null && <p className="text-head break-words text-ink2">{refused}</p>}
      {made !== null && (
        <>
          <p className="text-head break-words text-ink2">
            <Decided what={made.decided} />
          </p>
          <Findings findings={made.findings} />
          {made.approvals.map((approval) => (
            <Asked key={approval.id} approval={approval} />
          ))}
          {made.error !== null && <LongText run={run} text={made.error} label={words.error} />}
        </>
      )}
      <Disclosure label={words.arguments}>
        {() => <LongText run={run} text={call.arguments} label={words.arguments} />}
      </Disclosure>
      {made?.result != null && <Result run={run} text={made.result} />}
    </li>
  );
}

function Result({ run, text }: { run: number; text: NonNullable<NonNullable<RunCall["made"]>["result"]> }) {
  return <Disclosure label={words.result}>{() => <LongText run={run} text={text} label={words.result} />}</Disclosure>;
}

function statusOf({ status, starts, startedAt, endedAt }: NonNullable<RunCall["made"]>): string {
  const ended = status === "done" || status === "failed";
  const took = !ended || startedAt === null || endedAt === null ? 0 : endedAt - startedAt;
  return `${words.status(status, starts)}${took > 0 ? ` ${words.took(duration(took))}` : ""}`;
}

function Asked({ approval }: { approval: NonNullable<RunCall["made"]>["approvals"][number] }) {
  const { id, answer } = approval;
  const waits = answer === null;
  return (
    <p className="text-head break-words text-ink2">
      {waits ? words.asked : words.answered(answer)}
      {approval.words !== null && `: ${words.words(approval.words)}`}
      {" · "}
      <a
        href={routeHash(waits ? { view: "today", ref: id } : { view: "permissions", ref: `answer:${id}` })}
        className={link}
      >
        {waits ? words.card : words.history}
      </a>
    </p>
  );
}
