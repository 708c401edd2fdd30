// The tool host process: holds the connections to MCP servers, as main tells it. Promises: what one server does ends its own session
// and no other. Refuses: keys of servers over HTTP, a network of its own (main's credential proxy is its only way out), decisions.
import type { FromToolHost } from "../preload/contract/toolhost.ts";
import type { Connection } from "./connection.ts";
import { openConnection } from "./connection.ts";
import { openPort } from "./port.ts";
import { createQuestions } from "./questions.ts";

const port = openPort();
const questions = createQuestions(port.post);
const connections = new Map<number, Connection>();

function post(message: FromToolHost): void {
  if (message.type === "ended") connections.delete(message.session);
  port.post(message);
}

async function quit(): Promise<void> {
  await Promise.all([...connections.values()].map((connection) => connection.stop()));
  process.exit(0);
}

port.onGone(() => void quit());
port.onMessage((message) => {
  switch (message.type) {
    case "start":
      connections.set(message.session, openConnection(message.session, message.launch, post, questions));
      return;
    case "stop":
      void connections.get(message.session)?.stop();
      return;
    case "call": {
      const { session, call, tool, effectKey } = message;
      const connection = connections.get(session);
      if (connection !== undefined) connection.call(call, { tool, arguments: message.arguments, effectKey });
      else {
        const outcome = { kind: "not_sent", reason: "its connection is over", over: true } as const;
        port.post({ type: "result", call, outcome });
      }
      return;
    }
    case "cancel":
      for (const connection of connections.values()) connection.cancel(message.call, message.reason);
      return;
    case "elicited":
      questions.answered(message.elicitation, message.answer);
      return;
    case "quit":
      void quit();
  }
});
port.post({ type: "ready" });
