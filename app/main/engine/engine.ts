// The engine's face: inbox, timers, approvals, outbox and worker over one store, driven by one wait.
// Promises: whatever is stored wakes whoever must act on it. Refuses: Electron, network, wall clock, randomness of its own.
import { sliceSeconds } from "./defaults.ts";
import { earliest } from "./earliest.ts";
import { createClaims } from "./inbox/claims.ts";
import type { NewEvent } from "./inbox/events.ts";
import { createInbox, type Inbox, type Ingested } from "./inbox/inbox.ts";
import { createLease } from "./inbox/lease.ts";
import { createJournal } from "./journal/journal.ts";
import { createDeadNotice } from "./outbox/dead-notice.ts";
import { createDispatcher, type Dispatcher, type OutboxSettings } from "./outbox/dispatcher.ts";
import { createOutbox, type Outbox } from "./outbox/outbox.ts";
import type { ChannelPort } from "./outbox/ports.ts";
import { fixedChecks, type SecondOpinion } from "./permissions/auto-mode.ts";
import type { Answer, Said, Standing } from "./permissions/approval-row.ts";
import { type Approvals, createApprovals } from "./permissions/approvals.ts";
import { createApprovalNotices } from "./permissions/notices.ts";
import { createOutgoingSwitch, type OutgoingSwitch } from "./permissions/switch.ts";
import { noModel } from "./no-model.ts";
import type { EnginePorts, Sha256, Wait } from "./ports.ts";
import { createConversation } from "./sessions/conversation.ts";
import { createSessions } from "./sessions/sessions.ts";
import { createTranscript } from "./sessions/transcript.ts";
import type { Store } from "./store/store.ts";
import { storageTrouble } from "./store/trouble.ts";
import { reminder, reminderId } from "./timers/reminder.ts";
import { createTimers, type Timers } from "./timers/timers.ts";
import type { Asking } from "./worker/asking.ts";
import { passTimers, type Taken } from "./worker/claim.ts";
import { type Edited, editCall } from "./worker/edit.ts";
import type { WorkerParts, WorkerSettings } from "./worker/parts.ts";
import { withOwnTools } from "./worker/own-tools.ts";
import type { AgentPort, ConversationPort, JsonObject, ModelPort, ToolPort } from "./worker/ports.ts";
import { createPulse } from "./worker/pulse.ts";
import { createWorker, type Stopped, type WorkerState } from "./worker/worker.ts";

export interface EngineSettings extends OutboxSettings, WorkerSettings {}

export interface EngineDeps extends EnginePorts {
  store: Store;
  wait: Wait;
  sha256: Sha256;
  agent: AgentPort;
  tools: ToolPort;
  /** None by default: then the rules are all there is. */
  models?: ModelPort;
  channel: ChannelPort;
  /** Answers the person's words where no rule and no model does; without it nobody does. */
  listening?: ConversationPort;
  settings: () => EngineSettings;
  /** Auto mode's; the fixed checks when there is no other. */
  secondOpinion?: SecondOpinion;
  /** Called after commits that a screen may want to show. */
  changed: () => void;
  /** Called when a run has got further, far more often: for who looks at it. */
  stepped?: () => void;
  /** A broken invariant, or a disk that refuses: nothing may go on as if all were well. */
  broken: (error: unknown) => void;
}

