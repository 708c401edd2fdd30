// Calls that are under way, each with its clock. Promises: each ends once, in time, whatever the other side does; what comes late is
// passed over; its clocks stand still while the person is asked, who has a deadline of their own. Refuses: to repeat a call.
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
 * Asks the person. `calls` are those it may belong to: several when they are under way and nobody can tell. When `signal` aborts
 * nobody waits any more. A rejection counts as `cancel`.
 */
export type OnElicitation = (
  server: string,
  calls: readonly AskingCall[],
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
  /** Begins the clock without progress anew. */
  run(): void;
  /** While the person is asked nothing runs; afterwards both clocks begin anew, for what comes then is a call of its own length. */
  ask(asks: boolean): void;
  /** Questions to the person that are open, and how many there were. */
  asking: number;
  asked: number;
}

interface Question {
  withdraw: AbortController;
  calls: Open[];
}

/** More questions in one call than anybody would answer. */
const questionsMax = 20;

export function createCalls({ post, tell, wait, log, limits, onElicitation }: CallsDeps): Calls {
  const open = new Map<number, Open>();
  const questions = new Map<number, Question>();
  let next = 0;

  function make(call: NewCall, signal: AbortSignal): Promise<HostOutcome> {
    return new Promise((resolve) => {
      const id = next++;
      const ceiling = Math.max(limits.ceilingMilliseconds, call.timeoutMilliseconds);
      let stopClock = (): void => undefined;
      let stopCeiling = (): void => undefined;

      const give = (reason: string): void => {
        tell({ type: "cancel", call: id, reason });
        settle({ kind: "unknown", reason });
      };
      const onAbort = (): void => give(typeof signal.reason === "string" ? signal.reason : "it was stopped");
      const within = (most: number) => patiently(wait, most, () => give(`no answer within ${most / 1000} s`));

      function run(): void {
        stopClock();
        stopClock = within(call.timeoutMilliseconds);
      }

      function ask(asks: boolean): void {
        stopClock();
        stopCeiling();
        if (asks) return;
        stopCeiling = within(ceiling);
        run();
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

      open.set(id, { ...call, settle, run, ask, asking: 0, asked: 0 });
      ask(false);
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
    if (first === undefined || calls.some(({ asked }) => asked >= questionsMax)) {
      // Its call is over, and it will hear of that; or it asks without end.
      tell({ type: "elicited", elicitation, answer: { action: "cancel" } });
      return call === null || call < next;
    }
    const question: Question = { withdraw: new AbortController(), calls };
    questions.set(elicitation, question);
    for (const waiting of calls) {
      waiting.asking++;
      waiting.asked++;
      waiting.ask(true);
    }
    const asking = calls.map(({ tool, effectKey }) => ({ tool, effectKey }));
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
      if (call.asking === 0 && isOpen(call)) call.ask(false);
    }
  }

  return {
    make,
    heard(message) {
      switch (message.type) {
        case "progress": {
          const call = open.get(message.call);
          if (call?.asking === 0) call.run();
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
