// The webhook listener: POST /hooks/<source name> on 127.0.0.1. Promises: it listens on the port the settings name or says
// why not; hosts, sizes and sources are those of the settings as they stand. Refuses: to take another port in silence.
import { randomBytes } from "node:crypto";
import type { NewEvent } from "../engine/inbox/events.ts";
import type { Clock, Ids, Log } from "../engine/ports.ts";
import type { Settings, SourceSettings } from "../settings/model.ts";
import type { Refusal } from "./answers.ts";
import { createEndOfTurn, createSharedCommit, type EndOfTurn, type IngestOutcome } from "./batch.ts";
import { createFlood } from "./flood.ts";
import { gate, sourceNameOf } from "./gates.ts";
import { cannotListen } from "./port-problem.ts";
import { createReceive, type SecretResult } from "./receive.ts";
import { createHookServer, type HookServer, type ServerLimits, serverLimits } from "./server.ts";
import { createTally, type SourceTally } from "./tally.ts";

export interface ListenerParts {
  settings: () => Settings;
  secret: (reference: string) => SecretResult;
  /** Stores events in one commit; throws when the commit failed. */
  ingestAll: (events: NewEvent[]) => IngestOutcome[];
  clock: Clock;
  ids: Ids;
  log: Log;
  /** Something that `status()` tells is different now; at most four times a second for deliveries. */
  changed: () => void;
  /** The address while it listens, null when it stopped: for `listener.json`. */
  publish?: (url: string | null) => void;
  limits?: Partial<ServerLimits>;
  /** When a turn's deliveries are committed; the bench alone hands in another. */
  endOfTurn?: EndOfTurn;
}

export type StartResult = { ok: true; url: string } | { ok: false; sentence: string };

export interface ListenerStatus {
  url: string | null;
  /** Why it does not listen: what was tried, on what, why not, what to do. */
  problem: string | null;
  /** Deliveries fail on their time alone. */
  clockLooksWrong: boolean;
  sources: Map<string, SourceTally>;
}

export interface Listener {
  /** Listens on the port of the settings. Called again, as after every change of them, it moves when the port changed, or tries again, and does nothing otherwise. */
  start(): Promise<StartResult>;
  /** Answers what is being committed, refuses the rest, and closes. */
  stop(): Promise<void>;
  status(): ListenerStatus;
}

const changedEveryMs = 250;

export function createListener(parts: ListenerParts): Listener {
  const { settings, clock, log } = parts;
  const tally = createTally();
  const { connected, endOfTurn } = createEndOfTurn();
  const commit = createSharedCommit(parts.ingestAll, parts.endOfTurn ?? endOfTurn);
  const changedSoon = coalesce(parts.changed, changedEveryMs);
  const source = createLookup(settings);
  const receive = createReceive({
    source,
    secret: parts.secret,
    commit,
    tally,
    flood: createFlood(),
    clock,
    ids: parts.ids,
    log,
    decoyKey: randomBytes(32),
    changed: changedSoon,
  });

  let server: HookServer | null = null;
  let url: string | null = null;
  let askedPort: number | null = null;
  let problem: string | null = null;
  // Starts and stops follow one another, in the order they were asked for.
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  }

  function serverFor(): HookServer & { taken: (port: number) => void } {
    let port = 0;
    const made = createHookServer({
      gate: (knock) => {
        const { hosts, maxBodyBytes } = settings().hooks;
        return gate(knock, { port, hosts, maxBodyBytes });
      },
      refused: (target, refusal) => noteRefusal(sourceNameOf(target) ?? "", refusal),
      maxBodyBytes: () => settings().hooks.maxBodyBytes,
      receive: (target, request, body) => receive(sourceNameOf(target) ?? "", request.headers, body),
      flush: commit.flush,
      connected,
      log,
      limits: { ...serverLimits, ...parts.limits },
    });
    return { ...made, taken: (taken) => void (port = taken) };
  }

  function noteRefusal(name: string, { note, answer }: Refusal): void {
    if (note === null || source(name) === undefined) return;
    log.warn({ source: name, status: answer.status }, "A request was refused before its body was looked at.");
    tally.refused(name, note, clock.now(), false);
    changedSoon();
  }

  async function close(): Promise<void> {
    const closing = server;
    if (closing === null) return;
    server = null;
    url = null;
    await closing.close();
    parts.publish?.(null);
  }

  async function open(): Promise<StartResult> {
    const { port } = settings().hooks;
    tally.endedExchanges(settings().sources);
    if (server !== null && url !== null && askedPort === port) return { ok: true, url };
    await close();
    const opening = serverFor();
    try {
      const taken = await opening.listen(port);
      opening.taken(taken);
      server = opening;
      askedPort = port;
      url = `http://127.0.0.1:${taken}`;
      problem = null;
      parts.publish?.(url);
      log.info({ url }, "The webhook listener listens.");
      return { ok: true, url };
    } catch (error) {
      server = null;
      url = null;
      await opening.close();
      problem = cannotListen(port, error);
      log.error({ port, error: String(error) }, "The webhook listener could not listen.");
      return { ok: false, sentence: problem };
    } finally {
      parts.changed();
    }
  }

  return {
    start: () => inTurn(open),
    stop: () =>
      inTurn(async () => {
        await close();
        problem = null;
        changedSoon.cancel();
        parts.changed();
      }),
    status() {
      const names = settings().sources.map(({ name }) => name);
      return { url, problem, clockLooksWrong: tally.clockLooksWrong(names), sources: tally.of(names, clock.now()) };
    },
  };
}

/** Finds a source by its name in the settings as they stand; the index is made anew when they are others. */
function createLookup(settings: () => Settings): (name: string) => SourceSettings | undefined {
  let of: readonly SourceSettings[] | null = null;
  let byName = new Map<string, SourceSettings>();
  return (name) => {
    const { sources } = settings();
    if (sources !== of) {
      of = sources;
      byName = new Map(sources.map((source) => [source.name, source]));
    }
    return byName.get(name);
  };
}

function coalesce(call: () => void, everyMs: number): (() => void) & { cancel: () => void } {
  let timer: NodeJS.Timeout | null = null;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = null;
      call();
    }, everyMs).unref();
  };
  return Object.assign(soon, {
    cancel: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  });
}
