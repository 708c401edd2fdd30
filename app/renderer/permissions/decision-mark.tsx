// Allow, ask or deny, as a word with a colour beside it.
import type { PermissionInput } from "../../preload/contract/permissions.ts";
import { texts } from "../texts/permissions.ts";

const tones: Record<PermissionInput["decide"], string> = {
  allow: "text-good",
  ask: "text-ink",
  deny: "text-bad",
};

export function DecisionMark({ decide }: { decide: PermissionInput["decide"] }) {
  return (
    <span className={`inline-block w-11 shrink-0 text-head font-semibold ${tones[decide]}`}>
      {texts.rules.decisions[decide]}
    </span>
  );
}