export interface Engine {
  inbox: Inbox;
  timers: Timers;
  approvals: Approvals;
  outbox: Outbox;
  dispatcher: Dispatcher;
  /** Stores in one commit, then wakes the worker. Throws when the commit failed: then nothing is stored. */
  ingestAll(events: readonly NewEvent[]): Ingested[];
  /** @param said words with a no, or the rule that was written before a yes. @throws when they do not belong together. */
  answer(id: string, callHash: string, answer: Answer, from: string, said?: Said): Standing;
  /** What a server asks the person in the middle of calls, named by their effect keys. Never rejects. */
  askPerson: Asking["ask"];
  /** Another call in place of the one shown: decided anew, and asked about with a card of its own. */
  edit(id: string, callHash: string, args: JsonObject, from: string): Promise<Edited>;
  /** The one switch. Off: no call starts and nothing is delivered; events are taken in, rules run, cards are asked. */
  outgoing: Pick<OutgoingSwitch, "offSince" | "set" | "onChange">;
  /**
   * Says `text` at `due` (seconds), through the outbox, once per id and moment however often it is set; late when it is past.
   * Another moment or text under the same id replaces it. The text is trusted: never a stranger's.
   */
  remind(id: string, due: number, text: string): void;
  forgetReminder(id: string): void;
  /**
   * Does what must be on disk before a timer fires (the schedules of a file). What the disk refuses of it is trouble, as a sentence
   * in `status`, and done before all else when it is mended. Never throws for that; the last work handed in replaces one that waits.
   * @returns the trouble it met; null when it is done
   */
  settle(work: () => void): string | null;
  /** Something outside changed: settings, a timer, a revived event. */
  wake(): void;
  /** The person ends the run that is on (`status().working`). Settles when its end is written. */
  stopRun(which: { run: number }): Promise<Stopped>;
  start(): void;
  suspend(): void;
  resume(): void;
  /** Hands back, releases the lease and ends every wait. */
  stop(): void;
  /** `trouble`: what the disk refuses, as a sentence; null when all is well. */
  status(): { state: WorkerState; working: Taken | null; nextAt: number | null; trouble: string | null };
}

/** How long late suspend signals are expected after a jump was found, and after a resume signal. Milliseconds. */
const afterJumpMs = 10_000;
const afterResumeMs = 1000;

