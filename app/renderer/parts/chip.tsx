// A small fact beside others. Amber is kept for what asks for care.
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  icon?: LucideIcon;
  tone?: "plain" | "warn" | "bad" | "good";
  children: ReactNode;
}

const tones = {
  // The quiet line does not show on a raised card in the dark.
  plain: "border-line text-ink2 dark:border-strong",
  warn: "border-transparent bg-warn-soft text-warn contrast-more:border-warn-line",
  bad: "border-transparent bg-bad-soft text-bad contrast-more:border-bad",
  good: "border-line text-good dark:border-strong",
};

export function Chip({ icon: Icon, tone = "plain", children }: Props) {
  return (
    <span
      className={`inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-full border px-2.5 py-px text-small ${tones[tone]}`}
    >
      {Icon !== undefined && <Icon size={13} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />}
      <span className="min-w-0 break-words">{children}</span>
    </span>
  );
}
