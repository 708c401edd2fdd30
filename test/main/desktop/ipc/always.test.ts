// "Always allow" over the real settings and the real approvals: the line that was seen is the line that is written, before the yes.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { approvalHandlers } from "../../../../app/main/desktop/ipc/approval-handlers.ts";
import { createApprovals } from "../../../../app/main/engine/permissions/approvals.ts";
import { createSettings, type SettingsFiles } from "../../../../app/main/settings/settings.ts";
import { openViews } from "../views/parts.ts";
import { putApproval, putCall } from "../../engine/views/support.ts";

const now = Date.parse("2026-11-30T16:00:00Z") / 1000;
const facts = {
  ...{
    tool: "http.request",
    known: true,
    reads: false,
    outward: true,
    brings: "untrusted",
    method: "PUT",
    host: "api.github.com",
  },
  ...{ path: "/x", folder: null, recipient: null, amount: null, credential: null },
};

let profile = "";
let settings: SettingsFiles;
let open: ReturnType<typeof openViews>;
let answered: string[] = [];
let refuse: "before" | "with_the_file" | null = null;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), "nightjar-always-"));
  settings = createSettings({ profile, log: silent, changed: () => undefined });
  open = openViews(now);
  answered = [];
  refuse = null;
  const event = putCall(open.world.db, { id: "c1", call: { facts: JSON.stringify(facts), provenance: "untrusted" } });
  putApproval(open.world.db, { id: "ap1", call: "c1", event, due: now + 600, asked_at: now });
});
afterEach(() => {
  settings.close();
  open.world.db.close();
  rmSync(profile, { recursive: true, force: true });
});

function handlers() {
  const { store } = open.world.db;
  const approvals = createApprovals(store, { next: (prefix) => `${prefix}_1` }, open.inbox, open.timers);
  return approvalHandlers({
    views: open.views,
    engine: {
      answer: (id, hash, answer, from, said) => {
        answered.push(answer);
        // The rule stands when the yes is given.
        if (said?.always !== undefined) expect(config()).toContain(said.always.slice(2));
        if (refuse === "with_the_file") writeFileSync(join(profile, "config.yaml"), "outbox: [this is no map]\n");
        if (refuse !== null) throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
        return approvals.answer(id, hash, answer, from, open.world.now, said);
      },
      edit: () => Promise.resolve({ ok: false, sentence: "not here" }),
    },
    settings,
    holdsSecret: () => false,
    clock: { now: () => open.world.now },
    zone: () => "Europe/Lisbon",
    changed: () => undefined,
  });
}
const config = () => readFileSync(join(profile, "config.yaml"), "utf8");
const shown = () => {
  const line = open.views.today().approvals[0]?.always?.line;
  if (line === undefined) throw new Error("no line is offered");
  return line;
};
const always = (line: string, callHash = "hash-c1") =>
  handlers()["approvals.answer"]({ id: "ap1", callHash, answer: "yes", always: line });

test("the line that was shown is written to the letter, and the call approved", () => {
  const line = shown();
  const before = config();
  const result = always(line);
  expect(result).toMatchObject({ stands: "yes", yours: true });
  expect(result.sentence).toContain(line);
  expect(
    config()
      .split("\n")
      .map((one) => one.trim()),
  ).toContain(line);
  expect(config().startsWith(before.trimEnd())).toBe(true);
  expect(settings.current().permissions).toHaveLength(1);
  const rows = open.world.db.store.prepare<{ always: string }>("select always from approvals").all();
  expect(rows).toEqual([{ always: line }]);
});

test("another line than the one of this call is neither written nor answered", () => {
  const before = config();
  const result = always("- { tool: http.request, decide: allow }");
  expect(result).toMatchObject({ stands: "refused", yours: false });
  expect([config(), answered]).toEqual([before, []]);
});

test("too late, answered already, or another call by now: no rule is written", () => {
  const line = shown();
  const before = config();
  expect(always(line, "another")).toMatchObject({ stands: "refused" });
  open.world.now += 600;
  expect(always(line)).toMatchObject({ stands: "expired" });
  expect(always(line)).toMatchObject({ stands: "expired" });
  expect(config()).toBe(before);
});

test("a file that can't be written leaves the card as it was, and says why", () => {
  const line = shown();
  writeFileSync(join(profile, "config.yaml"), "outbox: [this is no map]\n");
  const result = always(line);
  expect(result).toMatchObject({
    stands: "refused",
    sentence: expect.stringMatching(/^Nothing was answered: .*mistake/),
  });
  expect(answered).toEqual([]);
  expect(open.views.approval("ap1")?.answer).toBeNull();
});

test("an answer that the disk refuses leaves no rule, and the same answer later writes it once", () => {
  const line = shown();
  refuse = "before";
  expect(() => always(line)).toThrow(/full/);
  expect(config()).not.toContain(line);
  expect(settings.current().permissions).toEqual([]);
  expect(open.views.approval("ap1")?.answer).toBeNull();
  refuse = null;
  expect(always(line)).toMatchObject({ stands: "yes", yours: true });
  expect(settings.current().permissions).toHaveLength(1);
});

test("a rule that can not be taken back either is named", () => {
  const line = shown();
  refuse = "with_the_file";
  const { stands, sentence } = always(line);
  expect(stands).toBe("refused");
  expect(sentence).toMatch(/^Nothing was answered\. The rule .* could not be taken back \(.+\)/);
  expect(sentence).toContain(line);
});

test("once it would not help any more it is refused: a deny that came meanwhile wins", () => {
  const line = shown();
  const deny = {
    ...facts,
    methods: null,
    amountMax: null,
    exact: false,
    trusted: true,
    windowSeconds: null,
    line: null,
  };
  open.world.settings = { ...open.world.settings, permissions: [{ ...deny, path: null, decide: "deny" }] };
  expect(always(line)).toMatchObject({ stands: "refused" });
  expect([settings.current().permissions, answered]).toEqual([[], []]);
});
