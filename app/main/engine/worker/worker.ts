// The loop: take, run, finish, and the next take in the same commit. Promises: one run at a time; sleep and quit hand work
// back at once (rule 2); a stopped run writes nothing. Refuses: waiting for a call in flight.
import { runAnswer } from "./answer.ts";
import { storageTrouble } from "../store/trouble.ts";
import { createCalls } from "./calls.ts";
import { type Taken, take } from "./claim.ts";
import { finishRun, prepare } from "./finish.ts";
import { createCallTool } from "./in-run.ts";
import type { WorkerParts } from "./parts.ts";
import type { AgentReport } from "./ports.ts";
import { recover } from "./recover.ts";
import { sayingOf } from "./saying.ts";
import { leftOver, think } from "./think.ts";

export type WorkerState = "off" | "on" | "asleep";

/** The run that is on. */
interface Current {
  taken: Taken;
  abort: AbortController;
}

export interface Worker {
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
  const { store, claims, lease, sessions, clock, fault, holder, log } = parts;
  const calls = createCalls(parts, changed, stumble);
  let trouble: string | null = null;
  let owed: (() => void) | null = null;
  let state: WorkerState = "off";
  let current: Current | null = null;
  let lastKind: Taken["kind"] = "retry";

  const next = () => (lastKind === "fresh" ? "retry" : "fresh");

  /** From its claim on, in the same turn, a run can be handed back: nobody may find a claimed event that belongs to no run. */
  function begin(taken: Taken): Current {
    current = { taken, abort: new AbortController() };
    lastKind = taken.kind;
    return current;
  }

  /** One run. @returns the run that was taken up in the commit that ended this one */
  async function one({ taken, abort }: Current): Promise<Current | null> {
    changed();
    fault("claimed");
    const write = await outcome(taken, abort.signal);
    if (abort.signal.aborted) return null;
    fault("decided");
    const following = store.tx(() => {
      if (!write()) return null;
      return state === "on" ? take(parts, next(), clock.now()) : null;
    });
    current = null;
    const after = following === null ? null : begin(following);
    fault("finished");
    changed();
    return after?.abort.signal.aborted === true ? null : after;
  }

  async function outcome(taken: Taken, signal: AbortSignal): Promise<() => boolean> {
    if (taken.events[0]?.kind === "approval") {
      const end = await runAnswer(parts, calls, taken, signal, stumble);
      return () => {
        if (end === null || !lease.holds(holder, taken.gen)) return false;
        end(clock.now());
        return true;
      };
    }
    const held = new Set<number>();
    const callTool = createCallTool(parts, calls, taken, signal, held, stumble);
    const events = taken.events.filter((event) => sayingOf(event) === null);
    const report: AgentReport =
      events.length === 0
        ? { decisions: new Map(), failure: null }
        : await parts.agent.run(taken.run, events, signal, callTool);
    const left = leftOver(parts, taken, report, held);
    const [subject] = left;
    const goesOn = subject !== undefined && report.failure === null && !signal.aborted;
    const thinking = goesOn ? await think(parts, calls, taken, left, subject, signal, held, stumble) : null;
    const prepared = signal.aborted ? null : await prepare(parts, calls, taken, report, held, signal);
    const end = { events: left, thinking };
    return () => prepared !== null && finishRun(parts, taken, report, prepared, held, clock.now(), end);
  }

  async function loop(first: Current): Promise<void> {
    let run: Current | null = first;
    while (run !== null) run = await one(run);
    // Something may have come between the last claim and here.
    wake();
  }

  function wake(): void {
    if (state !== "on" || current !== null) return;
    try {
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
    current?.abort.abort();
    current = null;
    changed();
  }

  /** What a hand-back that the disk refused has left running goes back before a takeover would make orphans of it. */
  function handBackLeft(): void {
    const row = lease.read();
    if (row?.holder === holder) claims.handBack(row.gen);
  }

  /** Stops the run and gives its events back with their attempts. Joins the caller's transaction. */
  function handBack(now: number): void {
    if (current === null) return;
    const { taken, abort } = current;
    current = null;
    abort.abort();
    if (!lease.holds(holder, taken.gen)) return;
    claims.handBack(taken.gen);
    sessions.endRun(taken.run, "handed_back", null, now);
  }

  return {
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
