// The region of waiting approvals. Cards keep their places; an answered one leaves, and while the pointer is among
// them nothing moves into its place.
import { useCallback, useContext, useLayoutEffect, useRef } from "react";
import type { ApprovalAnswer, ApprovalCard, AnswerResult } from "../../../preload/contract/views.ts";
import { Region } from "../../parts/page.tsx";
import { GroundContext } from "../../parts/steady.tsx";
import { texts } from "../../texts/today.ts";
import type { Answers } from "./answers.ts";
import type { Arranged } from "./arrivals.ts";
import { Card, cardElementId } from "./card.tsx";
import { cardsIn, focusCard, useCardKeys } from "./card-keys.ts";
import { SettledMark } from "./ring.tsx";

const words = texts.approvals;

interface Props {
  shown: Arranged<ApprovalCard>["shown"];
  answers: Answers;
  /** Told when the pointer comes among the cards and when it leaves them. */
  setPointerInside: (inside: boolean) => void;
}

export function Approvals({ shown, answers, setPointerInside }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { focusLeft, movedAt } = useFocusAfterLeaving(box, shown);
  const { answer } = answers;
  const ground = useContext(GroundContext);

  const byElement = useRef(new Map<string, ApprovalCard>());
  byElement.current = new Map(
    shown.flatMap(({ item }) => (item === null ? [] : [[cardElementId(item.id), item] as const])),
  );
  const answerByKey = useCallback(
    (element: HTMLElement, given: ApprovalAnswer) => {
      const card = byElement.current.get(element.id);
      if (card?.kind !== "call" || ground === null) return;
      // What may not be clicked yet may not be answered by a key either.
      ground.look();
      if ([...element.querySelectorAll("button")].every(ground.isSettled)) answer(card, given);
    },
    [answer, ground],
  );
  useCardKeys({ box, movedAt, answer: answerByKey });

  const heights = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    for (const slot of box.current?.querySelectorAll<HTMLElement>("[data-key]") ?? []) {
      heights.current.set(slot.dataset.key ?? "", slot.offsetHeight);
    }
  }, [shown]);

  const waiting = shown.filter(({ item }) => item !== null).length;
  return (
    <Region name={words.region} heading={words.heading} count={waiting}>
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
            <LeftPlace
              key={key}
              height={heights.current.get(key) ?? 0}
              stands={answers.settled.get(key)?.result.stands ?? null}
            />
          ) : (
            <div key={key} data-key={key}>
              <Card
                card={item}
                answering={answers.answering.has(key)}
                problem={answers.problems.get(key) ?? null}
                answer={answer}
              />
            </div>
          ),
        )}
        {shown.length === 0 && <p className="text-ink2">{words.nothing}</p>}
      </div>
    </Region>
  );
}

/** What an answered card leaves while the pointer is near: its place, and a word. The sentence stands below the region. */
function LeftPlace({ height, stands }: { height: number; stands: AnswerResult["stands"] | null }) {
  return (
    <div
      aria-hidden="true"
      style={{ height }}
      className="flex animate-appear items-center justify-center gap-2 rounded-card border border-dashed border-strong text-head font-medium text-ink2"
    >
      <SettledMark />
      {stands === null ? words.gone : words.settled[stands]}
    </div>
  );
}

/**
 * When the card that had the focus leaves, the next one gets it, if the person uses the keyboard; after a click the region
 * does, so that no card listens to keys without showing it.
 */
function useFocusAfterLeaving(box: React.RefObject<HTMLDivElement | null>, shown: Props["shown"]) {
  const last = useRef<{ id: string; index: number; byKeyboard: boolean } | null>(null);
  const movedAt = useRef(Number.NEGATIVE_INFINITY);

  const focusLeft = useCallback(
    (event: React.FocusEvent) => {
      const article = event.target.closest("article");
      if (article === null || box.current === null) return;
      const index = cardsIn(box.current).indexOf(article);
      last.current = { id: article.id, index, byKeyboard: event.target.matches(":focus-visible") };
    },
    [box],
  );

  useLayoutEffect(() => {
    const before = last.current;
    if (before === null || box.current === null || document.activeElement !== document.body) return;
    if (shown.some(({ item }) => item !== null && cardElementId(item.id) === before.id)) return;
    last.current = null;
    movedAt.current = performance.now();
    const cards = cardsIn(box.current);
    const next = cards[Math.min(before.index, cards.length - 1)];
    if (before.byKeyboard && next !== undefined) focusCard(next);
    else box.current.focus({ preventScroll: true });
  }, [box, shown]);

  return { focusLeft, movedAt };
}
