// The agent process: decides events by the rules, one at a time, as main hands them over, and thinks about those that are left;
// checks rules when they were saved.
// Refuses: secrets, the database, the network; it has none of them. What it cannot do in its limits, main ends.
import { getHeapStatistics } from "node:v8";
import type { Rule, ToAgent } from "../preload/contract/agent.ts";
import type { ThinkBrief } from "../preload/contract/thinking.ts";
import { checkRule } from "./check.ts";
import { createDecide } from "./decide.ts";
import { harden } from "./harden.ts";
import { heapWornBytes } from "./limits.ts";
import { openPort } from "./port.ts";

const port = openPort();
const decide = createDecide();
let current: { run: number; rules: Rule[] } | null = null;
/** The run that thinks. */
let thinking: { hear(message: ToAgent): boolean } | null = null;

const keptResponse = harden();

/** A model's client is large: it is loaded when it is first needed. */
async function startThinking(run: number, brief: ThinkBrief): Promise<void> {
  const think = await import("./think/think.ts");
  const { dialogue, done } = think.startThinking(run, brief, port.post, keptResponse());
  thinking = dialogue;
  await done;
  if (thinking === dialogue) thinking = null;
}

function fail(error: unknown): never {
  throw error instanceof Error ? error : new Error(String(error));
}

port.onMessage((message) => {
  if (message.type === "think") {
    // What nobody foresaw ends the process, and main says so: thrown where no promise holds it, as not every runtime ends by one.
    startThinking(message.run, message.brief).catch((error: unknown) => setTimeout(() => fail(error), 0));
    return;
  }
  if (message.type === "model_answer" || message.type === "appended" || message.type === "call_result") {
    if (thinking?.hear(message) !== true) throw new Error(`Main answered (${message.type}) what was not asked.`);
    return;
  }
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
