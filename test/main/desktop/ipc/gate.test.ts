import { expect, test } from "vitest";
import { type Handlers, registerIpc } from "../../../../app/main/desktop/ipc/gate.ts";
import { inputs } from "../../../../app/preload/contract/channels.ts";
import { type Channel, channelNames } from "../../../../app/preload/contract/names.ts";

type Event = { from: "window" | "stranger" };
const window: Event = { from: "window" };

function open(handlers: Partial<Handlers> = {}) {
  const listeners = new Map<string, (event: Event, ...args: unknown[]) => Promise<unknown>>();
  const lines: { level: string; facts: object }[] = [];
  const calls: [string, unknown][] = [];
  const recording = Object.fromEntries(
    channelNames.map((channel) => [channel, (input: unknown) => void calls.push([channel, input])]),
  ) as unknown as Handlers;
  const line = (level: string) => (facts: object) => void lines.push({ level, facts });
  registerIpc<Event>({
    ipc: {
      handle(channel, listener) {
        if (listeners.has(channel)) throw new Error(`${channel} is registered twice`);
        listeners.set(channel, listener);
      },
    },
    handlers: { ...recording, ...handlers },
    isTrusted: (event) => event.from === "window",
    log: { info: line("info"), warn: line("warn"), error: line("error") },
  });
  const call = (channel: Channel, event: Event, ...args: unknown[]) =>
    (listeners.get(channel) as (event: Event, ...args: unknown[]) => Promise<unknown>)(event, ...args);
  const refusal = async (channel: Channel, event: Event, ...args: unknown[]) => {
    try {
      await call(channel, event, ...args);
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error(`${channel} was not refused`);
  };
  return { listeners, lines, calls, call, refusal };
}

const rule = {
  ...{ tool: "http.request", methods: ["GET"], host: "api.test", path: null, folder: null, recipient: null },
  ...{ amountMax: null, credential: "github", exact: false, decide: "allow", trusted: true, windowSeconds: null },
};
const credential = {
  ...{ name: "github", secret: "keychain:github", header: "Authorization: Bearer {secret}" },
  ...{ destinations: ["https://api.github.com"], expiresOn: "2027-03-01" },
};

/** One input that fits each channel. */
const good: Record<Channel, unknown> = {
  "status.get": undefined,
  ...{ "today.get": undefined, "outbox.sendNow": undefined, "conversation.begin": undefined },
  "approvals.answer": { id: "ap1", callHash: "h", answer: "yes" },
  "approvals.answerMany": { cards: [{ id: "ap1", callHash: "h" }], answer: "no" },
  "approvals.edit": { id: "ap1", callHash: "h", arguments: "{}" },
  "approvals.details": { id: "ap1", callHash: "h" },
  "approvals.get": { id: "ap1", yours: true },
  "approvals.history": { before: { at: 1, row: 2 }, limit: 30 },
  "conversation.write": { id: "0b0f7c1e-8a55-4e0c-9d0e-2f2f2f2f2f2f", text: "hello", offer: { id: 1, yes: true } },
  "conversation.older": { before: { at: 1, kind: "said", id: 7 } },
  "dead.list": undefined,
  "dead.retry": { id: 1 },
  "dead.discard": { id: 1 },
  "timers.list": undefined,
  "timers.runNow": { id: "config:morning" },
  "timers.pause": { id: "config:morning", paused: true },
  "timers.cancel": { id: "agent-timer:standup" },
  "timers.read": { phrase: "in 20 minutes" },
  "timers.add": { text: "tea", timing: { kind: "once", at: 1 } },
  "timers.change": { id: "person:1", text: "tea", timing: { kind: "cron", cron: "0 9 * * *", zone: "UTC" } },
  "timers.remove": { id: "person:1" },
  "timers.putBack": { id: "person:1" },
  "activity.list": { before: null, limit: 50, source: null },
  "activity.get": { id: 1 },
  "activity.runAnyway": { id: 1 },
  "activity.run": { id: 1 },
  "activity.steps": { id: 1, mark: { after: 0 } },
  "activity.text": { id: 1, place: { entry: 1, part: 0 }, from: 0 },
  "activity.spent": undefined,
  "activity.stopRun": { id: 1 },
  "settings.get": undefined,
  "settings.save": { gapSeconds: 60, windowsSeconds: { "http.request": 60 }, pauseInQuietHours: true },
  "settings.saveSource": { name: "github", kind: "github", secret: "env:GH", identicalBodies: "twin" },
  "settings.removeSource": { name: "github" },
  "settings.exchangeSecret": { name: "github", next: "keychain:github-secret-2" },
  "settings.finishExchange": { name: "github", keep: "next" },
  "settings.setSecret": { name: "gh", value: "hunter2 and more", untilQuit: false },
  "settings.forgetSecret": { name: "gh" },
  "settings.testDelivery": { source: "github" },
  "settings.openFile": { file: "config.yaml" },
  "thinking.get": undefined,
  "model.save": {
    ...{ provider: "anthropic", name: "claude-sonnet-5", key: "keychain:model-key", baseUrl: null, price: null },
    ...{ maxOutputTokens: null, contextTokens: 32_768 },
  },
  "model.remove": undefined,
  "model.try": undefined,
  "limits.save": { runSteps: 30, runSeconds: 600, dayTokens: 0, dayUsd: 2.5 },
  "servers.read": { text: "{}" },
  "servers.import": { text: "{}" },
  "servers.save": {
    ...{ kind: "url", name: "linear", enabled: true, timeoutSeconds: null },
    ...{ url: "https://mcp.linear.app/mcp", key: "keychain:linear", header: null },
  },
  "servers.remove": { name: "linear" },
  "servers.enable": { name: "linear", enabled: false },
  "servers.start": { name: "linear" },
  "servers.acknowledge": { name: "linear", print: "abc" },
  "servers.signIn": { name: "linear" },
  "servers.signOut": { name: "linear" },
  "folders.choose": { write: false },
  "folders.change": { path: "/home/me/notes", write: true, trusted: false },
  "folders.remove": { path: "/home/me/notes" },
  "memory.get": undefined,
  "memory.read": { path: "notes/coffee.md" },
  "memory.search": { query: "coffee" },
  "memory.saveInstructions": { base: null, text: "Be brief." },
  "memory.save": { path: null, base: null, folder: "notes", title: "Coffee", text: "Black.", done: false },
  "memory.remove": { path: "notes/coffee.md", base: "a".repeat(64) },
  "memory.trust": { path: "notes/coffee.md", base: "a".repeat(64) },
  "memory.resolve": { clash: "notes/coffee.clash-00000000.md", keep: "kept" },
  "memory.undo": { change: "0123456789abcdef" },
  "permissions.get": undefined,
  "permissions.previewRule": { index: null, rule },
  "permissions.addRule": { rule },
  "permissions.changeRule": { index: 0, seen: rule, rule },
  "permissions.removeRule": { index: 0, seen: rule },
  "permissions.setAutoMode": { on: true },
  "credentials.save": credential,
  "credentials.remove": { name: "github", withRules: false },
  "grants.revoke": { id: null },
  "uses.list": { before: null, limit: 30 },
  "outgoing.set": { off: true },
  "listener.retry": undefined,
  "link.open": { url: "https://example.com/" },
};

/** What fits no channel. */
const junk: unknown[] = [
  null,
  7,
  "text",
  [],
  {},
  { id: 0 },
  { id: 1.5 },
  { id: Number.MAX_SAFE_INTEGER + 1 },
  { id: Number.NaN },
  { id: "" },
  { id: "1; drop table inbox" },
  { id: "x".repeat(301), paused: true },
  { id: "ap1", callHash: "h", answer: "expired" },
  { before: -1, limit: 50, source: null },
  { before: null, limit: 501, source: null },
  { gapSeconds: 0 },
  { quietHours: "24:00-07:00" },
  { unknown: 1 },
  { name: "../etc" },
  { name: "Github", kind: "github", secret: "env:GH", identicalBodies: "twin" },
  { name: "github", kind: "github", secret: "plain secret", identicalBodies: "twin" },
  { name: "gh", value: "", untilQuit: false },
  { source: "a/b" },
  { name: "github", next: "the-secret-itself" },
  { name: "github", keep: "both" },
  { file: "/etc/passwd" },
  { file: "../rules.yaml" },
  { url: "x".repeat(4001) },
  { id: "ap1", callHash: "h", answer: "yes", words: "only a no has words" },
  { id: "ap1", callHash: "h", answer: "no", words: " " },
  { id: "ap1", callHash: "h", answer: "no", words: "x".repeat(2001) },
  { id: "ap1", callHash: "h", answer: "no", always: "- { tool: http.request, decide: allow }" },
  { cards: [], answer: "yes" },
  { cards: Array.from({ length: 101 }, () => ({ id: "ap1", callHash: "h" })), answer: "yes" },
  { cards: [{ id: "ap1" }], answer: "yes" },
  { cards: [{ id: "ap1", callHash: "h" }], answer: "did" },
  { id: "ap1", callHash: "h", arguments: "x".repeat(4_000_001) },
  { id: "ap1", callHash: "h", arguments: {} },
  { before: { at: 1, id: "ap1" }, limit: 30 },
  { before: null, limit: 201 },
  { rule: { ...rule, decide: "maybe" } },
  { rule: { ...rule, methods: ["get"] } },
  { rule: { ...rule, host: "" } },
  { rule: { ...rule, more: 1 } },
  { index: -1, seen: rule, rule },
  { ...credential, secret: "ghp_the-secret-itself" },
  { ...credential, destinations: [] },
  { ...credential, expiresOn: "soon" },
  { ...credential, value: "hunter2 and more" },
  { name: "Git Hub", withRules: true },
  { id: "" },
  { off: "yes" },
  { on: 1 },
];
const fits = (channel: Channel, input: unknown) => inputs[channel].safeParse(input).success;

test("every channel of the contract is registered, once, and nothing else", () => {
  expect([...open().listeners.keys()].sort()).toEqual(Object.keys(inputs).sort());
});

test.each(channelNames)("%s: a fitting request of the window reaches its handler", async (channel) => {
  const gate = open();
  await gate.call(channel, window, good[channel]);
  expect(gate.calls).toEqual([[channel, good[channel]]]);
});

test.each(channelNames)("%s: the same request of anyone else is refused and nothing is done", async (channel) => {
  const gate = open();
  expect(await gate.refusal(channel, { from: "stranger" }, good[channel])).toBe(
    "Nightjar answers only its own window.",
  );
  expect(gate.calls).toEqual([]);
  expect(gate.lines).toEqual([{ level: "warn", facts: { channel } }]);
});

test.each(channelNames)("%s: what does not fit is refused, with one more field or argument too", async (channel) => {
  const gate = open();
  const value = good[channel];
  const widened = typeof value === "object" ? [{ ...value, extra: 1 }] : [];
  for (const input of [...junk.filter((one) => !fits(channel, one)), ...widened]) {
    expect(await gate.refusal(channel, window, input)).toMatch(/did not fit/);
  }
  expect(await gate.refusal(channel, window, value, "one more")).toMatch(/did not fit/);
  expect(gate.calls).toEqual([]);
});

test("what would say more than a channel is for fits none of them", () => {
  const answer = { id: "ap1", callHash: "h", answer: "yes" };
  const many = (count: number) => Array.from({ length: count }, () => ({ id: "ap1", callHash: "h" }));
  const bad: [Channel, unknown][] = [
    ["approvals.answer", { ...answer, words: "only a no has words" }],
    ["approvals.answer", { ...answer, answer: "no", words: " " }],
    ["approvals.answer", { ...answer, answer: "no", words: "x".repeat(2001) }],
    ["approvals.answer", { ...answer, answer: "no", always: "- { tool: http.request, decide: allow }" }],
    ["approvals.answer", { ...answer, answer: "no", reply: { text: "x" } }],
    ["approvals.answer", { ...answer, reply: { text: " " } }],
    ["approvals.answer", { ...answer, reply: { text: "x".repeat(2001) } }],
    ["approvals.answer", { ...answer, reply: { text: "x", choice: 1 } }],
    ["approvals.answer", { ...answer, reply: { choice: -1 } }],
    ["approvals.answer", { ...answer, reply: { values: { a: { b: "c" } } } }],
    ["approvals.answer", { ...answer, reply: { values: { a: "x".repeat(10_001) } } }],
    ["approvals.answerMany", { cards: [], answer: "yes" }],
    ["approvals.answerMany", { cards: many(101), answer: "yes" }],
    ["approvals.answerMany", { cards: many(1), answer: "did" }],
    ["approvals.edit", { id: "ap1", callHash: "h", arguments: { method: "GET" } }],
    ["settings.exchangeSecret", { name: "github", next: "the-secret-itself" }],
    ["settings.exchangeSecret", { name: "github", next: ["env:OLD", "env:NEW"] }],
    ["settings.finishExchange", { name: "github", keep: "both" }],
    ["settings.save", { windowsSeconds: { "http.request": 0 } }],
    ["settings.save", { windowsSeconds: { "": 60 } }],
    ["settings.save", { windowsSeconds: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`t${at}`, 60])) }],
    ["permissions.addRule", { rule: { ...rule, decide: "maybe" } }],
    ["permissions.addRule", { rule: { ...rule, methods: ["get"] } }],
    ["permissions.addRule", { rule: { ...rule, host: "" } }],
    ["permissions.changeRule", { index: -1, seen: rule, rule }],
    ["credentials.save", { ...credential, secret: "ghp_the-secret-itself" }],
    ["credentials.save", { ...credential, destinations: [] }],
    ["credentials.save", { ...credential, expiresOn: "soon" }],
    ["credentials.remove", { name: "Git Hub", withRules: true }],
    ["grants.revoke", { id: "" }],
    ["outgoing.set", { off: "yes" }],
  ];
  expect(bad.filter(([channel, input]) => fits(channel, input))).toEqual([]);
});

