// The rule as main would write it, to the letter, while it is typed. Refuses to make a line of its own.
import { useEffect, useState } from "react";
import type { PermissionInput } from "../../preload/contract/permissions.ts";
import { useRulePreview } from "../api/queries.ts";
import { texts } from "../texts/permissions.ts";

const words = texts.ruleForm;
/** Between the last key and the question to main, which reads the whole file for it. */
const pauseMilliseconds = 150;

interface Props {
  /** Of the rule that is changed; null for a new one. */
  index: number | null;
  /** Null while the form can't be taken. */
  rule: PermissionInput | null;
}

export function RulePreview({ index, rule }: Props) {
  const text = rule === null ? null : JSON.stringify(rule);
  const settled = useSettled(text);
  const preview = useRulePreview(index, settled === null ? null : (JSON.parse(settled) as PermissionInput));
  const { data } = preview;
  const waits = text === null || text !== settled || preview.isPlaceholderData;
  return (
    <section aria-label={words.preview}>
      <h3 className="mb-1 text-head font-medium">{words.preview}</h3>
      {text !== null && data?.ok === false ? (
        <p className="text-small text-warn">{words.notTaken(data.sentence)}</p>
      ) : (
        <pre
          className={`max-h-24 overflow-y-auto rounded-control border border-line bg-code px-3 py-2 text-small whitespace-pre-wrap transition-opacity [overflow-wrap:anywhere] select-text ${waits ? "opacity-50" : ""}`}
        >
          {text === null ? words.previewLater : data?.ok === true ? data.text : (preview.error?.message ?? " ")}
        </pre>
      )}
    </section>
  );
}

/** The value once it has not changed for a moment; the first one at once. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
