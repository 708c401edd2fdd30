import { afterEach, beforeEach, expect, test } from "vitest";
import { defaultSettings, type McpServerSettings, type SourceSettings } from "../../../../app/main/settings/model.ts";
import { openViews } from "./parts.ts";

const at = (iso: string) => Date.parse(iso) / 1000;
const now = at("2026-11-30T16:00:00Z");

let open: ReturnType<typeof openViews>;
beforeEach(() => {
  open = openViews(now);
});
afterEach(() => open.world.db.close());

const doing = () => open.views.status().doing;
const notices = () => open.views.status().notices;
const source = (name: string, secret: string): SourceSettings => ({
  name,
  kind: "github",
  secret,
  nextSecret: null,
  expiresOn: null,
  identicalBodies: "twin",
  duringRun: "next",
  urgent: [],
});

test("asleep until something happens, or until a moment and for what", () => {
  const { world, timers } = open;
  expect(doing()).toEqual({ kind: "asleep", sentence: "until something happens", until: null, run: null });
  const nextAt = at("2026-11-30T17:07:00Z");
  world.status = { state: "on", working: null, nextAt, trouble: null };
  expect(doing()).toEqual({ kind: "asleep", sentence: "wakes 17:07 for a notification", until: nextAt, run: null });
  timers.setFollowUp({ id: "expire:ap1", due: nextAt, name: "Merge?", origin: "engine" }, now);
  expect(doing().sentence).toBe("wakes 17:07 for an approval's deadline");
  world.plan = { goesAt: nextAt, why: "gap" };
  expect(doing().sentence).toBe("wakes 17:07 for the digest");
});

test("asleep until a timer tomorrow, or another attempt", () => {
  const { world, timers, inbox } = open;
  timers.syncSchedules(
    [{ name: "morning", cron: "0 9 * * *", zone: "Europe/Lisbon", everySeconds: null, catchUp: "latest", cap: 24 }],
    now,
  );
  world.status = { state: "on", working: null, nextAt: at("2026-12-01T09:00:00Z"), trouble: null };
  expect(doing().sentence).toBe("wakes tomorrow 09:00 for the timer morning");
  const retry = { source: "s", source_id: "1", alone: 1, not_before: now + 300, status: "pending", attempts: 1 };
  world.db.put("inbox", retry);
  expect(inbox.nextRetryAt(now)).toBe(now + 300);
  world.status = { state: "on", working: null, nextAt: now + 300, trouble: null };
  expect(doing().sentence).toBe("wakes 16:05 for another attempt");
});

test("working on what, the computer's sleep, and stopped", () => {
  const { world } = open;
  const event = {
    source: "github",
    source_id: "1",
    event: "push",
    payload: '{"repository":{"full_name":"octo/porch"}}',
  };
  const id = world.db.put("inbox", event);
  world.status = { state: "on", working: { run: 1, events: [{ id }, { id: 99 }] }, nextAt: null, trouble: null };
  expect(doing()).toEqual({
    kind: "working",
    sentence: "working on github · push · octo/porch and 1 more",
    until: null,
    run: null,
  });
  world.status = { state: "asleep", working: null, nextAt: now + 5, trouble: null };
  expect(doing()).toEqual({ kind: "asleep", sentence: "until something happens", until: null, run: null });
  world.status = { state: "off", working: null, nextAt: null, trouble: null };
  expect(doing().kind).toBe("stopped");
});

test("events that wait long for something outside are told with why, short waits and failed attempts are not", () => {
  const { world } = open;
  const waits = { source: "s", alone: 1, status: "pending", attempts: 0, error: "The model's server asks to wait." };
  world.db.put("inbox", { ...waits, source_id: "1", not_before: now + 60, waiting_since: now - 60 });
  world.db.put("inbox", { ...waits, source_id: "2", not_before: now + 900, attempts: 1 });
  world.db.put("inbox", { ...waits, source_id: "3", not_before: now + 900, held: 1 });
  expect(notices()).toEqual([]);
  world.db.put("inbox", { ...waits, source_id: "4", not_before: now + 900 });
  world.db.put("inbox", { ...waits, source_id: "5", not_before: now + 60, waiting_since: now - 900 });
  const text = "2 events wait. The model's server asks to wait.";
  expect(notices()).toEqual([{ id: "waiting", level: "warn", text, action: "open_activity" }]);
});

