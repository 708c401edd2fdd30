// The keyboard on the cards: J and K (arrows too, on a card) move, A and D answer the card that has the focus, further letters
// open the other ways to answer it.
import { type RefObject, useEffect } from "react";
import type { ApprovalAnswer } from "../../../preload/contract/approvals.ts";
import { isFree } from "../../frame/keys.ts";
import type { Way } from "./asking.ts";

/** A key held or pressed twice must not answer the card that moved up; this long the new one does not listen. */
const deafMilliseconds = 700;

export function cardsIn(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>("article")];
}

export function focusCard(card: HTMLElement): void {
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: "nearest" });
}

interface Deps {
  box: RefObject<HTMLElement | null>;
  /** `event.timeStamp` of when a card last got the focus because another one left. */
  movedAt: RefObject<number>;
  answer: (card: HTMLElement, answer: ApprovalAnswer) => void;
  ask: (card: HTMLElement, way: Way) => void;
  /** One of a question's choices, from 0. */
  choose: (card: HTMLElement, choice: number) => void;
}

const answers: Record<string, ApprovalAnswer> = { a: "yes", d: "no" };
const ways: Record<string, Way> = { w: "words", e: "edit", l: "always", s: "alike" };

export function useCardKeys({ box, movedAt, answer, ask, choose }: Deps): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (box.current === null || !isFree(event)) return;
      const target = event.target instanceof Element ? event.target : null;
      const cards = cardsIn(box.current);
      const at = cards.findIndex((card) => card.contains(target));
      const step = stepOf(event, target, at !== -1);
      if (step !== 0) {
        const next = cards[at === -1 ? (step > 0 ? 0 : cards.length - 1) : at + step];
        if (next === undefined) return;
        event.preventDefault();
        focusCard(next);
        return;
      }
      const card = cards[at];
      if (card === undefined || event.repeat || event.timeStamp - movedAt.current < deafMilliseconds) return;
      const key = event.key.toLowerCase();
      const [given, way] = [answers[key], ways[key]];
      if (/^[1-9]$/.test(key)) choose(card, Number(key) - 1);
      if (given === undefined && way === undefined) return;
      // The letter must not land in the field that opens, or gets the focus.
      event.preventDefault();
      if (given !== undefined) answer(card, given);
      if (way !== undefined) ask(card, way);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [box, movedAt, answer, ask, choose]);
}

function stepOf(event: KeyboardEvent, target: Element | null, onCard: boolean): -1 | 0 | 1 {
  if (event.key === "j") return 1;
  if (event.key === "k") return -1;
  // A long call scrolls by the arrows while it has the focus.
  if (!onCard || target?.closest("[data-scrolls]") != null) return 0;
  if (event.key === "ArrowDown") return 1;
  if (event.key === "ArrowUp") return -1;
  return 0;
}
