// A picture for where something came from, read out of its cause line: "github · pull_request opened · octo/porch".
import {
  AlarmClock,
  CircleDot,
  GitBranch,
  GitPullRequest,
  type LucideIcon,
  MessageSquare,
  Package,
  ShieldAlert,
  ShieldQuestionMark,
  Tag,
  Terminal,
  Webhook,
  Workflow,
} from "lucide-react";

const bySource: Record<string, LucideIcon> = {
  timer: AlarmClock,
  approval: ShieldQuestionMark,
  chat: MessageSquare,
  shell: Terminal,
};

const byEvent: [start: string, icon: LucideIcon][] = [
  ["issue", CircleDot],
  ["pull_request", GitPullRequest],
  ["workflow", Workflow],
  ["check_", Workflow],
  ["release", Tag],
  ["push", GitBranch],
  ["create", GitBranch],
  ["delete", GitBranch],
  ["package", Package],
  ["registry_package", Package],
  ["dependabot_alert", ShieldAlert],
  ["secret_scanning", ShieldAlert],
  ["code_scanning", ShieldAlert],
];

export function causeIcon(cause: string): LucideIcon {
  const [source = "", event = ""] = cause.split(" · ");
  const own = bySource[source];
  if (own !== undefined) return own;
  return byEvent.find(([start]) => event.startsWith(start))?.[1] ?? Webhook;
}
