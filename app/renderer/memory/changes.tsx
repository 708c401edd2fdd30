// What was changed lately, by whom, and the way back.
import type { MemoryChange } from "../../preload/contract/memory.ts";
import { useMainNow } from "../api/main-clock.ts";
import { useFormat } from "../format.ts";
import { Button } from "../parts/button.tsx";
import { Disclosure } from "../parts/disclosure.tsx";
import { Region } from "../parts/page.tsx";
import { texts } from "../texts/memory.ts";
import { useMemoryCommand } from "./said.tsx";

const words = texts.changes;

export function Changes({ changes }: { changes: readonly MemoryChange[] }) {
  const now = useMainNow(60);
  const format = useFormat();
  const undo = useMemoryCommand("memory.undo");
  if (changes.length === 0) return null;
  return (
    <Region name={words.heading} heading={words.heading}>
      <Disclosure label={words.show(changes.length)}>
        {() => (
          <ul aria-label={words.list} className="rounded-card border border-line bg-raised shadow-card">
            {changes.map(({ id, at, by, what }) => (
              <li key={id} className="flex items-center gap-3 border-line px-3.5 py-2 not-first:border-t">
                <div className="min-w-0 flex-1">
                  <p className="text-head break-words">{what}</p>
                  <p className="text-small text-ink2">
                    {words.by[by]} · <time dateTime={new Date(at * 1000).toISOString()}>{format.moment(at, now)}</time>
                  </p>
                </div>
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={words.undoThis(what)}
                  busy={undo.busy}
                  onClick={() => undo.send({ change: id })}
                >
                  {words.undo}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Disclosure>
    </Region>
  );
}
