// The contract of `POST /hooks/<source name>` over real HTTP and a real database: each answer, and what is on disk with it.
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  githubHeaders,
  type Headers,
  openRig,
  post,
  type Rig,
  source,
  standardHeaders,
  start,
  tokenSecret,
} from "./rig.ts";

let rig: Rig;
beforeEach(async () => {
  rig = await openRig();
});
afterEach(() => rig.close());

const body = '{"zen":"quiet","type":"a.b"}';
const bearer = { authorization: `Bearer ${tokenSecret}` };
const send = (name: string, headers: Headers, text: string | Buffer = body) =>
  post(rig.port, `/hooks/${name}`, headers, text);
const brief = ({ status, text }: { status: number; text: string }) => [status, text];

test("a new event: 202 and a row that holds what was sent", async () => {
  expect(brief(await send("github", githubHeaders(body, "d-1", "push")))).toEqual([202, '{"stored":true}']);
  expect(rig.rows()).toMatchObject([
    {
      source: "github",
      source_id: "d-1",
      event: "push",
      kind: "github",
      payload: body,
      status: "pending",
      trust: "untrusted",
    },
  ]);
  expect(rig.rows()[0]?.received_at).toBe(start);
});

test("each kind has its key and its name", async () => {
  await send("std", standardHeaders(body, "msg_1", start));
  await send("std", standardHeaders(body, "msg_2", start, "svix"));
  await send("shell", { ...bearer, "idempotency-key": "k-1", "x-event": "backup" });
  await send("shell", bearer);
  await send("shell", bearer);
  const keys = rig.rows().map((row) => [row.source, row.source_id, row.event, row.body_hash]);
  expect(keys).toEqual([
    ["std", "msg_1", "a.b", null],
    ["std", "msg_2", "a.b", null],
    ["shell", "k-1", "backup", null],
    ["shell", "in_1", null, null],
    ["shell", "in_2", null, null],
  ]);
});

test("what a source calls urgent stands before what came earlier; by its name, or all of it", async () => {
  rig.change({}, [
    { ...source("shell", "token", "env:TOKEN"), urgent: ["incident"] },
    { ...source("std", "standard-webhooks", "env:STD"), urgent: ["*"] },
  ]);
  await send("shell", { ...bearer, "x-event": "backup" });
  await send("shell", bearer);
  await send("shell", { ...bearer, "x-event": "incident" });
  await send("std", standardHeaders(body, "msg_1", start));
  const stored = rig.store.prepare<{ event: string; priority: number }>(
    "select event, priority from inbox order by id",
  );
  expect(stored.all().map(({ event, priority }) => [event, priority > 0])).toEqual([
    ["backup", false],
    [null, false],
    ["incident", true],
    ["a.b", true],
  ]);
});

test("a repeat: 200, counted, one row", async () => {
  const headers = githubHeaders(body, "d-1");
  await send("github", headers);
  expect(brief(await send("github", headers))).toEqual([200, '{"stored":false,"duplicate":true}']);
  expect(rig.rows()).toMatchObject([{ redelivered: 1 }]);
});

test("GitHub's body under a new unsigned id: a twin, 200 in the words of a repeat; run when the source says so", async () => {
  await send("github", githubHeaders(body, "d-1"));
  expect(brief(await send("github", githubHeaders(body, "d-2", "push")))).toEqual([
    200,
    '{"stored":false,"duplicate":true}',
  ]);
  expect(rig.rows()).toMatchObject([{ status: "pending" }, { status: "done", outcome: "twin", source_id: "d-2" }]);
  rig.change({}, [{ ...source("github", "github", "env:GITHUB"), identicalBodies: "run" }]);
  expect((await send("github", githubHeaders(body, "d-3"))).status).toBe(202);
});

test("a repeat of a dead one revives it: 202", async () => {
  const headers = githubHeaders(body, "d-1");
  await send("github", headers);
  rig.store.prepare("update inbox set status = 'dead', attempts = 3, outcome = 'dead'").run();
  expect(brief(await send("github", headers))).toEqual([202, '{"stored":false,"revived":true}']);
  expect(rig.rows()).toMatchObject([{ status: "pending", attempts: 0 }]);
});

