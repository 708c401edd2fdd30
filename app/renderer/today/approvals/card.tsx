// One waiting approval: the time left, the question, its cause, the whole call, what was noticed, the reasons, the answers. Its
// buttons are named by what they do and nothing else, and act only once they have stood still for a moment.
import { memo, useId, useState } from "react";
import type { ApprovalAnswer, ApprovalCard, Reply } from "../../../preload/contract/approvals.ts";
import { useMainNow } from "../../api/main-clock.ts";
import { useFormat } from "../../format.ts";
import { routeHash } from "../../frame/route.ts";
import { OutcomeLine } from "../../parts/outcome.tsx";
import { SteadyButton } from "../../parts/steady.tsx";
import { texts as cards } from "../../texts/cards.ts";
import { texts } from "../../texts/today.ts";
import { AskBody } from "./ask-body.tsx";
import { AskHead, askTitle } from "./ask-parts.tsx";
import type { Way } from "./asking.ts";
import { CallChips } from "./call-chips.tsx";
import { countdown, drawEvery } from "./countdown.ts";
import { KeyHint } from "./key-hint.tsx";
import { Blocked, Cause, Findings, Why } from "./reasons.tsx";
import { Ring, UnknownMark } from "./ring.tsx";
import { WholeCall } from "./whole-call.tsx";

const words = texts.approvals;

interface Props {
  card: ApprovalCard;
  answering: boolean;
  problem: string | null;
  /** How many cards are alike, itself included. */
  alike: number;
  answer: (card: ApprovalCard, answer: ApprovalAnswer) => void;
  /** With a question or a form. Says why not; null when it was answered. */
  reply: (card: ApprovalCard, reply: Reply) => Promise<string | null>;
  /** Opens another way to answer. */
  ask: (way: Way, card: ApprovalCard) => void;
}

/** `article` id by which a notification's click finds the card. */
export const cardElementId = (approvalId: string) => `approval-${approvalId}`;

export const Card = memo(function Card({ card, answering, problem, alike, answer, reply, ask }: Props) {
  const id = useId();
  const format = useFormat();
  const [seen, setSeen] = useState(false);
  const clockStep = useStep(card.due);
  const now = useMainNow(clockStep);
  const left = card.due === null ? null : countdown(card.due, card.windowSeconds, now);
  const unknown = card.kind === "unknown";
  const { asks } = card;
  const amber = unknown || left?.late === true;
  const described =
    [seen ? "" : `${id}-unseen`, card.blocked === null ? "" : `${id}-blocked`].join(" ").trim() || undefined;
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
      {...(asks === null ? { "aria-labelledby": `${id}-title` } : { "aria-label": card.title })}
      aria-busy={answering || undefined}
      tabIndex={-1}
      className={`group/card rounded-card border bg-raised p-4 shadow-card transition-colors ${amber ? "border-warn-line" : "border-line focus-within:border-strong"}`}
    >
      <div className="mb-3 flex items-start gap-3">
        {left === null ? <UnknownMark /> : <Ring left={left} />}
        <div className="min-w-0 flex-1 pt-px">
          <h3 id={`${id}-title`} className="text-card font-semibold break-words">
            {asks === null ? card.title : askTitle(asks)}
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
      {asks !== null && <AskHead asks={asks} />}
      {asks === null && (
        <div className="relative">
          <WholeCall card={card} onSeen={() => setSeen(true)} />
          {!seen && !unknown && (
            // Over the last line that shows, so that its going moves nothing.
            <p
              id={`${id}-unseen`}
              className="pointer-events-none absolute inset-x-px bottom-px rounded-b-control border-t border-line bg-code px-3 py-1 text-small text-ink2"
            >
              {words.notAllSeen}
            </p>
          )}
        </div>
      )}
      <Findings findings={card.findings} />
      <Why card={card} />
      <Cause card={card} />
      {card.chips.length > 0 && (
        <div className="mt-3">
          <CallChips chips={card.chips} />
        </div>
      )}
      <Blocked blocked={card.blocked} id={`${id}-blocked`} />
      {asks !== null && (
        <AskBody key={card.callHash} card={card} asks={asks} busy={answering} answer={answer} reply={reply} />
      )}
      {asks === null && (
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
                aria-describedby={described}
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
              <OtherWays card={card} alike={alike} busy={answering} ask={ask} />
            </>
          )}
        </div>
      )}
      <div role="status" className="sr-only">
        {answering && words.answering}
      </div>
      {problem !== null && (
        <div role="alert" className="mt-3">
          <OutcomeLine ok={false} sentence={problem} />
        </div>
      )}
    </article>
  );
});

const ways: readonly { way: Way; key: string }[] = [
  { way: "alike", key: "S" },
  { way: "words", key: "W" },
  { way: "edit", key: "E" },
  { way: "always", key: "L" },
];

/** Quiet, at the right; each opens a dialog, so that none of them answers by itself. */
function OtherWays({ card, alike, busy, ask }: Pick<Props, "card" | "alike" | "ask"> & { busy: boolean }) {
  const open = ways.filter(({ way }) => (way === "alike" ? alike > 1 : way !== "always" || card.always !== null));
  return (
    <span className="ml-auto flex flex-wrap items-center slim:-ml-2.5 forced-colors:gap-1.5">
      {open.map(({ way, key }) => (
        <SteadyButton
          key={way}
          variant="quiet"
          size="small"
          busy={busy}
          aria-keyshortcuts={key}
          onClick={() => ask(way, card)}
        >
          {way === "alike" ? cards.alike.open(alike) : cards[way].open}
        </SteadyButton>
      ))}
    </span>
  );
}

/** Redraws slowly while far from the deadline, each second when near, never after it. */
function useStep(due: number | null): number {
  const slow = useMainNow(due === null ? 0 : 60);
  return drawEvery(due, slow);
}
