// What became of something the person asked for, said beside where it was asked.
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { Done } from "../../preload/contract/views.ts";

interface Result {
  data: Done | undefined;
  error: Error | null;
  isPending: boolean;
}

/** The sentence of the latest answer; always in the page, so that screen readers hear it change. */
export function Outcome({ of }: { of: Result }) {
  const shown = of.isPending ? null : of.error !== null ? { ok: false, sentence: of.error.message } : (of.data ?? null);
  return (
    <div role="status" className={shown === null ? "sr-only" : "min-w-0"}>
      {shown !== null && <OutcomeLine ok={shown.ok} sentence={shown.sentence} />}
    </div>
  );
}

export function OutcomeLine({ ok, sentence }: { ok: boolean; sentence: string }) {
  const Icon = ok ? CircleCheck : TriangleAlert;
  return (
    <p className="flex animate-appear items-start gap-2 text-head text-ink2">
      <Icon
        size={15}
        strokeWidth={1.75}
        aria-hidden="true"
        className={`mt-[2.5px] shrink-0 ${ok ? "text-good" : "text-warn"}`}
      />
      <span className="min-w-0 break-words">{sentence}</span>
    </p>
  );
}
