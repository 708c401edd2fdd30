// Calls that are under way, each with its clock. Promises: each ends once, in time, whatever the other side does; what comes late is
// passed over; the clock stands still while the person is asked, up to the ceiling. Refuses: to repeat a call.
import { patiently } from "../agenthost/patience.ts";
import type { Log, Wait } from "../engine/ports.ts";
import type {
  Elicitation,
  ElicitationAnswer,
  FromToolHost,
  HostOutcome,
  ToToolHost,
} from "../../preload/contract/toolhost.ts";
import type { ToolHostLimits } from "./limits.ts";

/** The call in whose middle a server asks. */
export interface AskingCall {
  tool: string;
  effectKey: string;
}

/**
 * Asks the person. `call` is null when several calls to the server are under way. When `signal` aborts nobody waits any more.
 * A rejection counts as `cancel`.
 */
export type OnElicitation = (
  server: string,
  call: AskingCall | null,
  request: Elicitation,
  signal: AbortSignal,
) => Promise<ElicitationAnswer>;

export interface NewCall extends AskingCall {
  server: string;
  session: number;
  arguments: Record<string, unknown>;
  /** Without a word of progress. */
  timeoutMilliseconds: number;
}

export interface Calls {
  /** Never rejects. */
  make(call: NewCall, signal: AbortSignal): Promise<HostOutcome>;
  /** False when it makes no sense. */
  heard(message: Extract<FromToolHost, { type: "progress" | "result" | "elicit" | "unasked" }>): boolean;
  /** Its session is over: nothing more comes. */
  ended(session: number, why: string): void;
}

export interface CallsDeps {
  post: (message: ToToolHost) => void;
  tell: (message: ToToolHost) => void;
  wait: Wait;
  log: Log;
  limits: ToolHostLimits;
  onElicitation: OnElicitation;
}

interface Open extends NewCall {
  settle: (outcome: HostOutcome) => void;
  /** Restarts the clock, or stops it. */
  run(goes: boolean): void;
  /** Questions to the person that are open. */
  asking: number;
}

interface Question {
  withdraw: AbortController;
  calls: Open[];
}

export function createCalls({ post, tell, wait, log, limits, onElicitation }: CallsDeps): Calls {
  const open = new Map<number, Open>();
  const questions = new Map<number, Question>();
  let next = 0;

  function make(call: NewCall, signal: AbortSignal): Promise<HostOutcome> {
    return new Promise((resolve) => {
      const id = next++;
      const ceiling = Math.max(limits.ceilingMilliseconds, call.timeoutMilliseconds);
      let stopClock = (): void => undefined;

      const give = (reason: string): void => {
        tell({ type: "cancel", call: id, reason });
        settle({ kind: "unknown", reason });
      };
      const onAbort = (): void => give(typeof signal.reason === "string" ? signal.reason : "it was stopped");
      const stopCeiling = patiently(wait, ceiling, () => give(`no answer within ${ceiling / 1000} s`));

      function run(goes: boolean): void {
        stopClock();
        const { timeoutMilliseconds: most } = call;
        stopClock = goes ? patiently(wait, most, () => give(`no answer within ${most / 1000} s`)) : () => undefined;
      }

      function settle(outcome: HostOutcome): void {
        if (!open.delete(id)) return;
        stopClock();
        stopCeiling();
        signal.removeEventListener("abort", onAbort);
        for (const { calls, withdraw } of questions.values()) {
          if (calls.every((one) => !isOpen(one))) withdraw.abort("the call is over");
        }
        resolve(outcome);
      }

      open.set(id, { ...call, settle, run, asking: 0 });
      run(true);
      signal.addEventListener("abort", onAbort, { once: true });
      const { session, tool, effectKey } = call;
      post({ type: "call", session, call: id, tool, arguments: call.arguments, effectKey });
    });
  }

  const isOpen = (call: Open): boolean => [...open.values()].includes(call);

  function ask(message: Extract<FromToolHost, { type: "elicit" }>): boolean {
    const { elicitation, session, call, request } = message;
    if (questions.has(elicitation)) return false;
    const own = call === null ? [...open.values()].filter((one) => one.session === session) : [];
    const one = call === null ? undefined : open.get(call);
    const calls = one === undefined ? own : [one];
    const [first] = calls;
    if (first === undefined) {
      // Its call is over; it will hear of that.
      tell({ type: "elicited", elicitation, answer: { action: "cancel" } });
      return call === null || call < next;
    }
    const question: Question = { withdraw: new AbortController(), calls };
    questions.set(elicitation, question);
    for (const waiting of calls) {
      waiting.asking++;
      waiting.run(false);
    }
    const asking = calls.length === 1 ? { tool: first.tool, effectKey: first.effectKey } : null;
    const answer = async (): Promise<ElicitationAnswer> =>
      await onElicitation(first.server, asking, request, question.withdraw.signal);
    void answer()
      .catch((error: unknown): ElicitationAnswer => {
        log.error({ error: String(error), server: first.server }, "A question of an MCP server could not be asked.");
        return { action: "cancel" };
      })
      .then((given) => {
        if (questions.has(elicitation)) tell({ type: "elicited", elicitation, answer: given });
        over(elicitation);
      });
    return true;
  }

  /** The clocks go on. */
  function over(elicitation: number): void {
    const question = questions.get(elicitation);
    if (question === undefined) return;
    questions.delete(elicitation);
    for (const call of question.calls) {
      call.asking--;
      if (call.asking === 0 && isOpen(call)) call.run(true);
    }
  }

  return {
    make,
    heard(message) {
      switch (message.type) {
        case "progress": {
          const call = open.get(message.call);
          if (call?.asking === 0) call.run(true);
          return message.call < next;
        }
        case "result":
          open.get(message.call)?.settle(message.outcome);
          return message.call < next;
        case "elicit":
          return ask(message);
        case "unasked":
          questions.get(message.elicitation)?.withdraw.abort("the server does not wait for it any more");
          over(message.elicitation);
          return true;
      }
    },
    ended(session, why) {
      for (const call of [...open.values()]) {
        if (call.session === session) call.settle({ kind: "unknown", reason: why });
      }
    },
  };
}
