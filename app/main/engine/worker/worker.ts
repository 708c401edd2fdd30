// The loop: take, run, finish, and the next take in the same commit. Promises: one run at a time; sleep and quit hand work
// back at once (rule 2); a stopped run writes nothing. Refuses: waiting for a call in flight.
import { type Asking, createAsking } from "./asking.ts";
import { storageTrouble } from "../store/trouble.ts";
import { createArrivals, isStopWord } from "./arrivals.ts";
import { createCalls } from "./calls.ts";
import { type Taken, take } from "./claim.ts";
import { createHalt, type Halt } from "./halt.ts";
import { type Meanwhile, outcomeOf } from "./outcome.ts";
import type { WorkerParts } from "./parts.ts";
import { recover } from "./recover.ts";
import { stopping } from "./texts.ts";

export type WorkerState = "off" | "on" | "asleep";

/** The run that is on. */
interface Current {
  taken: Taken;
  halt: Halt;
  /** It thinks, and may begin again for what does not wait. */
  breakable: boolean;
  /** Hear whether it was ended as they asked. */
  stoppers: ((stopped: boolean) => void)[];
}

/** What became of a wish, as a sentence. */
export interface Stopped {
  ok: boolean;
  sentence: string;
}

export interface Worker {
  /** What servers ask the person in the middle of calls. */
  asking: Asking;
  /** Takes the lease over, recovers, and begins. */
  start(): void;
  /** Looks for work now, unless a run is on. */
  wake(): void;
  /** Stops the run, hands its events back and releases the lease, in one commit. A second call does nothing. */
  suspend(cause: "suspend" | "quit"): void;
  /** Takes the lease with a new generation and goes on. Does nothing unless suspended. */
  resume(): void;
  /** A sleep that no signal told of: hands back and takes over in one commit. */
  jump(from: number, until: number): void;
  /** The person ends the run that is on: its events end with it, nothing of it is tried again. Settles when that is written. */
  stopRun(run: number): Promise<Stopped>;
  /** Keeps the lease while a run lives (rule 5). */
  renew(): void;
  state(): WorkerState;
  /** What the current run works on; null between runs. */
  working(): Taken | null;
  /** Does what must be on disk before anything due fires; what the disk refuses of it is trouble, and done first when it is mended. */
  settle(work: () => void): string | null;
  /** A disk that refuses stops the work until it is mended; any other error is a broken invariant and goes on to `broken`. */
  stumble(error: unknown): void;
  /** What the disk refused, as a sentence; null when all is well. */
  trouble(): string | null;
}

/**
 * @param changed called after each commit that a screen may want to show
 * @param broken an invariant or the disk failed in the loop: the engine must stop, loudly
 */
