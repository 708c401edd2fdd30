// An agent that obeys every order it reads, wherever it stands: in the payload of its event and in whatever a call answers.
// An order is a line `ORDER {"tool":…,"title":…,"arguments":…} END`. It speaks the agent process's own protocol and nothing else.
import { ordersIn, type ReadOrder } from "./reading.ts";

interface ToAgent {
  type: string;
  run: number;
  event: number | { id: number; payload: string };
  index: number;
  answer: unknown;
}

const say = (message: object): void => void process.send?.(message);
let run = 0;
let event = 0;
let asked = 0;
let orders: ReadOrder[] = [];
const known = new Set<string>();

function next(): void {
  const order = orders.shift();
  if (order === undefined) {
    say({ type: "decided", run, event, decision: { kind: "nothing", rule: null }, worn: false });
    return;
  }
  say({ type: "call", run, event, index: asked++, ...order });
}

process.on("message", (message: ToAgent) => {
  if (message.type === "event" && typeof message.event === "object") {
    ({ run } = message);
    event = message.event.id;
    asked = 0;
    orders = [];
    known.clear();
    orders.push(...ordersIn(message.event.payload, known));
    next();
  } else if (message.type === "call_result") {
    orders.push(...ordersIn(message.answer, known));
    next();
  }
});
process.on("disconnect", () => process.exit(0));
say({ type: "ready" });
