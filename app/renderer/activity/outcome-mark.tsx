// What became of an event, in one or two words with a colour only where something is wrong or waits.
import type { ActivityRow } from "../../preload/contract/views.ts";
import { useFormat } from "../format.ts";
import { texts } from "../texts/activity.ts";

export function OutcomeMark({ row, now }: { row: ActivityRow; now: number }) {
  const format = useFormat();
  const tone =
    row.status === "dead" && row.outcome !== "discarded"
      ? "text-bad"
      : row.status === "running" || row.outcome === "deferred"
        ? "text-accent"
        : row.outcome === "message"
          ? "text-good"
          : "text-ink2";
  return (
    <span className={`shrink-0 font-medium ${tone}`}>{outcomeText(row, now, (at) => format.moment(at, now))}</span>
  );
}

function outcomeText(row: ActivityRow, now: number, moment: (at: number) => string): string {
  switch (row.status) {
    case "pending":
      return row.notBefore > now ? texts.waitsUntil(moment(row.notBefore)) : texts.statuses.pending;
    case "running":
    case "dead":
      return texts.statuses[row.status];
    case "done":
      return row.outcome === null ? texts.statuses.done : texts.outcomes[row.outcome];
  }
}
