// What became of an event and why: the outcome in one or two words, with a colour only where something is wrong or waits.
import type { ActivityRow } from "../../preload/contract/views.ts";
import { useFormat } from "../format.ts";
import { texts } from "../texts/activity.ts";

export function OutcomeMark({ row, now }: { row: ActivityRow; now: number }) {
  const format = useFormat();
  const outcome = outcomeText(row, now, (at) => format.moment(at, now));
  // Main's reason may begin with the outcome, which stands here already.
  const why = (row.error ?? row.reason ?? "").replace(`${outcome}, `, "");
  return (
    <>
      <span className={`shrink-0 font-medium ${toneOf(row)}`}>{outcome}</span>
      {why !== "" && <span className="line-clamp-2 min-w-0 break-words">{why}</span>}
    </>
  );
}

function toneOf({ status, outcome }: ActivityRow): string {
  if (status === "dead") return "text-bad";
  if (status === "running" || outcome === "deferred") return "text-accent";
  return outcome === "message" ? "text-good" : "text-ink2";
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
