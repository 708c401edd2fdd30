// The next occurrences of a timer as a row of times, and whose clock they are by.
import type { TimerRow } from "../../preload/contract/views.ts";
import { useFormat } from "../format.ts";
import { texts } from "../texts/timers.ts";
import { elsewhere } from "./elsewhere.ts";

const tones = {
  first: "border-accent/40 font-medium text-ink",
  later: "border-line text-ink2 dark:border-strong",
  paused: "border-dashed border-strong text-ink2",
};

interface Props {
  timer: Pick<TimerRow, "name" | "next" | "zone" | "paused">;
  now: number;
}

export function Next({ timer, now }: Props) {
  const format = useFormat();
  // Times of the same minute would look like one; with their seconds they don't.
  const close = timer.next.some((at, index) => at - (timer.next[index - 1] ?? Number.NEGATIVE_INFINITY) < 60);
  const other = elsewhere(timer, format);
  if (timer.next.length === 0) return <p className="mt-2 text-head text-ink2">{texts.noNext}</p>;
  return (
    <>
      <ol aria-label={texts.nextList(timer.name)} className="mt-3 flex flex-wrap gap-1.5">
        {timer.next.map((at, index) => (
          <li
            key={at}
            className={`rounded-full border px-2.5 py-0.5 text-small tabular-nums ${tones[timer.paused ? "paused" : index === 0 ? "first" : "later"]}`}
          >
            {close && format.dayKey(at) === format.dayKey(now) ? format.timeWithSeconds(at) : format.moment(at, now)}
          </li>
        ))}
      </ol>
      {other !== null && (
        <p className="mt-2 text-small text-ink2">{texts.elsewhere(other.here, other.there, other.zone)}</p>
      )}
    </>
  );
}
