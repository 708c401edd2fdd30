// What was understood of a phrase: the time with its next occurrences, a question with its choices, or why not.
import { Info, TriangleAlert } from "lucide-react";
import { useDeferredValue } from "react";
import type { Reading as Read } from "../../preload/contract/reminders.ts";
import { useMainNow } from "../api/main-clock.ts";
import { useReading } from "../api/queries.ts";
import { Button } from "../parts/button.tsx";
import { texts } from "../texts/timers.ts";
import { Next } from "./next.tsx";

interface Understood {
  /** null while nothing was written, or the answer to the last words is still on the way. */
  read: Read | null;
  /** What is shown meanwhile. */
  shown: Read | null;
  problem: string | null;
}

/** Reads a phrase as it is being written, and again with each minute that passes. */
export function useUnderstood(phrase: string): Understood {
  const wanted = useDeferredValue(phrase.trim());
  const minute = useMainNow(60);
  const { data, error, isPlaceholderData } = useReading(wanted === "" ? null : wanted, minute);
  const shown = wanted === "" ? null : (data ?? null);
  const fresh = shown !== null && !isPlaceholderData && wanted === phrase.trim();
  return { read: fresh ? shown : null, shown, problem: error?.message ?? null };
}

interface Props {
  of: Understood;
  choose: (phrase: string) => void;
  /** Whether what is to be said is part of the phrase. */
  withText: boolean;
}

/** Always in the page, so that screen readers hear it change. */
export function Reading({ of, choose, withText }: Props) {
  const { shown, problem } = of;
  return (
    <div
      role="status"
      aria-label={texts.understood}
      className={shown === null && problem === null ? "sr-only" : "mt-3 min-w-0"}
    >
      {problem !== null && <Line icon="warn" text={problem} />}
      {problem === null && shown !== null && <Meaning shown={shown} choose={choose} withText={withText} />}
    </div>
  );
}

function Meaning({ shown, choose, withText }: { shown: Read; choose: Props["choose"]; withText: boolean }) {
  const now = useMainNow(60);
  if (shown.kind === "impossible") return <Line icon="warn" text={shown.sentence} />;
  if (shown.kind === "unclear")
    return (
      <>
        <p className="text-head font-medium break-words">{shown.question}</p>
        <div role="group" aria-label={shown.question} className="mt-2 flex flex-wrap gap-2">
          {shown.choices.map(({ label, phrase }) => (
            <Button key={phrase} size="small" onClick={() => choose(phrase)}>
              <span className="max-w-[60ch] truncate">{label}</span>
            </Button>
          ))}
        </div>
      </>
    );
  const name = shown.text === "" ? texts.newOne : shown.text;
  return (
    <>
      <p className="text-head break-words">
        <strong className="font-semibold">{shown.rule}</strong>
        {withText && shown.text !== "" && <span className="text-ink2"> · “{shown.text}”</span>}
      </p>
      <Next timer={{ name, next: shown.next, zone: shown.zone, paused: false }} now={now} />
      {shown.notes.map((note) => (
        <div key={note} className="mt-2">
          <Line icon="info" text={note} />
        </div>
      ))}
      {withText && shown.text === "" && (
        <div className="mt-2">
          <Line icon="info" text={texts.noWords} />
        </div>
      )}
      {!withText && shown.text !== "" && (
        <div className="mt-2">
          <Line icon="warn" text={texts.noTime(shown.text)} />
        </div>
      )}
    </>
  );
}

function Line({ icon, text }: { icon: "info" | "warn"; text: string }) {
  const Icon = icon === "info" ? Info : TriangleAlert;
  return (
    <p className="flex items-start gap-2 text-head text-ink2">
      <Icon
        size={14}
        strokeWidth={1.75}
        aria-hidden="true"
        className={`mt-[3px] shrink-0 ${icon === "info" ? "text-ink3" : "text-warn"}`}
      />
      <span className="min-w-0 break-words">{text}</span>
    </p>
  );
}
