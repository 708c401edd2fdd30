// What becomes of the cards just answered, folded to a line each, for a moment and up to date; after that Activity has it.
import { useEffect, useState } from "react";
import { useStanding } from "../../api/queries.ts";
import { routeHash } from "../../frame/route.ts";
import { useStill } from "../../parts/pressed.ts";
import { texts } from "../../texts/today.ts";
import type { Settled } from "./answers.ts";
import { SettledMark } from "./ring.tsx";

const shownMilliseconds = 60_000;

export function Outcomes({ settled, pressed }: { settled: readonly Settled[]; pressed: boolean }) {
  return (
    <ul aria-label={texts.approvals.outcomes} aria-live="polite" className="-mt-3.5 mb-[26px] empty:mb-0 empty:mt-0">
      {settled.map((one) => (
        <Line key={one.key} settled={one} pressed={pressed} />
      ))}
    </ul>
  );
}

function Line({ settled, pressed }: { settled: Settled; pressed: boolean }) {
  const { sentence } = useStanding(settled.result);
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), shownMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  // Its leaving moves what is below.
  if (useStill(over, pressed)) return null;
  return (
    <li className="flex animate-appear items-start gap-2 py-1 text-head text-ink2">
      <span className="mt-[2.5px]">
        <SettledMark />
      </span>
      <span className="min-w-0 break-words">
        <a
          href={routeHash({ view: "activity", ref: String(settled.eventId) })}
          className="font-medium text-ink hover:underline"
        >
          {settled.title}
        </a>{" "}
        {sentence}
      </span>
    </li>
  );
}