test("an unknown source and a bad signature: 401, the same to the byte", async () => {
  const bad = { ...githubHeaders(body, "d-1"), "x-hub-signature-256": `sha256=${"0".repeat(64)}` };
  const { date: _one, ...known } = (await send("github", bad)).headers;
  const { date: _two, ...unknown } = (await send("nothing-here", bad)).headers;
  expect(unknown).toEqual(known);
  const texts = new Set<string>();
  for (const name of [
    "github",
    "std",
    "shell",
    "nobody",
    "Git%68ub",
    "git%00hub",
    "%",
    "chat",
    "timer",
    "__proto__",
    "constructor",
  ]) {
    const answer = await send(name, bad);
    expect([name, answer.status]).toEqual([name, 401]);
    texts.add(answer.text);
  }
  expect(texts.size).toBe(1);
  expect(rig.rows()).toEqual([]);
});

test("a source whose secret is missing, empty or unreadable: that 401, and Settings says why", async () => {
  const wordings = new Set<string>();
  for (const state of ["missing", "empty", "unreadable"] as const) {
    rig.secrets["env:GITHUB"] = { state };
    wordings.add(JSON.stringify(brief(await send("github", githubHeaders(body, "d-1", "ping", "")))));
    expect(rig.listener.status().sources.get("github")?.lastRefusal).toContain("env:GITHUB");
  }
  rig.secrets["env:GITHUB"] = { state: "ok", value: "" };
  rig.secrets["env:TOKEN"] = { state: "ok", value: "" };
  rig.secrets["env:STD"] = { state: "ok", value: "whsec_" };
  wordings.add(JSON.stringify(brief(await send("github", githubHeaders(body, "d-1", "ping", "")))));
  wordings.add(JSON.stringify(brief(await send("shell", { authorization: "Bearer " }))));
  const emptyKey = createHmac("sha256", "").update(`m.${start}.${body}`).digest("base64");
  const forged = { "webhook-id": "m", "webhook-timestamp": `${start}`, "webhook-signature": `v1,${emptyKey}` };
  wordings.add(JSON.stringify(brief(await send("std", forged))));
  wordings.add(JSON.stringify(brief(await send("nobody", bearer))));
  expect([...wordings]).toHaveLength(1);
  expect(rig.listener.status().sources.get("std")?.lastRefusal).toContain("base64");
  expect(rig.rows()).toEqual([]);
});

test("a right signature 301 seconds away: 401, the clock looks wrong, until one is right", async () => {
  expect((await send("std", standardHeaders(body, "msg_1", start - 301))).status).toBe(401);
  expect(rig.listener.status().clockLooksWrong).toBe(true);
  expect(rig.listener.status().sources.get("std")?.lastRefusal).toContain("301 seconds behind");
  expect((await send("std", standardHeaders(body, "msg_1", start + 301))).status).toBe(401);
  expect((await send("std", standardHeaders(body, "msg_1", start + 300))).status).toBe(202);
  expect(rig.listener.status().clockLooksWrong).toBe(false);
});

test("a signed body that is not JSON in UTF-8: 400 and no row; the next good one is taken", async () => {
  const junk = [
    "",
    " ",
    "{",
    "{}x",
    "undefined",
    "zen=1",
    '{"a":"\u0000"}',
    "{'a':1}",
    Buffer.from([0x22, 0xff, 0xfe, 0x22]),
  ];
  for (const text of junk) expect((await send("github", githubHeaders(text, "d-1"), text)).status).toBe(400);
  expect(rig.rows()).toEqual([]);
  expect((await send("github", githubHeaders(body, "d-1"))).status).toBe(202);
});

test("what is JSON in UTF-8 is kept as text, to the character", async () => {
  const texts = [
    '{ "a":\t1e400, "é": "🦉\\u0000\\ud800" }',
    "[]",
    "null",
    '"x"',
    "12345678901234567890",
    '{"__proto__":1,"a":1,"a":2}',
  ];
  for (const [at, text] of texts.entries()) await send("github", githubHeaders(text, `d-${at}`), text);
  await send("github", githubHeaders("\ufeff[1]", "d-bom"), "\ufeff[1]");
  expect(rig.rows().map(({ payload }) => payload)).toEqual([...texts, "[1]"]);
});

