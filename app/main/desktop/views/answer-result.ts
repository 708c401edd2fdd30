// What became of an approval after a tap, in a sentence. Promises: the answer that stands, whoever was first (rule 8).
// Refuses: to say that something was done when it is not known.
import type { AnswerResult, StandingAnswer } from "../../../preload/contract/views.ts";
import { answers as texts } from "./texts.ts";
import { atMomentText } from "./times.ts";

/** What the approvals say stands. */
export interface Standing {
  stands: AnswerResult["stands"];
  yours: boolean;
  approval: { due: number | null; answered_at: number | null } | null;
}

function earlier(stands: Exclude<StandingAnswer, "expired">, moment: string, callStatus: string): string {
  const call = texts.call[callStatus] ?? "";
  switch (stands) {
    case "yes":
    case "again":
      return texts.before[stands](moment, call).trim();
    case "no":
    case "did":
    case "leave":
      return texts.before[stands](moment);
  }
}

/**
 * @param callStatus of the approval's tool call, for an answer that stood before.
 * @param zone the person's, for the moments in the sentence.
 */
export function answerResult(
  id: string,
  { stands, yours, approval }: Standing,
  callStatus: string,
  now: number,
  zone: string,
): AnswerResult {
  const at = (moment: number | null | undefined) => atMomentText(moment ?? now, now, zone);
  const sentence = (): string => {
    if (stands === "not_found" || stands === "changed") return texts[stands];
    if (stands === "expired") return texts.expired(at(approval?.due));
    return yours ? texts.yours[stands] : earlier(stands, at(approval?.answered_at), callStatus);
  };
  return { id, stands, yours, sentence: sentence() };
}
