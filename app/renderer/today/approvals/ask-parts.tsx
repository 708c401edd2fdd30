// What every card that asks something is made of: the asker's own words, set apart, and the ways not to answer.
// Refuses: to let the asker's words look like ours.
import type { ApprovalCard, CardAsks, Reply } from "../../../preload/contract/approvals.ts";
import { Linked } from "../../parts/linked.tsx";
import { SteadyButton } from "../../parts/steady.tsx";
import { texts } from "../../texts/asks.ts";
import { KeyHint } from "./key-hint.tsx";

export interface AskProps {
  card: ApprovalCard;
  busy: boolean;
  answer: (card: ApprovalCard, answer: "no" | "leave") => void;
  /** Says why not; null when it was answered. */
  reply: (card: ApprovalCard, reply: Reply) => Promise<string | null>;
}

export type SendProps = AskProps & { send: (reply: Reply) => void; complain: (why: string | null) => void };

export const askTitle = (asks: CardAsks): string =>
  asks.kind === "question" ? texts.agent : texts.server(asks.server);

/** Who wants to know, and in which words. */
export function AskHead({ asks }: { asks: CardAsks }) {
  return (
    <div className="flex flex-col gap-3">
      {asks.kind === "form" && <p className="text-ink2">{texts.lead(asks.server, asks.tool, asks.among)}</p>}
      {asks.kind === "address" && <p className="text-ink2">{texts.leadAddress(asks.server, asks.tool)}</p>}
      <Words text={asks.text} />
    </div>
  );
}

/** The asker's own words, set apart. */
function Words({ text }: { text: string }) {
  if (text === "") return null;
  return (
    <p className="border-l-2 border-accent/50 pl-3 text-card break-words whitespace-pre-line">
      <Linked text={text} />
    </p>
  );
}

export function DeclineButtons({ card, busy, answer }: Pick<AskProps, "card" | "busy" | "answer">) {
  return (
    <>
      <SteadyButton busy={busy} aria-keyshortcuts="D" onClick={() => answer(card, "no")}>
        {texts.decline}
        <KeyHint>D</KeyHint>
      </SteadyButton>
      <span className="ml-auto">
        <SteadyButton variant="quiet" size="small" busy={busy} onClick={() => answer(card, "leave")}>
          {texts.dismiss}
        </SteadyButton>
      </span>
    </>
  );
}
