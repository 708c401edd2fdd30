// Answering in other ways, rules, credentials, grants and the switch: what each request of the window comes to.
import { afterEach, beforeEach, expect, test } from "vitest";
import { askFormOf, askOf, build, now } from "./support.ts";

let open: ReturnType<typeof build>;
beforeEach(() => {
  open = build();
});
afterEach(() => open.world.db.close());
const ask = (windowSeconds: number) => askOf(open, windowSeconds);

test("several are answered at once, each by its own hash; one that is another call by now stays", async () => {
  const card = ask(600);
  const results = await open.handlers["approvals.answerMany"]({
    cards: [
      { id: card.id, callHash: "another" },
      { id: "ap_none", callHash: "h" },
      { id: card.id, callHash: card.call_hash },
      { id: card.id, callHash: card.call_hash },
    ],
    answer: "no",
  });
  expect(results.map(({ stands, yours }) => [stands, yours])).toEqual([
    ["changed", false],
    ["not_found", false],
    ["no", true],
    ["no", false],
  ]);
});

test("words go with a no and are kept; the answer says so", async () => {
  const card = ask(600);
  const denied = { id: card.id, callHash: card.call_hash, answer: "no" as const, words: "Only on weekdays." };
  expect(await open.handlers["approvals.answer"](denied)).toMatchObject({ stands: "no", yours: true });
  expect(open.approvals.read(card.id)).toMatchObject({ answer: "no", words: "Only on weekdays." });
  expect(await open.handlers["approvals.history"]({ before: null, limit: 10 })).toMatchObject([
    { id: card.id, answer: "no", words: "Only on weekdays.", from: "window", afterwards: "Nothing was done." },
  ]);
});

const refusedForSecret = {
  ...{ stands: "refused", yours: false },
  sentence: expect.stringContaining("the value of a secret that Nightjar keeps") as string,
};

test("words that hold the value of a secret go to no agent, and not into the database", async () => {
  const { id, call_hash: callHash } = ask(600);
  const no = (words: string) => open.handlers["approvals.answer"]({ id, callHash, answer: "no", words });
  expect(await no("Use my hunter2-hunter2 instead.")).toMatchObject(refusedForSecret);
  expect(open.approvals.read(id)).toMatchObject({ answer: null, words: null });
  expect(await no("Not with a key.")).toMatchObject({ stands: "no", yours: true });
});

test("a field that holds the value of a secret goes to no server, and not into the database", async () => {
  const { id } = askFormOf(open, {
    ...{ kind: "form", server: "files", tool: "write", among: 1, text: "Your key?" },
    fields: [
      {
        ...{ name: "key", label: "Key", description: "", required: true },
        ...{ type: "text", format: null, least: null, most: 100, preset: null },
      },
    ],
  });
  const reply = { values: { key: "my hunter2-hunter2" } };
  expect(await open.handlers["approvals.answer"]({ id, callHash: "hash-of-form", answer: "yes", reply })).toMatchObject(
    refusedForSecret,
  );
  expect(open.approvals.read(id)).toMatchObject({ answer: null, reply: null });
});

test("what does not fit a form is refused with the field and why, and the card stays; what fits is kept", async () => {
  const field = { name: "day", label: "Day", description: "", required: true };
  const card = askFormOf(open, {
    ...{ kind: "form", server: "files", tool: "write", among: 1, text: "When?" },
    fields: [{ ...field, type: "text", format: null, least: null, most: 10, preset: null }],
  });
  const answer = (values: Record<string, string>) =>
    open.handlers["approvals.answer"]({ id: card.id, callHash: "hash-of-form", answer: "yes", reply: { values } });
  expect(await answer({})).toMatchObject({
    ...{ stands: "refused", yours: false },
    sentence: "Nothing was answered: “Day” is needed.",
  });
  expect(await answer({ day: "far too long a day" })).toMatchObject({ stands: "refused" });
  expect(open.approvals.read(card.id)).toMatchObject({ answer: null });
  expect(await answer({ day: "Monday" })).toMatchObject({
    ...{ stands: "yes", yours: true },
    sentence: "Sent to the server that asked. Its call goes on.",
  });
  expect(open.approvals.read(card.id)).toMatchObject({ reply: '{"values":{"day":"Monday"}}' });
  // What was filled in stays between the person and the server.
  const [row] = await open.handlers["approvals.history"]({ before: null, limit: 10 });
  expect(row).toMatchObject({ kind: "form", answer: "yes", words: null });
});

test("edited arguments must be a JSON object; then the engine is asked with what was typed", async () => {
  const card = ask(600);
  const edit = (text: string) =>
    open.handlers["approvals.edit"]({ id: card.id, callHash: card.call_hash, arguments: text });
  expect(await edit("{")).toMatchObject({ ok: false, sentence: expect.stringMatching(/not JSON/) });
  expect(await edit("[1]")).toMatchObject({ ok: false, sentence: expect.stringMatching(/JSON object/) });
  expect(open.done).toEqual([]);
  expect(await edit('{"method":"GET"}')).toEqual({ ok: true, approval: "ap_new" });
  expect(open.done).toEqual([["edit", card.id, card.call_hash, { method: "GET" }, "window"]]);
});

