// The region of waiting approvals. Cards keep their places; an answered one leaves, and while the pointer is among
// them nothing moves into its place.
import { useCallback, useContext, useLayoutEffect, useRef, useState } from "react";
import type { ApprovalAnswer, ApprovalCard, Reply } from "../../../preload/contract/approvals.ts";
import { useStanding } from "../../api/queries.ts";
import { Region } from "../../parts/page.tsx";
import { GroundContext } from "../../parts/steady.tsx";
import { texts } from "../../texts/today.ts";
import type { Answers, Settled } from "./answers.ts";
import type { Arranged } from "./arrivals.ts";
import { alikeCards, type Asked, mayAsk, type Way } from "./asking.ts";
import { Card, cardElementId } from "./card.tsx";
import { useCardKeys } from "./card-keys.ts";
import { useFocusAfterDialog, useFocusAfterLeaving } from "./focus-after.ts";
import { OtherWay } from "./other-way.tsx";
import { SettledMark } from "./ring.tsx";

const words = texts.approvals;

interface Props {
  shown: Arranged<ApprovalCard>["shown"];
  answers: Answers;
  /** Told when the pointer comes among the cards and when it leaves them. */
  setPointerInside: (inside: boolean) => void;
  /** Brings the card of an edited call before the eyes. */
  showEdited: (approval: string) => void;
}

export function Approvals({ shown, answers, setPointerInside, showEdited }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { focusLeft, movedAt, moved } = useFocusAfterLeaving(box, shown);
  const { opened, answered, focusAfter } = useFocusAfterDialog(box, moved);
  const { answer } = answers;
  const ground = useContext(GroundContext);

  const byElement = useRef(new Map<string, ApprovalCard>());
  byElement.current = new Map(
    shown.flatMap(({ item }) => (item === null ? [] : [[cardElementId(item.id), item] as const])),
  );
  /** The card under these keys; null for one that may not be clicked yet: what a click may not do, a key may not either. */
  const settledCard = useCallback(
    (element: HTMLElement): ApprovalCard | null => {
      const card = byElement.current.get(element.id);
      if (card === undefined || card.kind === "unknown" || ground === null) return null;
      ground.look();
      return [...element.querySelectorAll("[data-steady]")].every(ground.isSettled) ? card : null;
    },
    [ground],
  );
  const answerByKey = useCallback(
    (element: HTMLElement, given: ApprovalAnswer) => {
      const asks = byElement.current.get(element.id)?.asks ?? null;
      // There is nothing to say yes to yet: the key leads to where it is said.
      if (asks !== null && given === "yes") return element.querySelector<HTMLElement>("[data-answer]")?.focus();
      const card = settledCard(element);
      if (card !== null) answer(card, given);
    },
    [answer, settledCard],
  );
  const { answerSaying } = answers;
  const reply = useCallback(
    (card: ApprovalCard, given: Reply) => answerSaying(card, "yes", { reply: given }),
    [answerSaying],
  );
  const chooseByKey = useCallback(
    (element: HTMLElement, choice: number) => {
      const card = settledCard(element);
      if (card?.asks?.kind !== "question" || card.asks.choices[choice] === undefined) return;
      element.querySelector<HTMLElement>(`[data-choice="${choice}"]`)?.click();
    },
    [settledCard],
  );
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useCallback(
    (way: Way, card: ApprovalCard) => {
      const cards = [...byElement.current.values()];
      if (mayAsk(way, card, cards)) {
        opened();
        setAsked({ way, card, cards: alikeCards(card, cards) });
      }
    },
    [opened],
  );
  const askByKey = useCallback(
    (element: HTMLElement, way: Way) => {
      const card = settledCard(element);
      if (card !== null) ask(way, card);
    },
    [ask, settledCard],
  );
  useCardKeys({ box, movedAt, answer: answerByKey, ask: askByKey, choose: chooseByKey });

  const heights = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    for (const slot of box.current?.querySelectorAll<HTMLElement>("[data-key]") ?? []) {
      heights.current.set(slot.dataset.key ?? "", slot.offsetHeight);
    }
  }, [shown]);

  const cards = shown.flatMap(({ item }) => (item === null ? [] : [item]));
  return (
    <Region name={words.region} heading={words.heading} count={cards.length}>
      <div
        ref={box}
        tabIndex={-1}
        onFocus={focusLeft}
        onPointerEnter={(event) => setPointerInside(event.pointerType === "mouse")}
        onPointerLeave={() => setPointerInside(false)}
        className="flex flex-col gap-3 outline-none"
      >
        {shown.map(({ key, item }) =>
          item === null ? (
            <LeftPlace key={key} height={heights.current.get(key) ?? 0} settled={answers.settled.get(key)} />
          ) : (
            <div key={key} data-key={key}>
              <Card
                card={item}
                answering={answers.answering.has(key)}
                problem={answers.problems.get(key) ?? null}
                alike={alikeCards(item, cards).length}
                answer={answer}
                reply={reply}
                ask={ask}
              />
            </div>
          ),
        )}
        {shown.length === 0 && <p className="text-ink2">{words.nothing}</p>}
      </div>
      <OtherWay
        asked={asked}
        answers={answers}
        close={() => setAsked(null)}
        answered={(which, edited) => {
          answered(which, edited);
          if (edited !== null) showEdited(edited);
          setAsked(null);
        }}
        focusAfter={focusAfter}
      />
    </Region>
  );
}

const wordOf = (settled: Settled | undefined): string =>
  settled === undefined ? words.gone : (settled.word ?? words.settled[settled.result.stands]);

/** What an answered card leaves while the pointer is near: its place, and what became of it. A screen reader hears it from below. */
function LeftPlace({ height, settled }: { height: number; settled: Settled | undefined }) {
  return (
    <div
      aria-hidden="true"
      style={{ height }}
      className="flex animate-appear flex-col items-center justify-center gap-1 overflow-hidden rounded-card border border-dashed border-strong px-5 text-center text-head text-ink2"
    >
      <p className="flex items-center gap-2 font-medium">
        <SettledMark />
        {wordOf(settled)}
      </p>
      {settled !== undefined && <Became settled={settled} />}
    </div>
  );
}

function Became({ settled }: { settled: Settled }) {
  const { sentence } = useStanding(settled.result);
  return (
    <p className="max-w-full break-words">
      <span className="text-ink">{settled.title}</span> {sentence}
    </p>
  );
}