export function createEngine(deps: EngineDeps): Engine {
  const { store, clock, ids, log, fault, wait, settings, channel } = deps;
  const sessions = createSessions(store);
  const inbox = createInbox(store, (session) => sessions.settle(session, clock.now()));
  const timers = createTimers({ store, inbox });
  const journal = createJournal(store, ids, deps.sha256);
  const approvals = createApprovals(store, ids, inbox, timers);
  const outbox = createOutbox(store);
  const claims = createClaims(store);
  const outgoing = createOutgoingSwitch({ store, clock, release: claims.release });
  const dispatcher = createDispatcher({
    ...{ store, clock, channel, settings, log, fault },
    notices: createApprovalNotices(store),
    off: () => outgoing.offSince() !== null,
    changed: () => {
      deps.changed();
      if (worker.state() === "on") pulse.arm();
    },
  });
  const parts: WorkerParts = {
    ...{ store, clock, ids, log, fault, settings, timers, journal, approvals, outbox, claims, outgoing },
    ...{ sessions, lease: createLease(store), deadNotice: createDeadNotice(store) },
    agent: deps.agent,
    secondOpinion: deps.secondOpinion ?? fixedChecks,
    transcript: createTranscript(store),
    ...{ conversation: createConversation(store), listening: deps.listening ?? null },
    models: deps.models ?? noModel,
    tools: withOwnTools(deps.tools, { timers, clock, journal, sessions }),
    holder: ids.next("engine"),
    stepped: deps.stepped ?? (() => undefined),
  };
  const worker = createWorker(parts, afterCommit, deps.broken);
  let why = "Nightjar was not running";
  let cancelAwake: () => void = () => undefined;
  /** Until this monotonic moment a suspend signal tells of a gap that has been dealt with (rule 2: once per real gap). */
  let deafUntil = Number.NEGATIVE_INFINITY;
  const pulse = createPulse({
    clock,
    wait,
    nextAt,
    onDue: act,
    onJump: (from, until) => {
      why = "the computer slept, or its clock was changed";
      deafUntil = clock.monotonic() + afterJumpMs;
      pass();
      worker.jump(from, until);
    },
  });

  function nextAt(): number | null {
    if (worker.state() !== "on") return null;
    if (worker.trouble() !== null) return clock.now() + sliceSeconds;
    const free = worker.working() === null;
    return earliest(timers.nextDue(), free ? inbox.nextRetryAt(clock.now()) : null, dispatcher.nextAt(clock.now()));
  }

  /** Does what is due now: timers become events, events a run, messages a delivery. */
  function act(): void {
    if (worker.state() !== "on") return;
    worker.renew();
    pass();
    worker.wake();
    if (worker.trouble() === null) dispatch();
  }

  /** The scheduler's pass, with the reason for what it finds late. Before the worker's own, which only knows that it was busy. */
  function pass(): void {
    // While the disk refuses, the worker alone looks whether it is mended.
    if (worker.trouble() !== null) return;
    try {
      outgoing.keep();
      if (passTimers(parts, clock.now(), why) > 0) {
        deps.changed();
        worker.asking.look();
      }
      why = "Nightjar was busy";
    } catch (error) {
      worker.stumble(error);
    }
  }

  function dispatch(): void {
    dispatcher.dispatch().catch(worker.stumble);
  }

  function afterCommit(): void {
    deps.changed();
    worker.asking.look();
    if (worker.state() !== "on") return;
    // What a full disk refused comes back here at once: trying again now would never end.
    if (worker.trouble() === null) dispatch();
    pulse.arm();
  }

  function ingestOrStumble(events: readonly NewEvent[]): Ingested[] {
    try {
      return inbox.ingestAll(events, clock.now());
    } catch (error) {
      // The sender hears that nothing was stored; the person hears why.
      if (storageTrouble(error) !== null) worker.stumble(error);
      throw error;
    }
  }

  function wake(): void {
    deps.changed();
    // A sleep is noticed before anything new begins under the old generation.
    if (worker.state() === "on") pulse.arm();
    act();
    if (worker.state() === "on") pulse.arm();
  }

  function resume(): void {
    cancelAwake();
    cancelAwake = () => undefined;
    if (worker.state() === "asleep") {
      why = "the computer slept";
      deafUntil = clock.monotonic() + afterResumeMs;
      pass();
    }
    worker.resume();
    wake();
  }

  return {
    ...{ inbox, timers, approvals, outbox, dispatcher },
    ingestAll: (events) => {
      const results = ingestOrStumble(events);
      fault("ingested");
      // The answer to the sender goes out first; the run begins in the next turn.
      wait(0, wake);
      return results;
    },
    answer: (id, callHash, answer, from, said) => {
      const standing = approvals.answer(id, callHash, answer, from, clock.now(), said);
      fault("answered");
      worker.asking.look();
      wait(0, wake);
      return standing;
    },
    askPerson: worker.asking.ask,
    edit: async (id, callHash, args, from) => {
      const edited = await editCall(parts, id, callHash, args, from);
      fault("edited");
      wait(0, wake);
      return edited;
    },
    outgoing: {
      offSince: outgoing.offSince,
      onChange: outgoing.onChange,
      set: (off, from) => {
        try {
          outgoing.set(off, from);
        } catch (error) {
          worker.stumble(error);
          // Off holds although the disk refused it; on does not, and whoever asked for it hears so.
          if (!off) throw error;
        }
        worker.asking.look();
        wait(0, wake);
      },
    },
    remind: (id, due, text) => {
      const set = timers.setFollowUp(reminder(id, due, text), clock.now());
      if (set) wait(0, wake);
    },
    forgetReminder: (id) => void timers.cancel(reminderId(id)),
    settle: worker.settle,
    wake,
    stopRun: ({ run }) => worker.stopRun(run),
    start: () => {
      pass();
      worker.start();
      dispatcher.recover().then(wake).catch(worker.stumble);
      pulse.arm();
    },
    suspend: () => {
      // Signals of a sleep that is over already come late, in a crowd, and in any order: the gap they tell of is dealt with.
      // One that is wrongly not heard costs nothing: the engine's own tick finds the sleep when it is over.
      if (worker.state() !== "on" || clock.monotonic() < deafUntil) return;
      worker.suspend("suspend");
      pulse.stop();
      // A suspend that was called off, or whose end nobody tells of: this wait stands still while the computer sleeps.
      cancelAwake = wait(sliceSeconds * 1000, resume);
    },
    resume,
    stop: () => {
      cancelAwake();
      worker.suspend("quit");
      dispatcher.stop();
      pulse.stop();
    },
    status: () => ({ state: worker.state(), working: worker.working(), nextAt: nextAt(), trouble: worker.trouble() }),
  };
}