test("a card's details are of the card that was shown, or none", async () => {
  const card = ask(600);
  const details = await open.handlers["approvals.details"]({ id: card.id, callHash: card.call_hash });
  expect(JSON.parse(details?.arguments ?? "")).toEqual({ method: "PUT", url: "https://a.example/" });
  expect(await open.handlers["approvals.details"]({ id: card.id, callHash: "another" })).toBeNull();
});

const rule = {
  ...{ tool: "http.request", methods: ["GET"], host: "a.example", path: null, folder: null, recipient: null },
  ...{ amountMax: null, credential: null, exact: false, decide: "allow" as const, trusted: true, windowSeconds: null },
};

test("rules, credentials, auto mode and grants go to their parts, and the window hears of it", async () => {
  const credential = { name: "gh", secret: "keychain:gh", header: "X: {secret}", destinations: [], expiresOn: null };
  const stored = { ...credential, header: { name: "X", value: "{secret}" } };
  open.world.settings = { ...open.world.settings, credentials: [stored] };
  expect(await open.handlers["permissions.previewRule"]({ index: 2, rule })).toEqual({
    ok: true,
    text: "2 http.request",
  });
  expect(open.told).toEqual([]);
  await open.handlers["permissions.addRule"]({ rule });
  await open.handlers["permissions.changeRule"]({ index: 2, seen: rule, rule: { ...rule, decide: "deny" } });
  await open.handlers["permissions.removeRule"]({ index: 2, seen: rule });
  await open.handlers["permissions.setAutoMode"]({ on: true });
  await open.handlers["credentials.save"](credential);
  const line = null;
  expect(open.done).toEqual([
    ["addPermission", { ...rule, line }],
    ["changePermission", 2, { ...rule, line }, { ...rule, decide: "deny", line }],
    ["removePermission", 2, { ...rule, line }],
    ["setAutoMode", true],
    ["saveCredential", credential],
  ]);
  expect(open.told).toEqual(expect.arrayContaining(["settings", "permissions", "status"]));
  expect(await open.handlers["grants.revoke"]({ id: "g1" })).toMatchObject({ ok: false });
  expect(await open.handlers["grants.revoke"]({ id: null })).toEqual({ ok: true, sentence: "Revoked 2 grants." });
});

test("a removed credential's secret is forgotten, unless something else refers to it", async () => {
  const credential = { name: "gh", secret: "keychain:gh", header: { name: "X", value: "{secret}" }, destinations: [] };
  const source = { name: "s", kind: "token" as const, secret: "env:S", nextSecret: "keychain:gh", expiresOn: null };
  const settings = { ...open.world.settings, credentials: [{ ...credential, expiresOn: null }] };
  open.world.settings = {
    ...settings,
    sources: [{ ...source, identicalBodies: "twin", duringRun: "next", urgent: [] }],
  };
  await open.handlers["credentials.remove"]({ name: "gh", withRules: false });
  expect(open.done).toEqual([["removeCredential", "gh", false]]);
  open.world.settings = settings;
  const removed = await open.handlers["credentials.remove"]({ name: "gh", withRules: true });
  expect(removed.sentence).toContain("The secret gh is forgotten too.");
  expect(open.done.slice(1)).toEqual([
    ["removeCredential", "gh", true],
    ["forget", "gh"],
  ]);
});

test("a credential that is saved with another secret leaves none behind that nothing names", async () => {
  const kept = { name: "gh", header: { name: "X", value: "{secret}" }, destinations: [], expiresOn: null };
  open.world.settings = { ...open.world.settings, credentials: [{ ...kept, secret: "keychain:old" }] };
  const save = (secret: string) =>
    open.handlers["credentials.save"]({
      ...{ name: "gh", secret, header: "X: {secret}", destinations: ["https://a.example"], expiresOn: null },
    });
  await save("keychain:old");
  expect(open.done).toHaveLength(1);
  const saved = await save("env:GH");
  expect(saved.sentence).toContain("The secret old is forgotten too.");
  expect(open.done.at(-1)).toEqual(["forget", "old"]);
});

test("a credential that is saved and can't be used yet says so at once", async () => {
  open.world.flawed = { gh: "short" };
  const credential = { name: "gh", secret: "env:GH", header: "X: {secret}", destinations: [], expiresOn: null };
  expect(await open.handlers["credentials.save"](credential)).toMatchObject({
    ok: true,
    sentence: expect.stringMatching(/The credential gh can't be used: its secret env:GH, or what .* too short/),
  });
});

test("grants that the disk does not revoke are cut, and the window says what became of them", async () => {
  open.refuseDisk();
  expect(await open.handlers["grants.revoke"]({ id: null })).toMatchObject({
    ok: false,
    sentence: expect.stringMatching(/^The grant is cut off, but the disk did not take that down/),
  });
});

test("the switch says what is so, also when it could not be written down", async () => {
  expect(await open.handlers["outgoing.set"]({ off: true })).toMatchObject({ ok: true });
  expect(open.done).toEqual([["switch", true, "window"]]);
  expect((await open.handlers["status.get"](undefined)).outgoingOffSince).toBe(now);
  open.refuseDisk();
  const off = await open.handlers["outgoing.set"]({ off: true });
  expect(off).toMatchObject({ ok: false, sentence: expect.stringMatching(/^Outgoing is off now, but .*disk I\/O/) });
});
