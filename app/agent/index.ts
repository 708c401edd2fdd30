// The agent process: decides events by the rules, one at a time, as main hands them over; checks rules when they were saved.
// Refuses: secrets, the database, the network; it has none of them. What it cannot do in its limits, main ends.
import { getHeapStatistics } from "node:v8";
import type { Rule } from "../preload/contract/agent.ts";
import { checkRule } from "./check.ts";
import { createDecide } from "./decide.ts";
import { harden } from "./harden.ts";
import { heapWornBytes } from "./limits.ts";
import { openPort } from "./port.ts";

const port = openPort();
const decide = createDecide();
let current: { run: number; rules: Rule[] } | null = null;

harden();
port.onMessage((message) => {
  if (message.type === "run") {
    current = { run: message.run, rules: message.rules };
    return;
  }
  if (message.type === "check") {
    const { check } = message;
    void checkRule(message.rule).then((flaws) => port.post({ type: "checked", check, flaws }));
    return;
  }
  if (message.type !== "event") return;
  const { run, event } = message;
  const rules = current?.run === run ? current.rules : null;
  if (rules === null) throw new Error(`Run ${run} was not opened.`);
  // Never rejects; if it ever did, the process ends and main says so.
  void decide(rules, event).then((decision) => {
    const worn = getHeapStatistics().used_heap_size > heapWornBytes;
    port.post({ type: "decided", run, event: event.id, decision, worn });
  });
});
port.post({ type: "ready" });
