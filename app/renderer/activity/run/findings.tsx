// What was noticed in a text from outside: few, and in the colour of care.
import { TriangleAlert } from "lucide-react";
import type { CardFinding } from "../../../preload/contract/approvals.ts";
import { texts } from "../../texts/run.ts";

export function Findings({ findings }: { findings: readonly CardFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <ul aria-label={texts.noticed} className="mt-1 flex flex-col gap-0.5">
      {findings.map(({ kind, where, what }) => (
        <li key={`${kind} ${where} ${what}`} className="flex items-start gap-1.5 text-head text-warn">
          <TriangleAlert size={13} strokeWidth={1.75} aria-hidden="true" className="mt-[3px] shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {where !== "" && <span className="font-mono text-[0.93em]">{where}: </span>}
            {what}
          </span>
        </li>
      ))}
    </ul>
  );
}
