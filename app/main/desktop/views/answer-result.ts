// What became of an approval after a tap, in a sentence. Promises: the answer that stands, whoever was first (rule 8).
// Refuses: to say that something was done when it is not known.
import type { AnswerResult, StandingAnswer } from "../../../preload/contract/approvals.ts";
import { answers as texts } from "./texts.ts";
import { atMomentText } from "./times.ts";

/** What an answer that lets the call be made says of the call. */
const callText = (status: string): string => texts.call[status] ?? "";

type Kind = "call" | "unknown" | "question" | "form";

/** What the approvals say stands. */
export interface Standing {
  stands: Exclude<AnswerResult["stands"], "refused">;
  yours: boolean;
  approval: {
    kind?: Kind;
    answered_from?: string | null;
    due: number | null;
    answered_at: number | null;
    words?: string | null;
    always?: string | null;
    replaced_by?: string | null;
  } | null;
}

type Person = Exclude<StandingAnswer, "expired" | "withdrawn">;

/** To a question or a form: the answer itself is all that there is to say. */
function replied(kind: "question" | "form", stands: Person | "expired", yours: boolean, moment: string): string {
  const { first, before } = texts.asked;
  const what = texts.asked[kind][stands] ?? "";
  return yours || stands === "expired" ? first(what) : before(moment, what);
}

function earlier(stands: Person, moment: string, callStatus: string): string {
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

function own(stands: Person, callStatus: string): string {
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
    if (stands === "withdrawn") return texts.withdrawn(approval?.answered_from ?? "");
    if (approval?.kind === "question" || approval?.kind === "form") {
      return replied(approval.kind, stands, yours, at(stands === "expired" ? approval.due : approval.answered_at));
    }
    if (stands === "expired") return texts.expired(at(approval?.due));
    if (stands === "no" && approval?.replaced_by != null) return texts.replaced;
    const said = yours ? own(stands, callStatus) : earlier(stands, at(approval?.answered_at), callStatus);
    const more =
      approval?.always != null ? texts.always(approval.always) : approval?.words != null ? texts.withWords : "";
    return `${said} ${more}`.trim();
  };
  return { id, stands, yours, sentence: sentence() };
}
