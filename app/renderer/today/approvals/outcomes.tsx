// What became of the cards just answered, folded to a line each, for a moment; after that Activity has it.
import { useEffect, useState } from "react";
import { routeHash } from "../../frame/route.ts";
import { texts } from "../../texts/today.ts";
import { countFresh, type Said } from "../digest/fresh.ts";
import { type Settled, settledSentence } from "./answers.ts";
import { SettledMark } from "./ring.tsx";

const shownMilliseconds = 15_000;

export function Outcomes({ settled, said }: { settled: readonly Settled[]; said: Said }) {
  return (
    <ul aria-label={texts.approvals.outcomes} aria-live="polite" className="-mt-3.5 mb-[26px] empty:mb-0 empty:mt-0">
      {settled.map((one) => (
        <Line key={one.key} settled={one} said={said} />
      ))}
    </ul>
  );
}

function Line({ settled, said }: { settled: Settled; said: Said }) {
  const [saidBefore] = useState(said);
  const [gone, setGone] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setGone(true), shownMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  if (gone) return null;
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
        {settledSentence(settled.result, countFresh(saidBefore, said) > 0)}
      </span>
    </li>
  );
}
