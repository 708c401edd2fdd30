// Answering cards: one tap at a time per card, what main says stands is what is shown. Refuses to guess: a failed call
// leaves the card as it was, with the reason on it.
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type {
  AnswerResult,
  ApprovalAnswer,
  ApprovalCard,
  EditResult,
  Reply,
} from "../../../preload/contract/approvals.ts";
import { useCall } from "../../api/queries.ts";
import { staleChannels } from "../../api/refresh.ts";
import { texts as askTexts } from "../../texts/asks.ts";
import { texts as cardTexts } from "../../texts/cards.ts";

/** A card is one question about one exact call: the same id with another call is another card. */
export const cardKey = (card: ApprovalCard) => `${card.id} ${card.kind} ${card.callHash}`;

export interface Settled {
  key: string;
  /** In the card's place, where the answer alone would not say it. */
  word?: string;
  title: string;
  eventId: number;
  result: AnswerResult;
}

export interface Answers {
  settled: ReadonlyMap<string, Settled>;
  answering: ReadonlySet<string>;
  problems: ReadonlyMap<string, string>;
  answer: (card: ApprovalCard, answer: ApprovalAnswer) => void;
  /** The same with more: words to a no, or the line that is written before a yes. Says why not; null when it was answered. */
  answerSaying: (card: ApprovalCard, answer: "yes" | "no", said: Said) => Promise<string | null>;
  /** Each of them by itself. Says why none was; null when main took them. */
  answerAll: (cards: readonly ApprovalCard[], answer: "yes" | "no") => Promise<string | null>;
  /** A question left without an answer given here: says what became of it. */
  tellGone: (card: ApprovalCard) => void;
  /** Another call in its place; the new card's approval, or why not. */
  edit: (card: ApprovalCard, args: string) => Promise<EditResult>;
}

export type Said = { words: string } | { always: string } | { reply: Reply };

/** In the place of a card that asked something. */
function askedWord({ asks }: ApprovalCard, { stands }: AnswerResult): string | undefined {
  if (asks === null || (stands !== "yes" && stands !== "no" && stands !== "leave")) return undefined;
  return askTexts.settled[asks.kind === "question" ? "question" : "form"][stands];
}

export function useAnswers(): Answers {
  const call = useCall();
  const queries = useQueryClient();
  const [settled, setSettled] = useState<ReadonlyMap<string, Settled>>(new Map());
  const [answering, setAnswering] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  // State is drawn later than two quick taps arrive; this is not.
  const underWay = useRef(new Set<string>());
  const answeredHere = useRef(new Set<string>());

  const refresh = useCallback(
    () =>
      Promise.all(
        staleChannels(["approvals", "outbox", "permissions", "settings"]).map((stale) =>
          queries.invalidateQueries({ queryKey: [stale] }),
        ),
      ),
    [queries],
  );

  /** Main is asked once for cards that are not being answered already; what it says stands is what is shown. */
  const work = useCallback(
    async <T>(cards: readonly ApprovalCard[], ask: () => Promise<T>): Promise<{ ok: true; value: T } | Failed> => {
      const keys = cards.map(cardKey);
      if (keys.some((key) => underWay.current.has(key))) return { ok: false, sentence: null };
      for (const key of keys) underWay.current.add(key);
      setAnswering(new Set(underWay.current));
      setProblems((now) => keys.reduce(without, now));
      try {
        return { ok: true, value: await ask() };
      } catch (error) {
        return { ok: false, sentence: error instanceof Error ? error.message : String(error) };
      } finally {
        for (const key of keys) underWay.current.delete(key);
        setAnswering(new Set(underWay.current));
        void refresh();
      }
    },
    [refresh],
  );

  const settle = useCallback((card: ApprovalCard, result: AnswerResult, word?: string) => {
    const key = cardKey(card);
    answeredHere.current.add(key);
    const { title, eventId } = card;
    setSettled((now) =>
      new Map(now).set(key, { key, title, eventId, result, ...(word === undefined ? {} : { word }) }),
    );
  }, []);
  const complain = useCallback((card: ApprovalCard, sentence: string) => {
    setProblems((now) => new Map(now).set(cardKey(card), sentence));
  }, []);

  const answerSaying = useCallback(
    async (card: ApprovalCard, given: ApprovalAnswer, said: Said | Record<string, never>): Promise<string | null> => {
      const { id, callHash } = card;
      const asked = await work([card], () => call("approvals.answer", { id, callHash, answer: given, ...said }));
      if (!asked.ok) return asked.sentence;
      if (asked.value.stands === "refused") return asked.value.sentence;
      settle(card, asked.value, askedWord(card, asked.value));
      return null;
    },
    [call, settle, work],
  );

  const tellGone = useCallback(
    async (card: ApprovalCard) => {
      const key = cardKey(card);
      if (underWay.current.has(key) || answeredHere.current.has(key)) return;
      // Nothing is lost when main does not say: Activity and Permissions have it.
      const result = await call("approvals.get", { id: card.id, yours: false }).catch(() => null);
      if (result !== null) settle(card, result);
    },
    [call, settle],
  );

  const answer = useCallback(
    async (card: ApprovalCard, given: ApprovalAnswer) => {
      const why = await answerSaying(card, given, {});
      if (why !== null) complain(card, why);
    },
    [answerSaying, complain],
  );

  const answerAll = useCallback(
    async (cards: readonly ApprovalCard[], given: "yes" | "no"): Promise<string | null> => {
      const each = cards.map(({ id, callHash }) => ({ id, callHash }));
      const asked = await work(cards, () => call("approvals.answerMany", { cards: each, answer: given }));
      if (!asked.ok) return asked.sentence;
      for (const [at, result] of asked.value.entries()) {
        const card = cards[at];
        if (card !== undefined) settle(card, result);
      }
      return null;
    },
    [call, settle, work],
  );

  const edit = useCallback(
    async (card: ApprovalCard, args: string): Promise<EditResult> => {
      const { id, callHash } = card;
      const asked = await work([card], () => call("approvals.edit", { id, callHash, arguments: args }));
      if (!asked.ok) return { ok: false, sentence: asked.sentence ?? cardTexts.gone };
      if (asked.value.ok) {
        const { edited, word } = cardTexts.edit;
        settle(card, { id, stands: "no", yours: true, sentence: edited }, word);
      }
      return asked.value;
    },
    [call, settle, work],
  );

  return {
    ...{ settled, answering, problems, answerSaying, answerAll, edit },
    tellGone: useCallback((card) => void tellGone(card), [tellGone]),
    answer: useCallback((card, given) => void answer(card, given), [answer]),
  };
}

/** No sentence: its answer is under way already. */
interface Failed {
  ok: false;
  sentence: string | null;
}

function without(map: ReadonlyMap<string, string>, key: string): ReadonlyMap<string, string> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
