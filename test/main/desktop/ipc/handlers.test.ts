import { afterEach, beforeEach, expect, test } from "vitest";
import { askOf, build, good, now } from "./support.ts";

let open: ReturnType<typeof build>;
beforeEach(() => {
  open = build();
});
afterEach(() => open.world.db.close());
const ask = (windowSeconds: number) => askOf(open, windowSeconds);

test("the first tap decides, a second one shows what stands, the event of the answer exists once", async () => {
  const card = ask(600);
  const answer = (choice: "yes" | "no") =>
    open.handlers["approvals.answer"]({ id: card.id, callHash: card.call_hash, answer: choice });
  expect(await answer("yes")).toEqual({
    id: card.id,
    stands: "yes",
    yours: true,
    sentence: "Approved. The call is being made.",
  });
  expect(open.told).toEqual(expect.arrayContaining(["approvals", "status"]));
  open.world.now += 61;
  expect(await answer("no")).toMatchObject({
    stands: "yes",
    yours: false,
    sentence: "You approved this at 16:00. The call has not been made yet.",
  });
  open.store.prepare("update tool_calls set status = 'done', ended_at = ?").run(open.world.now);
  const now = (yours: boolean) => open.handlers["approvals.get"]({ id: card.id, yours });
  expect(await now(true)).toMatchObject({ stands: "yes", yours: true, sentence: "Approved. The call was made." });
  expect(await now(false)).toMatchObject({ sentence: "You approved this at 16:00. The call was made." });
  const events = open.store.prepare<{ event: string }>("select event from inbox where source = 'approval'").all();
  expect(events).toEqual([{ event: "yes" }]);
  expect(open.approvals.read(card.id)?.answered_from).toBe("window");
});

test("how it stands with a question that nobody answered, or that never was, is not said", async () => {
  const card = ask(600);
  expect(await open.handlers["approvals.get"]({ id: card.id, yours: true })).toBeNull();
  expect(await open.handlers["approvals.get"]({ id: "ap_none", yours: false })).toBeNull();
});

test("a tap at the deadline is too late, one for another call changes nothing", async () => {
  const card = ask(600);
  const other = await open.handlers["approvals.answer"]({ id: card.id, callHash: "another", answer: "yes" });
  expect(other).toMatchObject({ stands: "changed", yours: false });
  open.world.now += 600;
  const late = await open.handlers["approvals.answer"]({ id: card.id, callHash: card.call_hash, answer: "yes" });
  expect(late).toMatchObject({ stands: "expired", sentence: "Too late: this expired at 16:10. Nothing was done." });
});

test("retry and discard of a dead event wake the engine and tell the window; of any other they say so", async () => {
  const put = (status: string, id: string) => open.world.db.put("inbox", { source: "s", source_id: id, status });
  const [dead, other, alive] = [put("dead", "1"), put("dead", "2"), put("pending", "3")];
  expect(await open.handlers["dead.retry"]({ id: dead })).toMatchObject({ ok: true });
  expect(open.wakes()).toBe(1);
  expect(open.told).toContain("dead");
  expect(await open.handlers["dead.discard"]({ id: other })).toMatchObject({ ok: true });
  open.told.length = 0;
  for (const handler of ["dead.retry", "dead.discard", "activity.runAnyway"] as const) {
    expect(await open.handlers[handler]({ id: alive })).toMatchObject({ ok: false });
  }
  expect(open.told).toEqual([]);
  const rows = open.store.prepare<{ status: string; outcome: string | null }>(
    "select status, outcome from inbox order by id",
  );
  expect(rows.all()).toEqual([
    { status: "pending", outcome: null },
    { status: "done", outcome: "discarded" },
    { status: "pending", outcome: null },
  ]);
});

test("a twin is run anyway once", async () => {
  const twin = open.world.db.put("inbox", { source: "s", source_id: "1", status: "done", outcome: "twin", twin_of: 9 });
  expect(await open.handlers["activity.runAnyway"]({ id: twin })).toMatchObject({ ok: true });
  expect(await open.handlers["activity.runAnyway"]({ id: twin })).toMatchObject({ ok: false });
});

test("a timer runs now and pauses; an approval's deadline is not the person's to touch", async () => {
  ask(600);
  open.timers.setFollowUp({ id: "mine", due: now + 60, name: "mine", origin: "person" }, now);
  expect(await open.handlers["timers.runNow"]({ id: "mine" })).toMatchObject({ ok: true });
  expect(await open.handlers["timers.pause"]({ id: "mine", paused: true })).toMatchObject({ ok: true });
  const deadline = open.timers.list(now).find((row) => row.origin === "engine");
  expect(deadline).toBeDefined();
  for (const id of [deadline?.id ?? "", "none"]) {
    expect(await open.handlers["timers.runNow"]({ id })).toMatchObject({ ok: false });
    expect(await open.handlers["timers.pause"]({ id, paused: true })).toMatchObject({ ok: false });
  }
  // Of an agent's alone: those of the file are the file's.
  open.timers.setFollowUp({ id: "agents", due: now + 60, name: "agents", origin: "agent" }, now);
  for (const id of [deadline?.id ?? "", "none", "mine"]) {
    expect(await open.handlers["timers.cancel"]({ id })).toMatchObject({ ok: false });
  }
  expect(await open.handlers["timers.cancel"]({ id: "agents" })).toMatchObject({ ok: true });
  expect(open.timers.list(now).map(({ id }) => id)).toEqual([deadline?.id, "mine"]);
});

