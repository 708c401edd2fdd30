// What stands where no rule of the person fits.
import { Region } from "../parts/page.tsx";
import { texts } from "../texts/permissions.ts";
import { DecisionMark } from "./decision-mark.tsx";

export function Standing() {
  return (
    <Region name={texts.standing.heading} heading={texts.standing.heading}>
      <ul className="rounded-card border border-line bg-panel">
        {texts.standing.list.map(({ decide, what }) => (
          <li key={what} className="flex items-start gap-3 border-line px-4 py-2 not-first:border-t">
            <DecisionMark decide={decide} />
            <span className="min-w-0 flex-1 text-head text-ink2">{what}</span>
          </li>
        ))}
      </ul>
    </Region>
  );
}