test("a malformed id of a proven delivery: 400, with a reason of ours alone", async () => {
  const withoutId: Headers = { "x-hub-signature-256": githubHeaders(body, "")["x-hub-signature-256"] ?? "" };
  for (const headers of [
    withoutId,
    githubHeaders(body, ""),
    githubHeaders(body, "a b"),
    githubHeaders(body, "x".repeat(256)),
  ]) {
    expect((await send("github", headers)).status).toBe(400);
  }
  expect((await send("std", standardHeaders(body, "msg.1", start))).status).toBe(400);
  expect((await send("shell", { ...bearer, "idempotency-key": "a b" })).status).toBe(400);
  expect(rig.rows()).toEqual([]);
  // An unproven one learns nothing from its id.
  expect((await send("std", { ...standardHeaders(body, "msg.1", start), "webhook-signature": "v1,x" })).status).toBe(
    401,
  );
});

test("the gates answer over HTTP, with a sentence, and leave no row", async () => {
  const good = githubHeaders(body, "d-1");
  const cases: [number, Headers][] = [
    [403, { ...good, host: "evil.example" }],
    [403, { ...good, origin: `http://127.0.0.1:${rig.port}` }],
    [415, { ...good, "content-type": "application/x-www-form-urlencoded" }],
    [415, { ...good, "content-encoding": "gzip" }],
  ];
  for (const [status, headers] of cases) {
    const answer = await send("github", headers);
    expect([answer.status, answer.headers["content-type"]]).toEqual([status, "application/json; charset=utf-8"]);
    expect(typeof (JSON.parse(answer.text) as { error: unknown }).error).toBe("string");
  }
  expect((await post(rig.port, "/", good, body)).status).toBe(404);
  expect(rig.rows()).toEqual([]);
  expect(rig.listener.status().sources.get("github")).toMatchObject({
    refusedToday: 4,
    lastRefusal: expect.any(String),
  });
  rig.change({ hosts: ["evil.example"] });
  expect((await send("github", { ...good, host: "evil.example" })).status).toBe(202);
});

test("too large, declared and chunked: 413 that the sender can read, exactly from the limit on", async () => {
  rig.change({ maxBodyBytes: 1000 });
  const of = (length: number) => Buffer.from(`"${"x".repeat(length - 2)}"`);
  for (const length of [1001, 3_000_000]) {
    const text = of(length);
    expect((await send("github", githubHeaders(text, "d-1"), text)).status).toBe(413);
    const parts = [text.subarray(0, 999), text.subarray(999)];
    expect((await post(rig.port, "/hooks/github", githubHeaders(text, "d-1"), parts)).status).toBe(413);
  }
  expect(rig.rows()).toEqual([]);
  expect((await send("github", githubHeaders(of(1000), "d-1"), of(1000))).status).toBe(202);
});

test("429 only to bad signatures, from the 20th a minute; good ones pass all the while", async () => {
  const bad = { authorization: "Bearer wrong" };
  const statuses: number[] = [];
  for (let at = 0; at < 25; at++) {
    statuses.push((await send(at % 2 === 0 ? "shell" : "nobody", bad)).status);
    expect((await send("shell", bearer)).status).toBe(202);
  }
  expect(statuses).toEqual([...Array(19).fill(401), ...Array(6).fill(429)]);
  expect((await send("std", standardHeaders(body, "m", start - 999))).status).toBe(401);
  rig.clock.ms += 61_000;
  expect((await send("shell", bad)).status).toBe(401);
});

test("no secret, signature or body reaches the log or the status", async () => {
  await send("github", githubHeaders(body, "d-1"));
  await send("shell", { authorization: "Bearer guess-77" });
  await send("std", standardHeaders(body, "msg_1", start - 999));
  const told = JSON.stringify([rig.log, [...rig.listener.status().sources]]);
  for (const private_ of ["quiet", "guess-77", tokenSecret, "Everybody", "MfKQ9r8", "sha256=", "v1,"])
    expect(told).not.toContain(private_);
  expect(rig.log.length).toBeGreaterThan(3);
});
