// Sends what is held when it may go, one delivery at a time. Promises: `sending` is on disk before anything leaves; a `sending`
// found at start is repeated once and marked (rule 13). Refuses: two sends at once, a digest before its gap.
import type { EnginePorts } from "../ports.ts";
import type { Store } from "../store/store.ts";
import { createBackoff } from "./backoff.ts";
import { type Begun, createDeliveries, type Interrupted } from "./deliveries.ts";
import { type Candidate, createPacing, type HeldPlan, type OutboxSettings } from "./pacing.ts";
import type { ApprovalNotices, ChannelPort, Delivery } from "./ports.ts";
import * as sql from "./statements.ts";
import { describe, interrupted, overtaken, repeatedTitle } from "./texts.ts";

export type { OutboxSettings } from "./pacing.ts";

export interface DispatcherDeps extends Pick<EnginePorts, "clock" | "log" | "fault"> {
  store: Store;
  channel: ChannelPort;
  notices: ApprovalNotices;
  settings: () => OutboxSettings;
  /** Whether everything outgoing is switched off: then nothing is sent, and what is interrupted stays so. */
  off: () => boolean;
  /** Called after every commit of the dispatcher, and when a pass has ended. */
  changed: () => void;
}

export interface Dispatcher {
  /** The next moment something may be sent, in seconds since the epoch; null when nothing waits or a pass is under way. */
  nextAt(now: number): number | null;
  /** Sends all that is due now. Joins a pass that is under way. How many deliveries went out. */
  dispatch(): Promise<number>;
  /** Sends what is held at once, whatever the gap and the quiet hours say; it counts as a digest. */
  sendNow(): Promise<number>;
  /** Looks after deliveries that were interrupted, then sends what is due. `dispatch` does this too when it comes first. */
  recover(): Promise<void>;
  plan(now: number): HeldPlan;
  /** From here on nothing is sent and the store is left alone; a delivery under way is found, and repeated, at the next start. */
  stop(): void;
}

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { store, clock, channel, notices, log, fault, changed, off } = deps;
  const backoff = createBackoff();
  const pacing = createPacing({ store, notices, settings: deps.settings, backoff });
  const deliveries = createDeliveries(store, notices);
  const anySending = store.prepare(sql.anySending);
  let running: Promise<number> | null = null;
  let recovered = false;
  let forced = false;
  let stopped = false;
  /** How a delivery ended that the disk has refused to note: noted before anything else goes, so that it is not repeated. */
  let unrecorded: (() => void) | null = null;

  function begin(candidate: Candidate, now: number): Begun {
    switch (candidate.kind) {
      case "urgent":
        return deliveries.beginUrgent(candidate.message, now);
      case "digest":
        return deliveries.beginDigest(now);
      case "approval":
        return deliveries.beginApproval(candidate.cards, deliveries.noticeMaybeSent(), now);
      case "last_call":
        return deliveries.beginLastCall(candidate.cards, deliveries.noticeMaybeSent(), now);
    }
  }

  /** A channel that rejects although it promised not to has failed to deliver, and nothing worse. */
  async function deliver(delivery: Delivery): ReturnType<ChannelPort["send"]> {
    try {
      return await channel.send(delivery);
    } catch (error) {
      return { ok: false, error: error instanceof Error ? error.message : String(error) };
    }
  }

  function record(): void {
    unrecorded?.();
    unrecorded = null;
  }

  /** Hands it to the channel and writes down how that ended. Null when the dispatcher was stopped meanwhile. */
  async function send(delivery: Delivery, repeated: boolean): Promise<boolean | null> {
    const { id, kind, body } = delivery;
    const title = repeated ? repeatedTitle(delivery.title) : delivery.title;
    fault("sending");
    const outcome = await deliver({ id, kind, title, body });
    if (stopped) return null;
    fault("sent");
    unrecorded = () => {
      if (outcome.ok) deliveries.sent(id, clock.now());
      else deliveries.failed(id, outcome.error, repeated);
    };
    record();
    if (outcome.ok) log.info({ delivery: id, kind, repeated }, `Sent ${describe(kind)}.`);
    else log.warn({ delivery: id, kind, error: outcome.error }, `Could not send ${describe(kind)}; it is tried again.`);
    fault("delivered");
    changed();
    return outcome.ok;
  }

  async function recoverOne(found: Interrupted): Promise<boolean> {
    const { id, kind } = found;
    const now = clock.now();
    if (found.interruptions > 0) {
      deliveries.sent(id, now);
      log.warn({ delivery: id, kind }, "A delivery was interrupted twice; it counts as sent and is not tried again.");
      return false;
    }
    if (kind === "approval" || kind === "last_call") {
      const { announced, waiting } = notices.standing(id, now);
      if (waiting < announced) {
        // A question that no longer waits is not asked again; the cards beside it go in a notice of their own.
        deliveries.failed(id, overtaken, waiting > 0);
        return false;
      }
    }
    if (kind !== "urgent" && kind !== "reply" && pacing.pastQuiet(now) > now) {
      deliveries.failed(id, interrupted, true);
      return false;
    }
    deliveries.beginRepeat(id, now);
    return (await send(found, true)) === true;
  }

  /** Sends until nothing is due. What fails in a pass is left for a later one. */
  async function pass(): Promise<number> {
    let sent = 0;
    const failed = new Set<string>();
    try {
      // Steps out of a transaction of the caller's: `sending` must be committed by itself.
      await Promise.resolve();
      record();
      if (!recovered && !stopped) {
        for (const found of deliveries.interrupted()) if (!stopped && !off() && (await recoverOne(found))) sent++;
        recovered = !off();
      }
      while (!stopped && !off()) {
        const now = clock.now();
        const next = pacing.candidates(now).find((candidate) => !failed.has(candidate.key) && isDue(candidate, now));
        if (next === undefined) return sent;
        if (next.kind === "digest") forced = false;
        const begun = begin(next, now);
        changed();
        const ok = await send(begun, begun.repeated);
        if (ok === true) {
          sent++;
          backoff.succeeded(next.key);
        } else if (ok === false) {
          failed.add(next.key);
          backoff.failed(next.key, clock.now());
        }
      }
      return sent;
    } catch (error) {
      // What was begun is found like a delivery that a death interrupted.
      recovered = false;
      throw error;
    } finally {
      forced = false;
      running = null;
      if (!stopped) changed();
    }
  }

  function isDue(candidate: Candidate, now: number): boolean {
    return candidate.at <= now || (forced && (candidate.kind === "digest" || candidate.kind === "urgent"));
  }

  function start(): Promise<number> {
    running ??= pass();
    return running;
  }

  function nextAt(now: number): number | null {
    if (running !== null || stopped) return null;
    if (unrecorded !== null) return now;
    if (off()) return null;
    if (!recovered && anySending.get() !== undefined) return now;
    return pacing.nextAt(now);
  }

  return {
    nextAt,
    dispatch: () => {
      if (running !== null) return running;
      const now = clock.now();
      const at = nextAt(now);
      return at === null || at > now ? Promise.resolve(0) : start();
    },
    sendNow: () => {
      if (stopped || off()) return Promise.resolve(0);
      forced = true;
      return start();
    },
    recover: () => (stopped ? Promise.resolve() : start().then(() => undefined)),
    plan: (now) => (off() ? { goesAt: null, why: null } : pacing.plan(now)),
    stop: () => {
      stopped = true;
    },
  };
}