export function createWorker(parts: WorkerParts, changed: () => void, broken: (error: unknown) => void): Worker {
  const { store, claims, lease, sessions, conversation, clock, fault, holder, log } = parts;
  const arrivals = createArrivals(parts);
  const calls = createCalls(parts, changed, stumble);
  const asking = createAsking(parts, calls, news, stumble);
  let trouble: string | null = null;
  let owed: (() => void) | null = null;
  let state: WorkerState = "off";
  let current: Current | null = null;
  /** Events whose run began again for something that did not wait. */
  const begunAgain = new Set<number>();
  let lastKind: Taken["kind"] = "retry";

  const next = () => (lastKind === "fresh" ? "retry" : "fresh");

  /** From its claim on, in the same turn, a run can be handed back: nobody may find a claimed event that belongs to no run. */
  function begin(taken: Taken): Current {
    current = { taken, halt: createHalt(), breakable: false, stoppers: [] };
    lastKind = taken.kind;
    return current;
  }

  /** One run. @returns the run that was taken up in the commit that ended this one */
  async function one(run: Current): Promise<Current | null> {
    const { taken, halt, stoppers } = run;
    changed();
    fault("claimed");
    const write = await outcomeOf(parts, calls, taken, halt, meanwhileOf(run), stumble, changed);
    if (halt.cause() === "back") return null;
    fault("decided");
    let written = false;
    const following = store.tx(() => {
      written = write();
      const first = halt.cause() === null ? next() : "fresh";
      return written && state === "on" ? take(parts, first, clock.now()) : null;
    });
    if (halt.cause() !== "restarted") for (const { id } of taken.events) begunAgain.delete(id);
    current = null;
    for (const tell of stoppers) tell(written);
    const after = following === null ? null : begin(following);
    fault("finished");
    changed();
    return after?.halt.cause() === "back" ? null : after;
  }

  /** Ends the run for what does not wait, once for each of its events; for the person's word always. */
  function breakFor(run: Current): boolean {
    if (run.halt.cause() !== null) return true;
    const found = run.breakable ? arrivals.breaking(run.taken) : null;
    if (found === null) return false;
    const again = run.taken.events.some(({ id }) => begunAgain.has(id));
    if (again && !found.events.some(isStopWord)) return false;
    for (const { id } of run.taken.events) begunAgain.add(id);
    run.halt.end(found.halted);
    return true;
  }

  function meanwhileOf(run: Current): Meanwhile {
    const { taken } = run;
    return {
      breakable: (on) => {
        run.breakable = on;
        if (on) breakFor(run);
      },
      fold: () => (breakFor(run) ? [] : arrivals.fold(taken)),
      putFirst: (halted) => {
        const ids = arrivals.breaking(taken)?.events.map(({ id }) => id) ?? [];
        const together = halted === "restarted" && taken.kind === "fresh" && taken.events[0]?.kind !== "approval";
        const joined = together && !conversation.has(taken.session);
        claims.putFirst(ids, joined ? taken.session : null);
        sessions.settle(taken.session, clock.now());
      },
    };
  }

  async function loop(first: Current): Promise<void> {
    let run: Current | null = first;
    while (run !== null) run = await one(run);
    // Something may have come between the last claim and here.
    wake();
  }

  function news(): void {
    changed();
    wake();
  }

  function wake(): void {
    if (state !== "on") return;
    try {
      if (current !== null) return void breakFor(current);
      if (trouble !== null) overcome();
      const taken = take(parts, next(), clock.now());
      if (taken !== null) loop(begin(taken)).catch(stumble);
    } catch (error) {
      stumble(error);
    }
  }

  /** What the disk did not take has left calls as a death would have; the events are not to blame and get their attempt back. */
  function overcome(): void {
    payOwed();
    // A commit of its own: what it writes must stay written when the rest is refused once more.
    calls.recordKept();
    store.tx(() => {
      handBackLeft();
      recover(parts, clock.now(), calls.inFlight);
    });
    trouble = null;
  }

  function payOwed(): void {
    owed?.();
    owed = null;
  }

  /** One transaction; a disk that refuses it is trouble, not the end. */
  function steady(work: () => void): void {
    try {
      store.tx(work);
    } catch (error) {
      stumble(error);
    }
  }

  function stumble(error: unknown): void {
    const sentence = storageTrouble(error);
    if (sentence === null) return broken(error);
    const news = trouble === null;
    trouble = sentence;
    if (news) log.error({ error: String(error) }, sentence);
    putBack(current);
    current = null;
    changed();
  }

  function putBack(run: Current | null): void {
    run?.halt.end("back");
    for (const tell of run?.stoppers ?? []) tell(false);
  }

  /** What a hand-back that the disk refused has left running goes back before a takeover would make orphans of it. */
  function handBackLeft(): void {
    const row = lease.read();
    if (row?.holder === holder) claims.handBack(row.gen);
  }

  /** Stops the run and gives its events back with their attempts. Joins the caller's transaction. */
  function handBack(now: number): void {
    if (current === null) return;
    const { taken } = current;
    putBack(current);
    current = null;
    if (!lease.holds(holder, taken.gen)) return;
    claims.handBack(taken.gen);
    sessions.endRun(taken.run, "handed_back", null, now);
  }

  return {
    asking,
    start: () => {
      state = "on";
      steady(() => recover(parts, clock.now(), calls.inFlight));
      changed();
      wake();
    },
    wake,
    suspend: (cause) => {
      const was = state;
      if (was === "off") return;
      state = cause === "quit" ? "off" : "asleep";
      if (was !== "on") return;
      const now = clock.now();
      steady(() => {
        handBack(now);
        const row = lease.read();
        if (row?.holder === holder) lease.release(holder, row.gen);
        sessions.sleep(cause, now, null);
      });
      changed();
    },
    resume: () => {
      if (state !== "asleep") return;
      state = "on";
      steady(() => {
        handBackLeft();
        lease.takeOver(holder, clock.now());
        sessions.wake(clock.now());
      });
      changed();
      wake();
    },
    jump: (from, until) => {
      if (state !== "on") return;
      steady(() => {
        handBack(until);
        handBackLeft();
        lease.takeOver(holder, until);
        if (until > from) sessions.sleep("jump", from, until);
      });
      changed();
      wake();
    },
    stopRun: async (run) => {
      const on = current;
      if (on === null || on.taken.run !== run) return { ok: false, sentence: stopping.over };
      const stopped = new Promise<boolean>((resolve) => on.stoppers.push(resolve));
      on.halt.end("stopped");
      return (await stopped) ? { ok: true, sentence: stopping.done } : { ok: false, sentence: stopping.back };
    },
    renew: () => {
      const taken = current?.taken;
      if (taken !== undefined && trouble === null) steady(() => lease.renew(holder, taken.gen, clock.now()));
    },
    state: () => state,
    working: () => current?.taken ?? null,
    settle: (work) => {
      owed = work;
      try {
        payOwed();
        return null;
      } catch (error) {
        stumble(error);
        return trouble;
      }
    },
    stumble,
    trouble: () => trouble,
  };
}
