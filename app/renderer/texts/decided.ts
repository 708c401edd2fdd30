// The words for who or what decided a call, and from where a question was answered; the same in Activity and Permissions.
import type { Decided } from "../../preload/contract/views.ts";

const decisions: Record<Decided["decision"], string> = { allow: "Allowed", ask: "Asked", deny: "Denied" };

const by: Record<string, string> = {
  hard: "by Nightjar's own list, which no rule lifts",
  rule: "by your rule",
  tie: "by rules of yours that differ",
  default: "without a rule",
  provenance: "because text from outside was read",
  finding: "because of what was noticed in it",
  auto: "by auto mode",
  model: "by auto mode, with the model's second opinion",
  asked: "in any case",
};

const froms: Record<string, string> = { window: "in the window", deadline: "at its deadline", tray: "in the tray" };

export const texts = {
  /** "Asked by your rule". */
  decided: ({ decision, by: step }: Decided) => [decisions[decision], by[step] ?? ""].join(" ").trim(),
  rule: "Show the rule",
  from: (from: string) => froms[from] ?? from,
};
