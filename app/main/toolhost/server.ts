// One server as main knows it: its state, its tools, and when it is started. Promises: started when first needed, once at a time, and
// ever more seldom while it fails; each start is a session of its own. Refuses: to start one that is switched off.
import { patiently } from "../agenthost/patience.ts";
import type { Clock, Wait } from "../engine/ports.ts";
import type { FromToolHost, ServerTool, ToToolHost } from "../../preload/contract/toolhost.ts";
import type { McpServerSettings } from "../settings/model.ts";
import type { Launching } from "./launches.ts";
import type { ToolHostLimits } from "./limits.ts";

export type ServerState =
  /** Not needed yet, or switched off. */
  | { state: "off" }
  | { state: "starting" }
  | {
      state: "ready";
      server: { name: string; version: string; title: string | null };
      protocol: string;
      tools: ServerTool[];
      /** Tools of its list that are not used, and why. */
      leftOut: string[];
    }
  /** What was tried, why not, what to do; `said` is the end of what the server wrote to its standard error. */
  | { state: "failed"; sentence: string; said: string };

export type Ensured = { ok: true; session: number } | { ok: false; sentence: string };

export interface ServerDeps {
  settings: McpServerSettings;
  launch: () => Promise<Launching>;
  nextSession: () => number;
  post: (message: ToToolHost) => void;
  /** Only to a process that is there. */
  tell: (message: ToToolHost) => void;
  wait: Wait;
  clock: Clock;
  limits: ToolHostLimits;
  changed: () => void;
}

export interface ServerLink {
  settings: McpServerSettings;
  state(): ServerState;
  /** The last list that is known, also while it is not connected; null before the first. */
  tools(): readonly ServerTool[] | null;
  session(): number | null;
  /** Never rejects. */
  ensure(): Promise<Ensured>;
  /** The person wants it anew, now: what runs is stopped, and earlier failures do not count. */
  start(): Promise<Ensured>;
  heard(message: Extract<FromToolHost, { type: "started" | "tools" | "ended" }>): void;
  /** The tool host is gone. */
  lost(why: string): void;
  /** That session can not be used any more, through no fault of the server: the next need begins another. */
  renew(session: number): void;
  /** It answered a call, so it works. */
  proved(): void;
  stop(): void;
}

export function createServerLink(deps: ServerDeps): ServerLink {
  const { settings, wait, clock, limits } = deps;
  const named = `The MCP server "${settings.name}"`;
  let state: ServerState = { state: "off" };
  let tools: ServerTool[] | null = null;
  let session: number | null = null;
  const waiting: ((ensured: Ensured) => void)[] = [];
  let takeBack = (): void => undefined;
  let stopWatch = (): void => undefined;
  let stopAgain: (() => void) | null = null;
  let failures = 0;
  let unasked = 0;
  let notBefore = Number.NEGATIVE_INFINITY;
  let wasReady = false;

  function become(next: ServerState): void {
    state = next;
    deps.changed();
  }

  function settle(ensured: Ensured): void {
    for (const wake of waiting.splice(0)) wake(ensured);
  }

  /** Lets go of the session; what it still says is not heard. */
  function letGo(): void {
    session = null;
    stopWatch();
    takeBack();
    takeBack = () => undefined;
  }

  function fail(reason: string, said: string): void {
    const started = state.state === "ready";
    letGo();
    const { first, most } = limits.backoffMilliseconds;
    const pause = Math.min(most, first * 2 ** failures);
    failures = Math.min(failures + 1, 30);
    notBefore = clock.monotonic() + pause;
    const tried = started ? `${named} was lost` : `${named} could not be started`;
    const sentence = `${tried}: ${reason}. Look at it in Settings.`;
    become({ state: "failed", sentence, said });
    settle({ ok: false, sentence });
    if (wasReady && unasked < limits.unaskedStarts && stopAgain === null) {
      unasked++;
      stopAgain = wait(pause, () => {
        stopAgain = null;
        if (state.state === "failed") void begin();
      });
    }
  }

  async function begin(): Promise<void> {
    stopAgain?.();
    stopAgain = null;
    const mine = deps.nextSession();
    session = mine;
    become({ state: "starting" });
    const launching = await deps.launch();
    if (session !== mine) {
      if (launching.ok) launching.end();
      return;
    }
    if (!launching.ok) return fail(launching.reason, "");
    takeBack = launching.end;
    stopWatch = patiently(wait, limits.serverMilliseconds, () => {
      if (session !== mine) return;
      deps.tell({ type: "stop", session: mine });
      fail(`it was not ready after ${limits.serverMilliseconds / 1000} s`, "");
    });
    deps.post({ type: "start", session: mine, launch: launching.launch });
  }

  function ensure(): Promise<Ensured> {
    if (!settings.enabled) return Promise.resolve({ ok: false, sentence: `${named} is switched off in Settings.` });
    if (state.state === "ready" && session !== null) return Promise.resolve({ ok: true, session });
    if (state.state === "failed" && clock.monotonic() < notBefore) {
      return Promise.resolve({ ok: false, sentence: state.sentence });
    }
    return new Promise((resolve) => {
      waiting.push(resolve);
      if (state.state !== "starting") void begin();
    });
  }

  function stop(): void {
    stopAgain?.();
    stopAgain = null;
    if (session !== null) deps.tell({ type: "stop", session });
    letGo();
    become({ state: "off" });
    settle({ ok: false, sentence: `${named} was stopped.` });
  }

  return {
    settings,
    state: () => state,
    tools: () => tools,
    session: () => session,
    ensure,
    start() {
      stop();
      failures = 0;
      unasked = 0;
      notBefore = Number.NEGATIVE_INFINITY;
      return ensure();
    },
    heard(message) {
      if (message.session !== session) return;
      if (message.type === "ended") return fail(message.reason, message.said);
      tools = message.tools;
      const { leftOut } = message;
      if (message.type === "started") {
        stopWatch();
        wasReady = true;
        become({ state: "ready", server: message.server, protocol: message.protocol, tools, leftOut });
        settle({ ok: true, session: message.session });
      } else if (state.state === "ready") become({ ...state, tools, leftOut });
    },
    lost(why) {
      if (session !== null) fail(`the tool host process is gone: ${why}`, "");
    },
    renew(stale) {
      if (stale !== session) return;
      deps.tell({ type: "stop", session: stale });
      letGo();
      become({ state: "off" });
    },
    proved() {
      failures = 0;
      unasked = 0;
    },
    stop,
  };
}
