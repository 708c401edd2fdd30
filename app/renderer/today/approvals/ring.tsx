// The countdown as a ring with the time left inside; the same in words for those who hear it.
import { Check, CircleQuestionMark } from "lucide-react";
import { texts } from "../../texts/today.ts";
import type { Countdown } from "./countdown.ts";

const radius = 18;
const around = 2 * Math.PI * radius;

export function Ring({ left }: { left: Countdown }) {
  return (
    <div role="timer" className={`relative size-10 shrink-0 ${left.late ? "text-warn" : "text-accent"}`}>
      <svg viewBox="0 0 40 40" aria-hidden="true" className="size-full -rotate-90">
        <circle cx="20" cy="20" r={radius} fill="none" strokeWidth="3" className="stroke-line" />
        <circle
          cx="20"
          cy="20"
          r={radius}
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap={left.expired ? "butt" : "round"}
          strokeDasharray={`${left.fraction * around} ${around}`}
        />
      </svg>
      <span
        aria-hidden="true"
        className={`absolute inset-0 flex items-center justify-center text-tiny font-semibold tracking-[-0.02em] tabular-nums ${left.late ? "text-warn" : "text-ink2"}`}
      >
        {left.expired ? texts.approvals.expiredShort : left.short}
      </span>
      <span className="sr-only">{left.expired ? texts.approvals.expired : texts.approvals.left(left.long)}</span>
    </div>
  );
}

/** In the ring's place where there is no deadline, because what happened is the question. */
export function UnknownMark() {
  return (
    <span
      aria-hidden="true"
      className="flex size-10 shrink-0 items-center justify-center rounded-full bg-warn-soft text-warn"
    >
      <CircleQuestionMark size={19} strokeWidth={1.75} />
    </span>
  );
}

export function SettledMark() {
  return <Check size={15} strokeWidth={2} aria-hidden="true" className="shrink-0" />;
}
