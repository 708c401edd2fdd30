// What a server asks the person in the middle of a call. Promises: the question is a card with a deadline, the run does not wait for
// it, and a question whose call is over is withdrawn. Refuses: to keep an answer for a server that has gone.
import type { CallRow } from "../journal/journal.ts";
import type { ApprovalRow } from "../permissions/approval-row.ts";
import type { FormValue, Reply } from "../permissions/asks.ts";
import type { Calls } from "./calls.ts";
import { windowOf } from "./judge.ts";
import type { WorkerParts } from "./parts.ts";
import type { Asked, JsonObject, ServerAsks } from "./ports.ts";
import { asked, withdrawn } from "./texts.ts";

export interface Asking {
  /**
   * Asks the person. Never rejects.
   * @param effectKeys of the calls in whose middle it may be asked: more than one when nobody knows which
   * @param signal aborts when the server does not wait any more
   */
  ask(asks: ServerAsks, effectKeys: readonly string[], signal: AbortSignal): Promise<Asked>;
  /** Gives answers that stand to those who wait for them. After each commit that may have brought one. */
  look(): void;
}

interface Waiter {
  call: string;
  give(answer: Asked): void;
}

/** As many open questions at a time. A server that asks more does not mean well. */
const openMax = 50;

/**
 * @param wake the worker has something new
 * @param stumble what to do when the disk refuses
 */
export function createAsking(
  parts: WorkerParts,
  calls: Calls,
  wake: () => void,
  stumble: (error: unknown) => void,
): Asking {
  const { store, approvals, journal, sessions, outgoing, clock } = parts;
  const waiters = new Map<string, Waiter>();

  function ask(asks: ServerAsks, effectKeys: readonly string[], signal: AbortSignal): Promise<Asked> {
    const rows = effectKeys
      .map((key) => journal.byEffectKey(key))
      .filter((row) => row?.status === "started" && calls.inFlight(row.id)) as CallRow[];
    const call = rows.at(-1);
    if (call === undefined || signal.aborted || waiters.size >= openMax) return Promise.resolve({ action: "cancel" });
    const row = store.tx(() => {
      const now = clock.now();
      const hash = journal.hash(`asks ${call.call_hash}`, asks as unknown as JsonObject);
      const window = windowOf(parts, call.tool, [null], now);
      const made = approvals.askForm(call, { asks, hash, title: asked.server(asks.server, asks.text) }, window, now);
      sessions.settle(call.session, now);
      return made;
    });
    parts.fault("asked");
    // Every run that waits for one of these calls goes on without it.
    const ends = rows.map(({ id }) => calls.parked(id));
    wake();
    return new Promise((resolve) => {
      const give = (answer: Asked): void => {
        signal.removeEventListener("abort", onAbort);
        if (!waiters.delete(row.id)) return;
        for (const end of ends) end();
        resolve(answer);
      };
      const onAbort = (): void => takeBack(row.id, String(signal.reason), give);
      waiters.set(row.id, { call: call.id, give });
      signal.addEventListener("abort", onAbort, { once: true });
    });
  }

  function takeBack(id: string, why: string, give: Waiter["give"]): void {
    try {
      approvals.withdraw(id, why, clock.now());
    } catch (error) {
      stumble(error);
    }
    give({ action: "cancel" });
    wake();
  }

  /** What stands; null while nothing does, or while what was answered may not leave. */
  function standing({ answer, reply }: ApprovalRow): Asked | null {
    switch (answer) {
      case null:
        return null;
      case "yes":
        if (outgoing.offSince() !== null) return null;
        return { action: "accept", values: valuesOf(reply) };
      case "no":
        return { action: "decline" };
      case "leave":
      case "expired":
      case "withdrawn":
      // The others answer no form.
      case "did":
      case "again":
        return { action: "cancel" };
    }
  }

  return {
    ask: async (...given) => {
      try {
        return await ask(...given);
      } catch (error) {
        stumble(error);
        return { action: "cancel" };
      }
    },
    look: () => {
      for (const [id, { call, give }] of waiters) {
        const row = approvals.read(id);
        const answer = row === undefined ? { action: "cancel" as const } : standing(row);
        if (answer !== null) give(answer);
        else if (!calls.inFlight(call)) takeBack(id, withdrawn.over, give);
      }
    },
  };
}

function valuesOf(reply: string | null): Record<string, FormValue> {
  const read = reply === null ? null : (JSON.parse(reply) as Reply);
  return read !== null && "values" in read ? read.values : {};
}