test("a model that rests is told with until when, what is short and how much waits for it; what waits is said once", () => {
  const { world } = open;
  world.rests = "money";
  const rests = (text: string) => [{ id: "rests", level: "warn", text, action: "open_limits" }];
  const why =
    "The model rests until 17:00, or until you allow more: what is left of today's money is too little for its next request.";
  expect(notices()).toEqual(rests(why));
  const error = "The model was not asked: today's limit of 5 US dollars leaves no room for it.";
  const parked = { source: "s", source_id: "1", alone: 1, status: "pending", attempts: 0, error };
  world.db.put("inbox", { ...parked, not_before: now + 900 });
  expect(notices()).toEqual(rests(`${why} 1 event waits.`));
  world.rests = null;
  expect(notices()).toMatchObject([{ id: "waiting", text: `1 event waits. ${error}` }]);
});

test("nothing wrong, nothing said; counts of what waits", () => {
  open.world.db.put("outbox", { body: "a", created: now });
  expect(open.views.status()).toMatchObject({
    now,
    notices: [],
    waitingApprovals: 0,
    dead: 0,
    held: 1,
    listener: { url: "http://127.0.0.1:47821" },
    zone: "Europe/Lisbon",
    version: "0.1.0",
  });
});

test("a taken port, a wrong clock and a notification that failed come first, each with its way out", () => {
  const { world } = open;
  world.listener = { ...world.listener, url: null, problem: "Nightjar could not listen on 1.", clockLooksWrong: true };
  world.status = { ...world.status, trouble: "The disk is full." };
  const failed = {
    kind: "digest",
    title: "t",
    body: "b",
    status: "failed",
    started_at: now,
    error: "no\u202e daemon.",
  };
  world.db.put("deliveries", failed);
  world.db.put("inbox", { source: "s", source_id: "1", status: "dead" });
  expect(notices().map(({ id, level, action }) => [id, level, action])).toEqual([
    ["storage", "bad", null],
    ["listener", "bad", "retry_listener"],
    ["clock", "bad", null],
    ["delivery", "bad", null],
    ["dead", "warn", "open_dead"],
  ]);
  expect(notices()[3]?.text).toContain("no⟨U+202E⟩ daemon.");
  expect(notices()[4]?.text).toBe("1 event could not be handled and needs you: retry or discard under Dead events.");
  world.db.put("deliveries", { ...failed, status: "sent" });
  expect(notices().map((notice) => notice.id)).toEqual(["storage", "listener", "clock", "dead"]);
});

test("each source whose secret does not resolve says which, and why it refuses everything", () => {
  const { world } = open;
  const sources = [source("a", "env:A"), source("b", "env:B"), source("c", "keychain:c"), source("d", "env:D")];
  world.settings = { ...defaultSettings, sources };
  world.secrets = { "env:A": "ok", "env:B": "empty", "keychain:c": "unreadable" };
  expect(notices().map((notice) => notice.text)).toEqual([
    expect.stringMatching(/^Source b refuses every delivery: its secret env:B is empty\./),
    expect.stringMatching(/^Source c refuses every delivery: its secret keychain:c could not be opened/),
    expect.stringMatching(/^Source d refuses every delivery: its secret env:D is not there\./),
  ]);
});

test("mistakes in the files name file, line and reason, one notice a file; many are counted", () => {
  open.world.problems = [
    { file: "rules.yaml", line: 4, reason: "A rule needs one \u202eending." },
    ...Array.from({ length: 7 }, (_, at) => ({ file: "config.yaml" as const, line: at + 1, reason: `Key ${at}.` })),
    { file: "config.yaml", line: null, reason: "Until it is mended, the defaults are in force." },
  ];
  expect(notices().map(({ id, text }) => [id, text])).toEqual([
    [
      "file:config.yaml",
      "config.yaml:1: Key 0. config.yaml:2: Key 1. config.yaml:3: Key 2. config.yaml:4: Key 3. config.yaml:5: Key 4. " +
        "And 2 further mistakes. Until it is mended, the defaults are in force.",
    ],
    [
      "file:rules.yaml",
      "rules.yaml:4: A rule needs one ⟨U+202E⟩ending. Until it is mended, the rules from before stay in force: what was removed from it since then is still in force.",
    ],
  ]);
});

