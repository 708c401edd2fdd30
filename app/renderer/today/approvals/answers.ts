// Answering cards: one tap at a time per card, what main says stands is what is shown. Refuses to guess: a failed call
// leaves the card as it was, with the reason on it.
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { AnswerResult, ApprovalAnswer, ApprovalCard } from "../../../preload/contract/views.ts";
import { useCall } from "../../api/queries.ts";
import { staleChannels } from "../../api/refresh.ts";

/** A card is one question about one exact call: the same id with another call is another card. */
export const cardKey = (card: ApprovalCard) => `${card.id} ${card.kind} ${card.callHash}`;

export interface Settled {
  key: string;
  title: string;
  eventId: number;
  result: AnswerResult;
}

export interface Answers {
  settled: ReadonlyMap<string, Settled>;
  answering: ReadonlySet<string>;
  problems: ReadonlyMap<string, string>;
  answer: (card: ApprovalCard, answer: ApprovalAnswer) => void;
}

export function useAnswers(): Answers {
  const call = useCall();
  const queries = useQueryClient();
  const [settled, setSettled] = useState<ReadonlyMap<string, Settled>>(new Map());
  const [answering, setAnswering] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  // State is drawn later than two quick taps arrive; this is not.
  const underWay = useRef(new Set<string>());

  const answer = useCallback(
    async (card: ApprovalCard, given: ApprovalAnswer) => {
      const key = cardKey(card);
      if (underWay.current.has(key)) return;
      underWay.current.add(key);
      setAnswering(new Set(underWay.current));
      setProblems((now) => without(now, key));
      try {
        const result = await call("approvals.answer", { id: card.id, callHash: card.callHash, answer: given });
        setSettled((now) => new Map(now).set(key, { key, title: card.title, eventId: card.eventId, result }));
      } catch (error) {
        setProblems((now) => new Map(now).set(key, error instanceof Error ? error.message : String(error)));
      }
      underWay.current.delete(key);
      setAnswering(new Set(underWay.current));
      await Promise.all(
        staleChannels(["approvals", "outbox"]).map((stale) => queries.invalidateQueries({ queryKey: [stale] })),
      );
    },
    [call, queries],
  );

  return { settled, answering, problems, answer: useCallback((card, given) => void answer(card, given), [answer]) };
}

function without(map: ReadonlyMap<string, string>, key: string): ReadonlyMap<string, string> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
