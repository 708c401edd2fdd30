// What each channel does: a view, or one action and the sentence that says how it ended. Promises: whatever was changed is told
// to the window and to the engine. Refuses: rules of its own; the parts decide.
import type { Input } from "../../../preload/contract/channels.ts";
import type { Done, Topic } from "../../../preload/contract/views.ts";
import { done as texts } from "../views/texts.ts";
import type { Views } from "../views/views.ts";
import { type AccessParts, accessHandlers } from "./access-handlers.ts";
import { type ApprovalParts, approvalHandlers } from "./approval-handlers.ts";
import { not, ok } from "./done.ts";
import { type ConversationParts, conversationHandlers } from "./conversation-handlers.ts";
import { type ExchangeParts, exchangeHandlers } from "./exchange-handlers.ts";
import type { Handlers } from "./gate.ts";
import { type MemoryParts, memoryHandlers } from "./memory-handlers.ts";
import { type TimerParts, timerHandlers } from "./timer-handlers.ts";
import { startServers, type ThinkingParts, thinkingHandlers, usersOf } from "./thinking-handlers.ts";

type Eventually<T> = T | Promise<T>;

export interface HandlerParts {
  views: Views;
  engine: ApprovalParts["engine"] &
    AccessParts["engine"] &
    TimerParts["engine"] & {
      wake(): void;
      stopRun(which: { run: number }): Promise<{ ok: boolean; sentence: string }>;
      inbox: { retry(id: number): boolean; discard(id: number, now: number): boolean; runAnyway(id: number): boolean };
      /** Settles when everything held was sent, or a send failed. */
      dispatcher: { sendNow(): Promise<unknown> };
    };
  settings: ThinkingParts["settings"] &
    ApprovalParts["settings"] &
    AccessParts["settings"] &
    ExchangeParts["settings"] & {
      save(patch: Input<"settings.save">): Eventually<Done>;
      saveSource(source: Input<"settings.saveSource">): Eventually<Done>;
      removeSource(name: string): Eventually<Done>;
    };
  secrets: ExchangeParts["secrets"] & ThinkingParts["secrets"];
  keychain: ThinkingParts["keychain"];
  models: ThinkingParts["models"];
  servers: ThinkingParts["servers"];
  signIns: ThinkingParts["signIns"];
  memory: MemoryParts["memory"];
  conversation: ConversationParts["conversation"];
  chooseFolder: ThinkingParts["chooseFolder"];
  holdsSecret: ApprovalParts["holdsSecret"];
  reminders: TimerParts["reminders"];
  proxy: AccessParts["proxy"];
  listener: { start(): Promise<{ ok: true; url: string } | { ok: false; sentence: string }> };
  testDelivery: (source: string) => Promise<Done>;
  openLink: (url: string) => Promise<Done>;
  openFile: (file: Input<"settings.openFile">["file"]) => Promise<Done>;
  clock: { now(): number };
  zone: () => string;
  /** Tells the window what to ask for again. */
  changed: (topics: readonly Topic[]) => void;
}

function inboxHandlers({ engine, clock, changed }: HandlerParts) {
  /** An event went back to work, or out of the panel: everyone who shows it asks again. */
  function settled(did: boolean, yes: string, no: string): Done {
    if (!did) return not(no);
    engine.wake();
    changed(["dead", "activity", "status"]);
    return ok(yes);
  }
  return {
    "dead.retry": ({ id }) => settled(engine.inbox.retry(id), texts.retried, texts.notDead),
    "dead.discard": ({ id }) => settled(engine.inbox.discard(id, clock.now()), texts.discarded, texts.notDiscarded),
    "activity.runAnyway": ({ id }) => settled(engine.inbox.runAnyway(id), texts.runsAnyway, texts.noTwin),
  } satisfies Partial<Handlers>;
}

function settingsHandlers(parts: HandlerParts) {
  const { settings, secrets, listener, testDelivery, openFile, changed } = parts;
  /** Who was handed the secret at its start gets it anew. */
  async function secretChanged(name: string, outcome: Eventually<Done>): Promise<Done> {
    const done = await told(outcome);
    if (done.ok) startServers(parts, usersOf(name, settings.current()));
    return done;
  }
  async function told(outcome: Eventually<Done>): Promise<Done> {
    const result = await outcome;
    // Cards say whether the credential they name can be used.
    changed(["settings", "approvals", "status"]);
    return result;
  }
  return {
    "settings.save": (patch) => told(settings.save(patch)),
    "settings.saveSource": (source) => told(settings.saveSource(source)),
    "settings.removeSource": ({ name }) => told(settings.removeSource(name)),
    "settings.setSecret": ({ name, value, untilQuit }) => secretChanged(name, secrets.set(name, value, untilQuit)),
    "settings.forgetSecret": ({ name }) => secretChanged(name, secrets.forget(name)),
    "settings.testDelivery": ({ source }) => told(testDelivery(source)),
    "settings.openFile": ({ file }) => openFile(file),
    "listener.retry": async () => {
      const result = await listener.start();
      return told(result.ok ? ok(texts.listening(result.url)) : not(result.sentence));
    },
  } satisfies Partial<Handlers>;
}

/** One handler for each channel of the contract. */
export function createHandlers(parts: HandlerParts): Handlers {
  const { views, engine, changed } = parts;
  return {
    ...inboxHandlers(parts),
    ...timerHandlers(parts),
    ...settingsHandlers(parts),
    ...approvalHandlers(parts),
    ...accessHandlers(parts),
    ...exchangeHandlers(parts),
    ...thinkingHandlers(parts),
    ...memoryHandlers(parts),
    ...conversationHandlers(parts),
    "status.get": () => views.status(),
    "today.get": () => views.today(),
    "dead.list": () => views.dead(),
    "timers.list": () => views.timers(),
    "activity.list": ({ before, limit, source }) => views.activity(before, limit, source),
    "activity.get": ({ id }) => views.activityOf(id),
    "activity.run": ({ id }) => views.runs.run(id),
    "activity.steps": ({ id, mark }) => views.runs.steps(id, mark),
    "activity.text": ({ id, place, from }) => views.runs.text(id, place, from),
    "activity.spent": () => views.runs.spent(),
    "activity.stopRun": async ({ id }) => {
      const { ok: did, sentence } = await engine.stopRun({ run: id });
      changed(["activity", "run", "status"]);
      return did ? ok(sentence) : not(sentence);
    },
    "settings.get": () => views.settings(),
    "outbox.sendNow": async () => {
      const before = views.held().count;
      if (before > 0 && engine.outgoing.offSince() !== null) return not(texts.heldByOff(before));
      await engine.dispatcher.sendNow();
      const { count, problem } = views.held();
      changed(["outbox", "status"]);
      return count > 0 && problem !== null ? not(texts.notSent(count, problem)) : ok(texts.sent(before - count));
    },
    "link.open": ({ url }) => parts.openLink(url),
  };
}
