// The facts on a card, each with its picture; what is an exact name is shown in a fixed width, letter by letter.
import { CircleQuestionMark, Globe, KeyRound, type LucideIcon, Quote, Repeat, Repeat1 } from "lucide-react";
import type { Chip as ChipOf } from "../../../preload/contract/approvals.ts";
import { routeHash } from "../../frame/route.ts";
import { Chip } from "../../parts/chip.tsx";

const icons: Record<ChipOf["kind"], LucideIcon> = {
  repeatable: Repeat,
  once: Repeat1,
  outside: Quote,
  destination: Globe,
  credential: KeyRound,
  unknown: CircleQuestionMark,
};

const warns = ({ kind, warns: own }: ChipOf) => own || kind === "outside" || kind === "unknown";

export function CallChips({ chips }: { chips: readonly ChipOf[] }) {
  if (chips.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {chips.map((chip) => (
        <li key={`${chip.kind} ${chip.text}`} className="flex max-w-full">
          <Chip icon={icons[chip.kind]} tone={warns(chip) ? "warn" : "plain"}>
            {chip.goes === null ? (
              <Text chip={chip} />
            ) : (
              <a href={routeHash(chip.goes)} className="rounded-sm hover:text-ink hover:underline">
                <Text chip={chip} />
              </a>
            )}
          </Chip>
        </li>
      ))}
    </ul>
  );
}

function Text({ chip: { text, exact } }: { chip: ChipOf }) {
  const at = exact === null ? -1 : text.indexOf(exact);
  if (exact === null || at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      <code className="text-small font-medium text-ink">{exact}</code>
      {text.slice(at + exact.length)}
    </>
  );
}