test("a refusal never repeats what was sent, in its sentence or in the log", async () => {
  const gate = open();
  const secret = "s3cr3t-value-nobody-may-see";
  for (const input of [
    { name: secret.repeat(10), value: secret, untilQuit: false },
    { name: "ok", value: secret, untilQuit: secret },
    { name: "ok", value: secret, untilQuit: false, [secret]: 1 },
  ]) {
    expect(await gate.refusal("settings.setSecret", window, input)).not.toContain(secret);
  }
  expect(JSON.stringify(gate.lines)).not.toContain(secret);
});

test("a handler that throws, or whose promise rejects, is logged and becomes a sentence without its reason", async () => {
  const boom = new Error("SQLITE_IOERR at /home/me/nightjar.db");
  for (const dead of [
    () => {
      throw boom;
    },
    () => Promise.reject(boom),
  ]) {
    const gate = open({ "dead.list": dead });
    const sentence = await gate.refusal("dead.list", window, undefined);
    expect(sentence).toBe("Nightjar could not do this: dead.list failed. Its log has the reason; try again.");
    expect(gate.lines).toEqual([{ level: "error", facts: { channel: "dead.list", error: boom } }]);
  }
});

test("getters and prototypes in an input reach no handler: it gets the parsed copy", async () => {
  const gate = open();
  const sent = { id: 5 };
  await gate.call("dead.retry", window, sent);
  expect(gate.calls[0]?.[1]).toEqual({ id: 5 });
  expect(gate.calls[0]?.[1]).not.toBe(sent);
});
