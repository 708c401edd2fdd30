// A text of the model or of a stranger: as text, with its addresses as they truly are, the rest on demand.
import { useState } from "react";
import type { LongText as Text } from "../../../preload/contract/runs.ts";
import { useRest } from "../../api/run-queries.ts";
import { Button } from "../../parts/button.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Linked } from "../../parts/linked.tsx";
import { texts } from "../../texts/run.ts";

interface Props {
  run: number;
  text: Text;
  /** Set: it stands in a box of its own, in a fixed width. */
  label?: string;
}

export function LongText({ run, text, label }: Props) {
  const [wanted, setWanted] = useState(false);
  const rest = useRest(run, text.place, text.shown, wanted);
  const pieces = rest.data?.pages.flatMap((piece) => piece ?? []) ?? [];
  const shown = pieces.at(-1)?.shown ?? text.shown;
  const whole = text.text + pieces.map((piece) => piece.text).join("");
  const more = () => {
    if (wanted) void rest.fetchNextPage();
    else setWanted(true);
  };
  return (
    <>
      {label === undefined ? (
        <p className="break-words whitespace-pre-line [overflow-wrap:anywhere]">
          <Linked text={whole} />
        </p>
      ) : (
        <CodeBlock label={label}>
          <Linked text={whole} />
        </CodeBlock>
      )}
      {shown < text.length && (
        <div className="mt-1.5">
          <Button size="small" busy={rest.isFetching} onClick={more}>
            {texts.showMore(texts.number(shown), texts.number(text.length))}
          </Button>
        </div>
      )}
      {rest.error !== null && (
        <p role="alert" className="mt-1 text-warn">
          {rest.error.message}
        </p>
      )}
    </>
  );
}
