// The agent process's side of a run that thinks: one question to main at a time, each answered before the next is asked.
// Promises: an answer to the wrong question ends the process. Refuses: to know what the questions are about.
import type { AgentCallAnswer, FromAgent, ToAgent } from "../../preload/contract/agent.ts";
import type { ModelAnswer, ThoughtEvent } from "../../preload/contract/thinking.ts";

export interface Entry {
  role: "user" | "assistant" | "tool" | "summary";
  body: string;
  meta: string;
  calls: number;
}

export interface Appended {
  id: number;
  firstCall: number | null;
  arrived: ThoughtEvent[];
}

export interface Call {
  index: number;
  title: string;
  tool: string;
  arguments: Extract<FromAgent, { type: "call" }>["arguments"];
}

export interface Dialogue {
  model(body: string): Promise<ModelAnswer>;
  append(entry: Entry): Promise<Appended>;
  call(call: Call): Promise<AgentCallAnswer>;
  /** What main says; false when it is no answer to this run's question. */
  hear(message: ToAgent): boolean;
}

/** @param subject the event that the run's calls belong to. */
export function createDialogue(run: number, subject: number, post: (message: FromAgent) => void): Dialogue {
  let requests = 0;
  let appends = 0;
  let waiting: ((message: ToAgent) => boolean) | null = null;

  function ask<T>(message: FromAgent, read: (answer: ToAgent) => T | null): Promise<T> {
    if (waiting !== null) throw new Error("Main was asked two things at once.");
    return new Promise((resolve) => {
      waiting = (answer) => {
        const found = read(answer);
        if (found === null) return false;
        waiting = null;
        resolve(found);
        return true;
      };
      post(message);
    });
  }

  return {
    model(body) {
      const request = requests++;
      return ask({ type: "model_request", run, request, body }, (said) =>
        said.type === "model_answer" && said.run === run && said.request === request ? said.answer : null,
      );
    },
    append(entry) {
      const append = appends++;
      return ask({ type: "append", run, append, entry }, (said) =>
        said.type === "appended" && said.run === run && said.append === append
          ? { id: said.id, firstCall: said.firstCall, arrived: said.arrived }
          : null,
      );
    },
    call(call) {
      return ask({ type: "call", run, event: subject, ...call }, (said) =>
        said.type === "call_result" && said.run === run && said.event === subject && said.index === call.index
          ? said.answer
          : null,
      );
    },
    hear: (message) => waiting?.(message) ?? false,
  };
}
