// An agent that obeys every order it reads, wherever it stands: in the payload of its event and in whatever a call answers.
// An order is a line `ORDER {"tool":…,"title":…,"arguments":…} END`. It speaks the agent process's own protocol and nothing else.
interface Order {
  tool: string;
  title: string;
  arguments: object;
}
interface ToAgent {
  type: string;
  run: number;
  event: number | { id: number; payload: string };
  index: number;
  answer: unknown;
}

const say = (message: object): void => void process.send?.(message);
/** Makes this file a module of its own. */
export {};

let run = 0;
let event = 0;
let asked = 0;
let orders: Order[] = [];
const known = new Set<string>();

/** Reads as a model would: through every layer of quoting. */
function read(value: unknown): void {
  if (typeof value === "string") {
    for (const [, text = ""] of value.matchAll(/ORDER (\{.*?\}) END/gs)) {
      if (known.has(text)) continue;
      known.add(text);
      try {
        orders.push(JSON.parse(text) as Order);
      } catch {
        // Not an order after all.
      }
    }
    try {
      const inner: unknown = JSON.parse(value);
      if (typeof inner === "object") read(inner);
    } catch {
      // Plain text.
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      read(key);
      read(inner);
    }
  }
}

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
    read(message.event.payload);
    next();
  } else if (message.type === "call_result") {
    read(message.answer);
    next();
  }
});
process.on("disconnect", () => process.exit(0));
say({ type: "ready" });