test("settings, secrets and the rest go to their parts with what was asked, and the window hears of it", async () => {
  const source = { name: "gh", kind: "github", secret: "env:GH", identicalBodies: "twin" } as const;
  expect(await open.handlers["settings.save"]({ gapSeconds: 5 })).toEqual(good);
  await open.handlers["settings.saveSource"](source);
  await open.handlers["settings.removeSource"]({ name: "gh" });
  await open.handlers["settings.setSecret"]({ name: "k", value: "v", untilQuit: true });
  await open.handlers["settings.forgetSecret"]({ name: "k" });
  await open.handlers["settings.testDelivery"]({ source: "gh" });
  expect(open.told.filter((topic) => topic === "settings")).toHaveLength(6);
  await open.handlers["settings.openFile"]({ file: "folder" });
  await open.handlers["link.open"]({ url: "https://example.com/" });
  expect(open.done).toEqual([
    ["save", { gapSeconds: 5 }],
    ["saveSource", source],
    ["removeSource", "gh"],
    ["set", "k", "v", true],
    ["forget", "k"],
    ["testDelivery", "gh"],
    ["openFile", "folder"],
    ["openLink", "https://example.com/"],
  ]);
});

test("a server starts anew when a secret it is handed is set or forgotten; one that is off does not", async () => {
  const server = (name: string, enabled: boolean) => ({
    ...{
      kind: "command" as const,
      name,
      enabled,
      timeoutSeconds: 60,
      repeatable: [],
      command: "x",
      args: [],
      cwd: null,
    },
    env: { TOKEN: "keychain:k" },
  });
  open.world.settings = { ...open.world.settings, mcpServers: [server("a", true), server("off", false)] };
  await open.handlers["settings.setSecret"]({ name: "k", value: "a value", untilQuit: false });
  await open.handlers["settings.setSecret"]({ name: "another", value: "a value", untilQuit: false });
  await open.handlers["settings.forgetSecret"]({ name: "k" });
  expect(open.done).toEqual([
    ["set", "k", "a value", false],
    ["start", "a"],
    ["set", "another", "a value", false],
    ["forget", "k"],
    ["start", "a"],
  ]);
});

test("listening again says the address, or why not", async () => {
  expect(await open.handlers["listener.retry"](undefined)).toEqual({
    ok: true,
    sentence: "Listening on http://127.0.0.1:1.",
  });
  open.portTaken();
  expect(await open.handlers["listener.retry"](undefined)).toEqual({ ok: false, sentence: "Port 1 is taken." });
});

test("sending now says how many went, and when the notification failed that they are still held", async () => {
  const { db } = open.world;
  const sendNow = () => open.handlers["outbox.sendNow"](undefined);
  expect(await sendNow()).toEqual({ ok: true, sentence: "Nothing was held." });
  for (const body of ["a", "b"]) db.put("outbox", { body, created: now });
  open.world.offSince = now;
  expect(await sendNow()).toEqual({
    ok: false,
    sentence: "Nothing was sent: outgoing is off. 2 messages wait until you turn it on again under Permissions.",
  });
  open.world.offSince = null;
  const delivery = { kind: "digest", title: "t", body: "b", started_at: now };
  open.whenSending(() => void db.put("deliveries", { ...delivery, status: "failed", error: "no daemon" }));
  expect(await sendNow()).toMatchObject({
    ok: false,
    sentence: expect.stringMatching(/^2 messages are still held: .*no daemon/),
  });
  open.whenSending(() => {
    const id = db.put("deliveries", { ...delivery, status: "sent" });
    open.store.prepare("update outbox set delivery = ?, sent_at = ?").run(id, now);
  });
  expect(await sendNow()).toEqual({ ok: true, sentence: "Sent 2 messages." });
  expect(open.told).toContain("outbox");
});

test("each view comes from the tables", async () => {
  ask(600);
  expect((await open.handlers["today.get"](undefined)).approvals).toHaveLength(1);
  expect((await open.handlers["status.get"](undefined)).waitingApprovals).toBe(1);
  expect(await open.handlers["activity.list"]({ before: null, limit: 5, source: "github" })).toHaveLength(1);
  expect((await open.handlers["activity.get"]({ id: 1 }))?.calls).toHaveLength(1);
  expect(await open.handlers["dead.list"](undefined)).toEqual([]);
  expect(await open.handlers["timers.list"](undefined)).toEqual([]);
  expect((await open.handlers["settings.get"](undefined)).hooks.port).toBe(47_821);
});

test("a run that is stopped says so, one that can't be says why, and the window asks again for what it shows", async () => {
  expect(await open.handlers["activity.stopRun"]({ id: 1 })).toEqual(good);
  expect(open.done).toEqual([["stopRun", 1]]);
  expect(open.told).toEqual(["activity", "run", "status"]);
  expect(await open.handlers["activity.stopRun"]({ id: 2 })).toEqual({ ok: false, sentence: "Nothing was stopped." });
});
