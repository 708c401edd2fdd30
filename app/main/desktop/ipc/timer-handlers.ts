// The channels of Timers: reading a phrase back, and setting, changing, deleting what came of it. Promises: what was deleted can be put
// back until Nightjar quits. Refuses: a moment that passed between reading and setting.
import type { Input } from "../../../preload/contract/channels.ts";
import type { Done, Topic } from "../../../preload/contract/views.ts";
import type { Personal, PersonalSet } from "../../engine/timers/personal.ts";
import type { TimerRow } from "../../engine/timers/rows.ts";
import { reading } from "../views/reading.ts";
import { done as texts } from "../views/texts.ts";
import type { Handlers } from "./gate.ts";
import { not, ok } from "./done.ts";

export interface TimerParts {
  engine: {
    wake(): void;
    timers: {
      runNow(id: string, now: number): boolean;
      pause(id: string, paused: boolean, now: number): boolean;
      cancelAgents(id: string): boolean;
    };
  };
  reminders: Pick<Personal, "add" | "change" | "take" | "putBack">;
  clock: { now(): number };
  zone: () => string;
  changed: (topics: readonly Topic[]) => void;
}

/** So many deletions can be taken back. */
const takenMax = 50;

export function timerHandlers({ engine, reminders, clock, zone, changed }: TimerParts) {
  const taken = new Map<string, TimerRow>();

  function settled(did: boolean, sentence: string): Done {
    if (!did) return not(texts.noTimer);
    engine.wake();
    changed(["timers", "activity", "status"]);
    return ok(sentence);
  }

  function set(result: PersonalSet, sentence: string): Done {
    if (result.ok) return settled(true, sentence);
    if (result.why === "unusable") return not(texts.unusable(result.sentence));
    return not(result.why === "passed" ? texts.momentPassed : texts.noTimer);
  }

  function remove({ id }: Input<"timers.remove">): Done {
    const row = reminders.take(id);
    if (row === null) return not(texts.noTimer);
    taken.set(id, row);
    for (const oldest of [...taken.keys()].slice(0, -takenMax)) taken.delete(oldest);
    return settled(true, texts.timerDeleted);
  }

  function putBack({ id }: Input<"timers.putBack">): Done {
    const row = taken.get(id);
    if (row === undefined || !reminders.putBack(row)) return not(texts.notPutBack);
    taken.delete(id);
    return settled(true, texts.timerBack);
  }

  return {
    "timers.runNow": ({ id }) => settled(engine.timers.runNow(id, clock.now()), texts.timerRan),
    "timers.cancel": ({ id }) => settled(engine.timers.cancelAgents(id), texts.timerCancelled),
    "timers.pause": ({ id, paused }) =>
      settled(engine.timers.pause(id, paused, clock.now()), paused ? texts.paused : texts.resumed),
    "timers.read": ({ phrase }) => reading(phrase, clock.now(), zone()),
    "timers.add": ({ text, timing }) => set(reminders.add(text, timing), texts.timerSet),
    "timers.change": ({ id, text, timing }) => set(reminders.change(id, text, timing), texts.timerChanged),
    "timers.remove": remove,
    "timers.putBack": putBack,
  } satisfies Partial<Handlers>;
}
