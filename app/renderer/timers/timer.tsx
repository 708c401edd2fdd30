// One timer: its rule in words, the next occurrences, what was missed, and what the person may do with it.
import { Play, TriangleAlert } from "lucide-react";
import { memo, useId } from "react";
import type { TimerRow } from "../../preload/contract/views.ts";
import { useMainNow } from "../api/main-clock.ts";
import { useCommand } from "../api/queries.ts";
import { useFormat } from "../format.ts";
import { routeHash } from "../frame/route.ts";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Linked } from "../parts/linked.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { Switch } from "../parts/switch.tsx";
import { texts } from "../texts/timers.ts";
import type { DeletedTimer } from "./deleted.tsx";
import { Next } from "./next.tsx";
import { Own } from "./own.tsx";

interface Props {
  timer: TimerRow;
  deleted: (timer: DeletedTimer) => void;
}

export const Timer = memo(function Timer({ timer, deleted }: Props) {
  const id = useId();
  const format = useFormat();
  const now = useMainNow(60);
  const runNow = useCommand("timers.runNow", ["timers", "activity", "status"]);
  const pause = useCommand("timers.pause", ["timers", "status"]);
  const cancel = useCommand("timers.cancel", ["timers", "status"]);
  const mine = timer.origin !== "engine";
  const facts = [
    timer.rule,
    timer.set === null || timer.set.cause === "" ? texts.origins[timer.origin] : "",
    timer.kind === "schedule" ? texts.catchUp[timer.catchUp] : "",
    timer.lastFiredAt === null ? texts.neverFired : texts.fired(format.moment(timer.lastFiredAt, now)),
  ].filter((fact) => fact !== "");
  return (
    <article
      aria-labelledby={`${id}-name`}
      className="rounded-card border border-line bg-raised p-4 shadow-card focus-within:border-strong"
    >
      <div className="flex items-start gap-3 slim:flex-wrap">
        <div className="min-w-0 flex-1 slim:basis-full">
          <h3 id={`${id}-name`} className="text-card font-semibold break-words">
            {timer.name}
            {timer.paused && <span className="ml-2 text-head font-medium text-ink2">{texts.paused}</span>}
          </h3>
          <p className="text-head break-words text-ink2">{facts.join(" · ")}</p>
          {timer.set !== null && <SetBy set={timer.set} />}
        </div>
        {mine && (
          <div className="flex items-center gap-3">
            <Button size="small" busy={runNow.isPending} onClick={() => runNow.mutate({ id: timer.id })}>
              <Play size={12} aria-hidden="true" />
              {texts.runNow}
            </Button>
            {timer.kind === "schedule" && (
              <Switch
                label={texts.pauseName(timer.name)}
                on={!timer.paused}
                busy={pause.isPending}
                onChange={(on) => pause.mutate({ id: timer.id, paused: !on })}
              />
            )}
          </div>
        )}
      </div>
      <Next timer={timer} now={now} />
      {timer.misses.length > 0 && <Misses misses={timer.misses} now={now} />}
      {timer.set !== null && (
        <div className="mt-3 flex">
          <Confirm
            question={texts.cancelSure(timer.name)}
            yes={texts.cancelYes}
            no={texts.cancelNo}
            act={() => cancel.mutate({ id: timer.id })}
          >
            {(ask) => (
              <Button size="small" busy={cancel.isPending} onClick={ask}>
                {texts.cancel}
              </Button>
            )}
          </Confirm>
        </div>
      )}
      <Own timer={timer} deleted={deleted} />
      <div className="flex flex-col gap-1 has-[p]:mt-2">
        <Outcome of={runNow} />
        <Outcome of={pause} />
        <Outcome of={cancel} />
      </div>
    </article>
  );
});

/** An agent's own words, and what it was about when it set this. */
function SetBy({ set }: { set: NonNullable<TimerRow["set"]> }) {
  return (
    <>
      {set.cause !== "" && (
        <p className="text-head break-words text-ink2">
          {set.eventId === null ? (
            texts.because(set.cause)
          ) : (
            <a
              href={routeHash({ view: "activity", ref: String(set.eventId) })}
              className="rounded-sm underline decoration-1 underline-offset-2 hover:text-ink hover:decoration-2"
            >
              {texts.because(set.cause)}
            </a>
          )}
        </p>
      )}
      {set.outside && <p className="text-head break-words text-warn">{texts.outside}</p>}
      <p className="mt-2 break-words whitespace-pre-line">
        <Linked text={set.text} />
      </p>
    </>
  );
}

function Misses({ misses, now }: { misses: TimerRow["misses"]; now: number }) {
  const format = useFormat();
  const at = (seconds: number) => format.moment(seconds, now);
  return (
    <ul aria-label={texts.misses} className="mt-3 flex flex-col gap-1.5 border-t border-line pt-3">
      {misses.map((miss) => (
        <li key={`${miss.firstDue} ${miss.noticedAt}`} className="flex items-start gap-2 text-head text-ink2">
          <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" className="mt-[3px] shrink-0 text-warn" />
          <span className="min-w-0">
            {[
              texts.missed(miss.missed, miss.made, at(miss.firstDue), at(miss.lastDue)),
              miss.cut > 0 ? texts.cut(miss.cut) : "",
              miss.why,
              texts.noticed(at(miss.noticedAt)),
            ]
              .filter((part) => part !== "")
              .join(" · ")}
          </span>
        </li>
      ))}
    </ul>
  );
}
