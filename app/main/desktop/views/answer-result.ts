// What became of an approval after a tap, in a sentence. Promises: the answer that stands, whoever was first (rule 8).
// Refuses: to say that something was done when it is not known.
import type { AnswerResult, StandingAnswer } from "../../../preload/contract/approvals.ts";
import { answers as texts } from "./texts.ts";
import { atMomentText } from "./times.ts";

/** What an answer that lets the call be made says of the call. */
const callText = (status: string): string => texts.call[status] ?? "";

/** What the approvals say stands. */
export interface Standing {
  stands: Exclude<AnswerResult["stands"], "refused">;
  yours: boolean;
  approval: {
    due: number | null;
    answered_at: number | null;
    words?: string | null;
    always?: string | null;
    replaced_by?: string | null;
  } | null;
}

function earlier(stands: Exclude<StandingAnswer, "expired">, moment: string, callStatus: string): string {
  switch (stands) {
    case "yes":
    case "again":
      return texts.before[stands](moment, callText(callStatus)).trim();
    case "no":
    case "did":
    case "leave":
      return texts.before[stands](moment);
  }
}

function own(stands: Exclude<StandingAnswer, "expired">, callStatus: string): string {
  switch (stands) {
    case "yes":
    case "again":
      return texts.yours[stands](callStatus === "waiting" ? texts.atOnce : callText(callStatus)).trim();
    case "no":
    case "did":
    case "leave":
      return texts.yours[stands];
  }
}

/**
 * @param callStatus of the approval's tool call, now.
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
    if (stands === "no" && approval?.replaced_by != null) return texts.replaced;
    const said = yours ? own(stands, callStatus) : earlier(stands, at(approval?.answered_at), callStatus);
    const more =
      approval?.always != null ? texts.always(approval.always) : approval?.words != null ? texts.withWords : "";
    return `${said} ${more}`.trim();
  };
  return { id, stands, yours, sentence: sentence() };
}
