// The handlers over a real database, with parts that note what they are asked. Promises: approvals, inbox and timers are real.
import { asks } from "../../../support/facts.ts";
import { createHandlers, type HandlerParts } from "../../../../app/main/desktop/ipc/handlers.ts";
import { createApprovals } from "../../../../app/main/engine/permissions/approvals.ts";
import type { Asks } from "../../../../app/main/engine/permissions/asks.ts";
import { type CallRow, createJournal } from "../../../../app/main/engine/journal/journal.ts";
import { createPersonal } from "../../../../app/main/engine/timers/personal.ts";
import { createThinkingChanges } from "../../../../app/main/settings/thinking-changes.ts";
import type { Done, Topic } from "../../../../app/preload/contract/views.ts";
import { openViews } from "../views/parts.ts";

export const now = Date.parse("2026-11-30T16:00:00Z") / 1000;
export const good: Done = { ok: true, sentence: "Saved." };

export function build() {
  const { world, views, inbox, timers } = openViews(now);
  const { store } = world.db;
  const approvals = createApprovals(store, { next: (prefix) => `${prefix}_${world.now}` }, inbox, timers);
  let made = 0;
  const reminders = createPersonal({
    ...{ store, timers, clock: { now: () => world.now, monotonic: () => 0 } },
    ids: { next: (prefix) => `${prefix}_${++made}` },
  });
  const done: unknown[] = [];
  const told: Topic[] = [];
  let wakes = 0;
  let listens: Awaited<ReturnType<HandlerParts["listener"]["start"]>> = { ok: true, url: "http://127.0.0.1:1" };
  let sends = () => {};
  const note =
    (name: string) =>
    (...args: unknown[]) => {
      done.push([name, ...args]);
      return Promise.resolve(good);
    };
  const noteNow =
    (name: string) =>
    (...args: unknown[]) => {
      done.push([name, ...args]);
      return good;
    };
  const remembered =
    (name: string) =>
    (...args: unknown[]) => {
      done.push([name, ...args]);
      return { ...good, change: null };
    };
  const remembers = {
    ...{ saveInstructions: remembered("saveInstructions"), save: remembered("saveEntry"), undo: remembered("undo") },
    ...{ remove: remembered("remove"), trust: remembered("trust"), resolve: remembered("resolve") },
  };
  let diskRefuses = false;
  const handlers = createHandlers({
    views,
    conversation: { write: noteNow("write"), begin: noteNow("begin") },
    engine: {
      answer: (id, hash, answer, from, said) => approvals.answer(id, hash, answer, from, world.now, said),
      edit: (id, hash, args, from) => {
        done.push(["edit", id, hash, args, from]);
        return Promise.resolve({ ok: true, approval: "ap_new" });
      },
      outgoing: {
        offSince: () => world.offSince,
        set: (off, from) => {
          done.push(["switch", off, from]);
          world.offSince = off ? world.now : null;
          if (diskRefuses) throw new Error("disk I/O error");
        },
      },
      wake: () => void wakes++,
      stopRun: ({ run }) => {
        done.push(["stopRun", run]);
        return Promise.resolve(run === 1 ? good : { ok: false, sentence: "Nothing was stopped." });
      },
      inbox,
      timers,
      dispatcher: { sendNow: () => Promise.resolve(sends()) },
    },
    memory: { ...remembers },
    settings: {
      ...createThinkingChanges(noteNow("change"), () => world.settings),
      ...{ save: note("save"), saveSource: note("saveSource"), removeSource: note("removeSource") },
      current: () => world.settings,
      previewPermission: (index, rule) => ({ ok: true, text: `${index} ${rule.tool}` }),
      addPermission: noteNow("addPermission"),
      changePermission: noteNow("changePermission"),
      removePermission: noteNow("removePermission"),
      saveCredential: (credential) => {
        const { name, secret } = credential;
        const credentials = world.settings.credentials.map((one) => (one.name === name ? { ...one, secret } : one));
        world.settings = { ...world.settings, credentials };
        return noteNow("saveCredential")(credential);
      },
      removeCredential: (name, withPermissions) => {
        world.settings = { ...world.settings, credentials: [] };
        return noteNow("removeCredential")(name, withPermissions);
      },
      setAutoMode: noteNow("setAutoMode"),
      rotateSource: noteNow("rotateSource"),
      // In force when it returns, as the real one.
      finishRotation: (name, keep) => {
        const sources = world.settings.sources.map((one) =>
          one.name === name
            ? { ...one, secret: (keep === "next" && one.nextSecret) || one.secret, nextSecret: null }
            : one,
        );
        world.settings = { ...world.settings, sources };
        return noteNow("finishRotation")(name, keep);
      },
    },
    secrets: {
      ...{ set: note("set"), forget: note("forget") },
      resolve: (ref) => ({ state: world.secrets[ref] ?? "missing" }),
    },
    keychain: () => ({ usable: true }),
    models: { tryOut: () => Promise.resolve(null) },
    servers: {
      start: (name) => {
        done.push(["start", name]);
        return Promise.resolve();
      },
      acknowledge: () => true,
    },
    signIns: {
      begin: () => Promise.resolve({ ok: true, sentence: "You are signed in." }),
      signOut: () => Promise.resolve({ ok: true, sentence: "Forgotten." }),
    },
    chooseFolder: () => Promise.resolve(null),
    holdsSecret: (text) => text.includes("hunter2-hunter2"),
    reminders,
    proxy: {
      credentialState: (name) => world.flawed[name] ?? "ok",
      revoke: (which, why) => {
        done.push(["revoke", which, why]);
        if (diskRefuses) return null;
        return which === "all" ? 2 : 0;
      },
    },
    listener: { start: () => Promise.resolve(listens) },
    testDelivery: note("testDelivery"),
    openLink: note("openLink"),
    openFile: note("openFile"),
    clock: { now: () => world.now },
    zone: () => world.zone,
    changed: (topics) => void told.push(...topics),
  });
  return {
    ...{ world, inbox, timers, approvals, handlers, done, told, store },
    wakes: () => wakes,
    whenSending: (work: () => void) => {
      sends = work;
    },
    refuseDisk: () => {
      diskRefuses = true;
    },
    portTaken: () => {
      listens = { ok: false, sentence: "Port 1 is taken." };
    },
  };
}

/** A server's question in the middle of that call. */
export function askFormOf(open: ReturnType<typeof build>, asks: Asks) {
  const { tool_call } = askOf(open, 600);
  open.world.now++;
  const call = open.store.prepare<CallRow>(callById).get(tool_call) as CallRow;
  return open.approvals.askForm(call, { asks, title: "files asks: When?", hash: "hash-of-form" }, 600, now);
}

const callById = "select * from tool_calls where id = ?";

export function askOf({ store, world, approvals }: ReturnType<typeof build>, windowSeconds: number) {
  const event = world.db.put("inbox", { source: "github", source_id: "1" });
  const journal = createJournal(store, { next: (prefix) => `${prefix}_1` }, (text) => `sha-${text.length}`);
  const call = journal.write(
    {
      ...{ session: "s1", run: 1, event, step: 1, call_index: 0, tool: "http.request", title: "Merge?" },
      ...{ arguments: { method: "PUT", url: "https://a.example/" }, repeatable: true },
      judgement: asks,
    },
    now,
  );
  return approvals.ask(call, windowSeconds, now);
}
