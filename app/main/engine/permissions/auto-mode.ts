// Auto mode's second opinion on a call. Promises: it only tightens: allow may become ask or deny, ask may become deny.
// Refuses: to loosen whatever an opinion says; one that can not be read asks.
import type { Verdict } from "./decide.ts";
import type { CallFacts, Provenance } from "./facts.ts";
import { reasons } from "./reasons.ts";
import { findRisks } from "./risks.ts";

export interface LookedAt {
  facts: CallFacts;
  arguments: unknown;
  provenance: Provenance;
  /** The run that wants it, whose end ends the looking; null when a person changed or answered it. */
  run: { session: string; id: number; signal: AbortSignal } | null;
}

export interface Opinion {
  /** `allow`: nothing speaks against it, which changes nothing. */
  decide: Verdict["decide"];
  /** Whose it is; the fixed checks' when it does not say. */
  by?: "auto" | "model";
  /** Whole sentences; empty for `allow`. */
  reason: string;
}

/** Filled by fixed checks, and by a model where there is one, which can do no more than these. Never rejects. */
export interface SecondOpinion {
  look(call: LookedAt): Opinion | Promise<Opinion>;
}

/** The second looks at what the first lets pass: it costs more. */
export const thenAlso = (first: SecondOpinion, second: SecondOpinion): SecondOpinion => ({
  async look(call) {
    const opinion = await first.look(call);
    return opinion.decide === "allow" ? second.look(call) : opinion;
  },
});

const risksNamedMax = 3;

/** The fixed checks as a second opinion. */
export const fixedChecks: SecondOpinion = {
  look(call) {
    const risks = findRisks(call);
    if (risks.length === 0) return { decide: "allow", reason: "" };
    const decide = risks.some((risk) => risk.decide === "deny") ? "deny" : "ask";
    const first = risks.toSorted((a, b) => Number(b.decide === "deny") - Number(a.decide === "deny"));
    return {
      decide,
      reason: first
        .slice(0, risksNamedMax)
        .map(({ what }) => what)
        .join(" "),
    };
  },
};

const ranks: Record<Verdict["decide"], number> = { allow: 0, ask: 1, deny: 2 };
const isWord = (word: unknown): word is Verdict["decide"] => typeof word === "string" && Object.hasOwn(ranks, word);

/** The stricter of the two. What an opinion says beyond its three words counts as `ask`. */
export function tighten(verdict: Verdict, opinion: Opinion): Verdict {
  // Words are checked as they come, whatever the types say.
  const word: unknown = opinion.decide;
  const decide = isWord(word) ? word : "ask";
  if (ranks[decide] <= ranks[verdict.decide]) return verdict;
  const why = decide === "deny" ? reasons.autoDenies : reasons.autoAsks;
  return { ...verdict, decide, by: opinion.by ?? "auto", reason: `${why} ${opinion.reason}`.trim() };
}
