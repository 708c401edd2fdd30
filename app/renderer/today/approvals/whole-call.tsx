// The whole call in monospace: what is done in bold, where to, with what.
import type { ApprovalCard } from "../../../preload/contract/approvals.ts";
import { Breakable } from "../../parts/breakable.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { texts } from "../../texts/today.ts";

export function WholeCall({ card, onSeen }: { card: ApprovalCard; onSeen?: () => void }) {
  return (
    <CodeBlock label={texts.approvals.wholeCall} {...(onSeen === undefined ? {} : { onSeen })}>
      <span className="font-bold">{card.verb}</span> <Breakable text={card.target} />
      {card.detail !== "" && <span className="mt-1 block text-ink2">{card.detail}</span>}
    </CodeBlock>
  );
}
