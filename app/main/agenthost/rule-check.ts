// Has rules that were saved read by an agent process of their own, one by one, before they count. Promises: never rejects, and
// always ends; that process is gone afterwards. Refuses: to read a condition or a template in main.
import type { FromAgent, Rule, RuleTextFlaw } from "../../preload/contract/agent.ts";
import type { Log, Wait } from "../engine/ports.ts";
import type { AgentProcess } from "./agent-process.ts";
import { createKeeper, type Loss, type ProcessUser } from "./keeper.ts";
import { type AgentLimits, defaultLimits } from "./limits.ts";
import { patiently } from "./patience.ts";
import { ruleEndsProcess, ruleTooLong } from "./sentences.ts";

/** A flaw of the rule at place `rule` of the list. */
export type CheckFlaw = RuleTextFlaw & { rule: number };

export interface RuleCheckDeps {
  launch: () => AgentProcess;
  wait: Wait;
  log: Log;
  limits?: Partial<AgentLimits>;
}

/** A file with more flaws than this has been read far enough. */
const flawsEnough = 20;

const hasTexts = ({ if: condition, ending }: Rule): boolean => condition !== null || ending.kind !== "nothing";

/**
 * Empty when every condition and template can be read, and when no agent process can be started: that is no fault of the
 * rules, which then show what is wrong with them when an event comes. A process that dies or is too slow is given one more
 * try in a fresh one; then the rule it read is the flaw.
 */
export function createRuleCheck(deps: RuleCheckDeps): (rules: Rule[], signal: AbortSignal) => Promise<CheckFlaw[]> {
  const limits = { ...defaultLimits, ...deps.limits };
  return (rules, signal) => new Promise((resolve) => check(deps, limits, rules, signal, resolve));
}

function check(
  { launch, wait, log }: RuleCheckDeps,
  limits: AgentLimits,
  rules: readonly Rule[],
  signal: AbortSignal,
  resolve: (flaws: CheckFlaw[]) => void,
): void {
  const rest = [...rules.entries()].filter(([, rule]) => hasTexts(rule));
  const keeper = createKeeper({ launch, wait, log, limits });
  const flaws: CheckFlaw[] = [];
  let settled = false;
  let failedOnce = false;
  let stopRuleWatch = (): void => undefined;
  let stopCheckWatch: (() => void) | null = null;

  function settle(): void {
    if (settled) return;
    settled = true;
    stopRuleWatch();
    stopCheckWatch?.();
    signal.removeEventListener("abort", settle);
    keeper.release();
    keeper.kill();
    resolve(flaws);
  }

  function handOver(): void {
    stopRuleWatch();
    const [next] = rest;
    if (next === undefined || flaws.length >= flawsEnough) return settle();
    const [at, rule] = next;
    stopRuleWatch = patiently(wait, limits.ruleMilliseconds, () => {
      keeper.release();
      keeper.kill();
      failed(ruleTooLong(limits.ruleMilliseconds));
    });
    try {
      keeper.post({ type: "check", check: at, rule });
    } catch {
      // Its exit is told as well.
    }
  }

  function hear(message: FromAgent): void {
    const [next] = rest;
    if (message.type !== "checked" || next === undefined || message.check !== next[0]) {
      keeper.release();
      keeper.kill();
      return failed(ruleEndsProcess);
    }
    for (const flaw of message.flaws) flaws.push({ rule: next[0], ...flaw });
    rest.shift();
    failedOnce = false;
    handOver();
  }

  /** The process is gone in the middle of a rule: once may be chance. */
  function failed(reason: string): void {
    stopRuleWatch();
    if (settled) return;
    const [next] = rest;
    if (failedOnce && next !== undefined) {
      flaws.push({ rule: next[0], path: [], line: null, reason });
      return settle();
    }
    failedOnce = true;
    keeper.hand(user);
  }

  function lost(loss: Loss): void {
    if (loss.kind !== "not_started") return failed(ruleEndsProcess);
    log.warn({ why: loss.why }, "The rules could not be checked, since the agent process could not be started.");
    settle();
  }

  /** How long it takes until a process is there says nothing about the rules. */
  function ready(): void {
    stopCheckWatch ??= patiently(wait, limits.checkMilliseconds, () => {
      const [next] = rest;
      if (next !== undefined) {
        flaws.push({ rule: next[0], path: [], line: null, reason: ruleTooLong(limits.checkMilliseconds) });
      }
      settle();
    });
    handOver();
  }

  const user: ProcessUser = { ready, message: hear, lost };
  if (rest.length === 0 || signal.aborted) return settle();
  signal.addEventListener("abort", settle, { once: true });
  keeper.hand(user);
}
