// What was just done with memory, and the way back. Stays in sight while the person reads on.
import { createContext, useContext } from "react";
import type { Input } from "../../preload/contract/channels.ts";
import type { MemoryDone } from "../../preload/contract/memory.ts";
import { useCommand } from "../api/queries.ts";
import { Button } from "../parts/button.tsx";
import { OutcomeLine } from "../parts/outcome.tsx";
import { texts } from "../texts/memory.ts";

/** Tells the view how something ended. */
export const SayContext = createContext<(done: MemoryDone) => void>(() => undefined);
export const useSay = () => useContext(SayContext);

type Commands =
  | "memory.saveInstructions"
  | "memory.save"
  | "memory.remove"
  | "memory.trust"
  | "memory.resolve"
  | "memory.undo";

/** A command of memory whose end is told above the view. */
export function useMemoryCommand<C extends Commands>(channel: C) {
  const say = useSay();
  const command = useCommand(channel, ["memory"]);
  // Every one of these ends in the same shape.
  const sent = command.mutateAsync as (input: Input<C>) => Promise<MemoryDone>;
  return {
    busy: command.isPending,
    send(input: Input<C>, then: (done: MemoryDone) => void = () => undefined): void {
      sent(input).then(
        (done) => {
          say(done);
          then(done);
        },
        (error: unknown) =>
          say({ ok: false, sentence: error instanceof Error ? error.message : String(error), change: null }),
      );
    },
  };
}

export function Said({ done }: { done: MemoryDone | null }) {
  const undo = useMemoryCommand("memory.undo");
  return (
    // Without a height of its own: nothing moves when it comes.
    <div role="status" aria-label={texts.said} className="sticky top-3 z-20 h-0">
      {done !== null && (
        <div className="ml-auto flex w-fit max-w-full animate-appear items-center gap-3 rounded-card border border-strong bg-raised px-4 py-2 shadow-float">
          <div className="min-w-0 flex-1">
            <OutcomeLine ok={done.ok} sentence={done.sentence} />
          </div>
          {done.change !== null && (
            <Button size="small" busy={undo.busy} onClick={() => undo.send({ change: done.change ?? "" })}>
              {texts.undo}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