test("while a secret is exchanged, only a source with neither of the two refuses everything", () => {
  const { world } = open;
  const exchanging = (name: string, first: string, next: string) => ({ ...source(name, first), nextSecret: next });
  world.settings = {
    ...world.settings,
    sources: [exchanging("a", "env:A", "env:B"), exchanging("b", "env:B", "env:A"), exchanging("c", "env:B", "env:C")],
  };
  world.secrets = { "env:A": "ok" };
  expect(notices().map(({ id }) => id)).toEqual(["secret:c"]);
});

test("settings show each source's address and secret's state, and never a secret", () => {
  const { world } = open;
  world.settings = {
    ...defaultSettings,
    sources: [source("github", "env:GH"), source("other", "env:NO")],
    outbox: { gapSeconds: 60, quietHours: { fromMinute: 22 * 60, untilMinute: 7 * 60 + 5 } },
  };
  world.secrets = { "env:GH": "ok" };
  const tally = { lastAcceptedAt: now, lastRefusedAt: null, lastRefusal: null, refusedToday: 0 };
  world.listener = { ...world.listener, sources: new Map([["github", { ...tally, nextProved: null }]]) };
  const view = open.views.settings();
  expect(view.outbox).toEqual({ gapSeconds: 60, quietHours: "22:00-07:05" });
  expect(view.sources[0]).toEqual({
    ...source("github", "env:GH"),
    ...tally,
    address: "http://127.0.0.1:47821/hooks/github",
    secretState: "ok",
    nextSecretState: null,
    nextProvedAt: null,
  });
  expect(view.sources[1]).toMatchObject({ secretState: "missing", lastAcceptedAt: null });
  world.listener = { ...world.listener, url: null };
  expect(open.views.settings().sources[0]?.address).toBeNull();
});

test("a server that wants a sign-in is told on every view, until the person has signed in or turned it off", () => {
  const { world } = open;
  const server: McpServerSettings = {
    ...{ kind: "url", name: "tracker", enabled: true, timeoutSeconds: 60, repeatable: [], key: null, signIn: null },
    ...{ url: "https://mcp.example.com/mcp", header: { name: "Authorization", value: "Bearer {secret}" } },
  };
  world.settings = { ...defaultSettings, mcpServers: [server] };
  expect(notices()).toEqual([]);
  world.signIn = { kind: "wanted", scope: null };
  const text =
    "The MCP server tracker refuses what it is asked: it wants you to sign in. The button is beside it in Settings.";
  expect(notices()).toEqual([{ id: "signin:tracker", level: "warn", text, action: "open_settings" }]);
  world.settings = { ...defaultSettings, mcpServers: [{ ...server, enabled: false }] };
  expect(notices()).toEqual([]);
  world.settings = { ...defaultSettings, mcpServers: [server] };
  world.signIn = { kind: "signed_in" };
  expect(notices()).toEqual([]);
});

test("a credential that can't be used is told, by its flaw as well as by what is missing", () => {
  const header = { name: "Authorization", value: "Bearer {secret}" };
  const named = (name: string) => ({ name, secret: `env:${name}`, header, destinations: [], expiresOn: null });
  open.world.settings = { ...defaultSettings, credentials: ["whole", "gone", "tiny"].map(named) };
  open.world.secrets = { "env:whole": "ok", "env:tiny": "ok" };
  open.world.flawed = { tiny: "short" };
  expect(notices().map(({ id, text, action }) => [id, action, text])).toEqual([
    ["credential:gone", "open_permissions", expect.stringMatching(/env:gone is not there/)],
    ["credential:tiny", "open_permissions", expect.stringMatching(/env:tiny, or what is packed in it, is too short/)],
  ]);
  expect(open.views.permissions().credentials.map(({ state }) => state)).toEqual(["ok", "missing", "short"]);
});
