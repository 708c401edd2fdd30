// One waiting approval: the time left, the question, its cause, the whole call, the reasons, the answers.
// Its buttons are named by what they do and nothing else, and act only once they have stood still for a moment.
import { memo, useId, useState } from "react";
import type { ApprovalAnswer, ApprovalCard } from "../../../preload/contract/views.ts";
import { useMainNow } from "../../api/main-clock.ts";
import { useFormat } from "../../format.ts";
import { routeHash } from "../../frame/route.ts";
import { Breakable } from "../../parts/breakable.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Kbd } from "../../parts/kbd.tsx";
import { OutcomeLine } from "../../parts/outcome.tsx";
import { SteadyButton } from "../../parts/steady.tsx";
import { texts } from "../../texts/today.ts";
import { CallChips } from "./call-chips.tsx";
import { countdown, drawEvery } from "./countdown.ts";
import { Ring, UnknownMark } from "./ring.tsx";

const words = texts.approvals;

interface Props {
  card: ApprovalCard;
  answering: boolean;
  problem: string | null;
  answer: (card: ApprovalCard, answer: ApprovalAnswer) => void;
}

/** `article` id by which a notification's click finds the card. */
export const cardElementId = (approvalId: string) => `approval-${approvalId}`;

export const Card = memo(function Card({ card, answering, problem, answer }: Props) {
  const id = useId();
  const format = useFormat();
  const [seen, setSeen] = useState(false);
  const clockStep = useStep(card.due);
  const now = useMainNow(clockStep);
  const left = card.due === null ? null : countdown(card.due, card.windowSeconds, now);
  const unknown = card.kind === "unknown";
  const amber = unknown || left?.late === true;
  const facts = [
    card.cause,
    words.asked(format.moment(card.askedAt, now)),
    card.rule === null ? "" : words.rule(card.rule),
    card.askedAgain ? words.askedAgain : "",
    left?.expired === true ? words.expired : "",
  ].filter((fact) => fact !== "");

  return (
    <article
      id={cardElementId(card.id)}
      aria-labelledby={`${id}-title`}
      aria-busy={answering || undefined}
      tabIndex={-1}
      className={`group/card rounded-card border bg-raised p-4 shadow-card transition-colors ${amber ? "border-warn-line" : "border-line focus-within:border-strong"}`}
    >
      <div className="mb-3 flex items-start gap-3">
        {left === null ? <UnknownMark /> : <Ring left={left} />}
        <div className="min-w-0 flex-1 pt-px">
          <h3 id={`${id}-title`} className="text-card font-semibold break-words">
            {card.title}
          </h3>
          <p className="text-head break-words text-ink2">
            <a
              href={routeHash({ view: "activity", ref: String(card.eventId) })}
              title={words.event}
              className="rounded-sm hover:text-ink hover:underline"
            >
              {facts[0]}
            </a>
            {facts.slice(1).map((fact) => ` · ${fact}`)}
          </p>
        </div>
      </div>
      {unknown && <p className="mb-3">{words.unknownLead}</p>}
      <CodeBlock label={words.wholeCall} onSeen={() => setSeen(true)}>
        <span className="font-bold">{card.verb}</span> <Breakable text={card.target} />
        {card.detail !== "" && <span className="mt-1 block text-ink2">{card.detail}</span>}
      </CodeBlock>
      <div className="mt-3">
        <CallChips chips={card.chips} />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {unknown ? (
          (["did", "again", "leave"] as const).map((given) => (
            <SteadyButton key={given} busy={answering} onClick={() => answer(card, given)}>
              {words.answers[given]}
            </SteadyButton>
          ))
        ) : (
          <>
            <SteadyButton
              variant="primary"
              busy={answering}
              aria-describedby={seen ? undefined : `${id}-unseen`}
              aria-keyshortcuts="A"
              onClick={() => answer(card, "yes")}
            >
              {words.answers.yes}
              <KeyHint>{words.keys.yes}</KeyHint>
            </SteadyButton>
            <SteadyButton busy={answering} aria-keyshortcuts="D" onClick={() => answer(card, "no")}>
              {words.answers.no}
              <KeyHint>{words.keys.no}</KeyHint>
            </SteadyButton>
          </>
        )}
        {!seen && !unknown && (
          <p id={`${id}-unseen`} className="ml-1 min-w-0 flex-1 basis-48 text-small text-ink2">
            {words.notAllSeen}
          </p>
        )}
        <div role="status" className="sr-only">
          {answering && words.answering}
        </div>
      </div>
      {problem !== null && (
        <div role="alert" className="mt-3">
          <OutcomeLine ok={false} sentence={problem} />
        </div>
      )}
    </article>
  );
});

/** Redraws slowly while far from the deadline, each second when near, never after it. */
function useStep(due: number | null): number {
  const slow = useMainNow(due === null ? 0 : 60);
  return drawEvery(due, slow);
}

function KeyHint({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="opacity-75 narrow:hidden group-focus-within/card:opacity-100">
      <Kbd>{children}</Kbd>
    </span>
  );
}
