// What the tests of the agent host share: real processes, real waits, events with honest defaults.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach } from "vitest";
import { createAgentHost } from "../../../app/main/agenthost/agent-host.ts";
import type { AgentProcess } from "../../../app/main/agenthost/agent-process.ts";
import { nodeLauncher } from "../../../app/main/agenthost/launch-node.ts";
import type { AgentLimits } from "../../../app/main/agenthost/limits.ts";
import type { ClaimedEvent } from "../../../app/main/engine/inbox/events.ts";
import type { Log, Wait } from "../../../app/main/engine/ports.ts";
import type { Rule } from "../../../app/preload/contract/agent.ts";

export const agentEntry = join(import.meta.dirname, "../../../app/agent/index.ts");
export const signal = (): AbortSignal => new AbortController().signal;

export const wait: Wait = (ms, wake) => {
  const timer = setTimeout(wake, ms);
  return () => clearTimeout(timer);
};

export function tell(text: string, condition: string | null = null, more: Partial<Rule> = {}): Rule {
  return {
    name: "Tell",
    line: 3,
    on: "*",
    event: null,
    if: condition,
    ending: { kind: "tell", text, urgent: false },
    ...more,
  };
}

export function event(id: number, payload: unknown, more: Partial<ClaimedEvent> = {}): ClaimedEvent {
  return {
    id,
    source: "github",
    source_id: `delivery-${id}`,
    kind: "github",
    event: "issues",
    payload: typeof payload === "string" ? payload : JSON.stringify(payload),
    attempts: 1,
    waits: 0,
    waiting_since: null,
    session: null,
    trust: "untrusted",
    received_at: 0,
    revived: 0,
    ...more,
  };
}

export type Launched = ReturnType<ReturnType<typeof nodeLauncher>>;

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** A host over real processes; every one it launched must be gone after the test. */
export function hostOf(
  rules: Rule[],
  options: { entry?: string; limits?: Partial<AgentLimits>; memoryOf?: (process: AgentProcess) => number | null } = {},
) {
  const launched: Launched[] = [];
  const exits: Promise<unknown>[] = [];
  const logged: string[] = [];
  const note = (_facts: object, sentence: string): void => void logged.push(sentence);
  const log: Log = { info: note, warn: note, error: note };
  const launchNode = nodeLauncher(options.entry ?? agentEntry, process.env);
  const current: { rules: Rule[] | Promise<Rule[]> } = { rules };
  const host = createAgentHost({
    launch: () => {
      const agent = launchNode();
      launched.push(agent);
      exits.push(new Promise((resolve) => agent.onExit(resolve)));
      return agent;
    },
    rules: () => current.rules,
    wait,
    log,
    ...(options.limits ? { limits: options.limits } : {}),
    ...(options.memoryOf ? { memoryOf: options.memoryOf } : {}),
  });
  cleanUps.push(async () => {
    host.close();
    await Promise.all(exits);
  });
  return { host, launched, exits, logged, current };
}

const folder = mkdtempSync(join(tmpdir(), "nightjar-fake-agents-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let fakes = 0;

/** The main file of a made-up agent process; `source` is its JavaScript, with `say(message)` and `hear(listener)` at hand. */
export function fakeAgent(source: string): string {
  fakes += 1;
  const path = join(folder, `fake-${fakes}.mjs`);
  const head =
    'const say = (m) => process.send(m);\nconst hear = (f) => process.on("message", f);\nprocess.on("disconnect", () => process.exit(0));\n';
  writeFileSync(path, head + source);
  return path;
}
