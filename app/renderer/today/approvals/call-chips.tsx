// The reasons on a card, each with its picture.
import { CircleQuestionMark, Globe, type LucideIcon, Quote, Repeat, Repeat1, ShieldQuestionMark } from "lucide-react";
import type { Chip as ChipOf } from "../../../preload/contract/views.ts";
import { Chip } from "../../parts/chip.tsx";

const icons: Record<ChipOf["kind"], LucideIcon> = {
  default: ShieldQuestionMark,
  repeatable: Repeat,
  once: Repeat1,
  outside: Quote,
  destination: Globe,
  unknown: CircleQuestionMark,
};

export function CallChips({ chips }: { chips: readonly ChipOf[] }) {
  if (chips.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {chips.map((chip) => (
        <li key={`${chip.kind} ${chip.text}`} className="flex max-w-full">
          <Chip icon={icons[chip.kind]} tone={chip.kind === "outside" || chip.kind === "unknown" ? "warn" : "plain"}>
            {chip.text}
          </Chip>
        </li>
      ))}
    </ul>
  );
}
