// Cards that are alike, each call whole, answered together and each by itself. The two buttons stand below the last of them.
import { useState } from "react";
import { OutcomeLine } from "../../parts/outcome.tsx";
import { SteadyButton } from "../../parts/steady.tsx";
import { texts } from "../../texts/cards.ts";
import { CallChips } from "./call-chips.tsx";
import { shareChips } from "./asking.ts";
import type { FormProps } from "./form-props.ts";
import { Blocked, Findings } from "./reasons.tsx";
import { WholeCall } from "./whole-call.tsx";

export function AlikeForm({ asked, answers, answered }: FormProps) {
  const { cards, card } = asked;
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const words = texts.alike;
  const { shared, own } = shareChips(cards);
  const answerAll = async (given: "yes" | "no") => {
    setSending(true);
    const why = await answers.answerAll(cards, given);
    setSending(false);
    setProblem(why);
    if (why === null) answered();
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="break-words text-ink2">{words.lead(card.alike?.name ?? "")}</p>
      {shared.length > 0 && (
        <div role="group" aria-label={words.shared}>
          <p className="mb-1.5 text-head text-ink2">{words.shared}:</p>
          <CallChips chips={shared} />
        </div>
      )}
      <ol aria-label={words.list} className="flex flex-col gap-4">
        {cards.map((one, index) => (
          <li key={`${one.id} ${one.callHash}`}>
            <p className="mb-1.5 font-medium break-words">
              <span className="mr-1.5 text-ink3 tabular-nums">{index + 1}</span>
              {one.title}
            </p>
            <WholeCall card={one} />
            <Findings findings={one.findings} />
            <Blocked blocked={one.blocked} />
            {own(one).length > 0 && (
              <div className="mt-2">
                <CallChips chips={own(one)} />
              </div>
            )}
          </li>
        ))}
      </ol>
      <div role="alert" className="empty:hidden">
        {problem !== null && <OutcomeLine ok={false} sentence={problem} />}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <SteadyButton busy={sending} onClick={() => void answerAll("no")}>
          {words.denyAll(cards.length)}
        </SteadyButton>
        <SteadyButton variant="primary" busy={sending} onClick={() => void answerAll("yes")}>
          {words.approveAll(cards.length)}
        </SteadyButton>
      </div>
    </div>
  );
}
