// Questions that leave without an answer given here: their time was over, or nobody waits for it any more. What became of them is
// said in a line, for a person may have been about to answer.
import { useEffect, useRef } from "react";
import type { ApprovalCard } from "../../../preload/contract/approvals.ts";
import { type Answers, cardKey } from "./answers.ts";

export function useGone(standing: readonly ApprovalCard[], { tellGone }: Pick<Answers, "tellGone">): void {
  const before = useRef<ReadonlyMap<string, ApprovalCard>>(new Map());
  useEffect(() => {
    const now = new Map(standing.map((card) => [cardKey(card), card]));
    for (const [key, card] of before.current) if (card.asks !== null && !now.has(key)) tellGone(card);
    before.current = now;
  }, [standing, tellGone]);
}
