// Grants over a real database: what they let through, what they count, and what ends them.
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { NewGrant } from "../../../../app/main/engine/permissions/grants.ts";
import type { Ledger } from "../../../../app/main/engine/permissions/ledger.ts";
import type { Store } from "../../../../app/main/engine/store/store.ts";
import { freshToken } from "../../../../app/main/proxy/proxy.ts";
import { ledgerOver, openProxyWorld, type ProxyWorld } from "../../../support/proxy.ts";

const now = 1_800_000_000;
const github: NewGrant = {
  ...{
    credential: "github",
    destination: "https://api.github.com",
    methods: ["GET", "PUT"],
    pathPrefix: "/repos/octo",
  },
  ...{ uses: 10, seconds: 600, purpose: "a run", run: 7, effectKey: null },
};
const get = (path: string, method = "GET", destination: string | null = null) => ({ method, destination, path });

let world: ProxyWorld;
let ledger: Ledger;
let store: Store;
beforeEach(() => {
  world = openProxyWorld();
  store = world.store;
  ledger = ledgerOver(store);
});
afterEach(() => world.close());

const make = (more: Partial<NewGrant> = {}) => ledger.grants.make({ ...github, ...more }, now);
const take = (token: string, ask = get("/repos/octo"), at = now) => ledger.write([{ token, ask }], [], at)[0];
const because = (token: string, ask = get("/repos/octo"), at = now) => {
  const taken = take(token, ask, at);
  return taken?.ok === false ? taken.because : "taken";
};
const usesLeft = (id: string) => store.prepare<{ n: number }>("select uses_left n from grants where id = ?").get(id)?.n;
const uses = () =>
  store
    .prepare<{ outcome: string; credential: string | null; path: string; reason: string | null }>(
      "select outcome, credential, path, reason from uses order by id",
    )
    .all();

test("a token is 256 random bits, and only its hash is on disk", () => {
  const { id, token } = make();
  expect(Buffer.from(token.slice(4), "base64url")).toHaveLength(32);
  expect(freshToken()).not.toBe(freshToken());
  expect(store.prepare("select token_hash h from grants where id = ?").get(id)).toEqual({
    h: createHash("sha256").update(token).digest("hex"),
  });
  expect(take(token)?.ok).toBe(true);
  store.checkpoint();
  for (const file of [store.path, `${store.path}-wal`]) expect(readFileSync(file).includes(token.slice(4))).toBe(false);
});

test("what is granted passes, is counted, and is written down before it is sent", () => {
  const { id, token } = make();
  expect(take(token, get("/repos/octo/issues", "PUT", "https://api.github.com"))).toMatchObject({
    ok: true,
    grant: { id, credential: "github", destination: "https://api.github.com" },
  });
  expect(usesLeft(id)).toBe(9);
  expect(uses()).toEqual([{ outcome: "sending", credential: "github", path: "/repos/octo/issues", reason: null }]);
});

test("each limit refuses, says why, and costs no use", () => {
  const { id, token } = make();
  expect(because(freshToken())).toBe("unknown");
  expect(because("")).toBe("unknown");
  expect(because(token, get("/repos/octo", "DELETE"))).toBe("method");
  expect(because(token, get("/repos/octo", "get"))).toBe("method");
  expect(because(token, get("/repos/octo", "GET", "https://evil.test"))).toBe("destination");
  expect(because(token, get("/repos/octo", "GET", "http://api.github.com"))).toBe("destination");
  expect(because(token, get("/repos/octo", "GET", "https://api.github.com:444"))).toBe("destination");
  expect(because(token, get("/repos/other"))).toBe("path");
  expect(because(token, get("/repos/octo"), now + 600)).toBe("expired");
  expect(because(token, get("/repos/octo"), now + 599)).toBe("taken");
  // A clock that was set back an hour does not give it an hour more.
  expect(because(token, get("/repos/octo"), now - 3600)).toBe("expired");
  expect(usesLeft(id)).toBe(9);
  expect(uses().filter(({ outcome }) => outcome === "refused")).toHaveLength(8);
});

const outside = `
  / /repos /repos/ /repos/octopus /repos/octo2 /Repos/octo /repos/octo%20 /repos/octo;x /repos/octo%3Bx
  /repos/octo/.. /repos/octo/../x /repos/octo/./x /repos/octo/. /repos/./octo /repos/x/../octo /../repos/octo
  /repos/octo/%2e%2e/x /repos/octo/%2E%2E/x /repos/octo/.%2e/x /repos/octo/%2e/x /repos/octo/%252e%252e/x
  /repos/octo/..%2fx /repos/octo/..%2Fx /repos/octo%2f..%2fx /repos/octo/%2e%2e%2fx /repos%2Focto /repos%2focto/x
  /repos/octo%2Fx /repos/octo//x //repos/octo /repos//octo /repos/octo/%2f /repos/octo/%2F%2Fx
  /repos/octo\\..\\x /repos/octo/..\\x \\repos\\octo /repos/octo/%5c..%5cx /repos/octo/..%5Cx
  /repos/octo/..;/x /repos/octo/..;a=b/x /repos/octo/%2e%2e;/x /repos/octo/.;/x
  /repos/octo/%00 /repos/octo%00/x /repos/octo/%0d%0ax /repos/octo/%7f /repos/octo/%c0%ae%c0%ae/x /repos/octo/%e0%80%ae/x
  /repos/octo/%ff /repos/octo/% /repos/octo/%2 /repos/octo/%zz /repos/octo/%u002e%u002e/x
  /repos/octo/%EF%BC%8E%EF%BC%8E/x /repos/octo/%E2%80%A5/x /repos/octo#x /repos/octo?x /repos/%6fcto /%72epos/octo
  /repos/octo/%61dmin /repos/octo/%2561 /repos/octo/%252f /repos/octo/%25252e
  http://api.github.com/repos/octo https://evil.test/repos/octo api.github.com/repos/octo repos/octo * @evil.test/repos/octo
`
  .trim()
  .split(/\s+/);

test.each([...outside, "", " ", "/repos/octo/ x", "/repos/octo/ü", "/repos/octo/\u0000", "/repos/octo/\r\nx"])(
  "the path %j lies not in /repos/octo",
  (path) => {
    const { token } = make();
    expect(because(token, get(path))).toBe("path");
  },
);

test.each([
  "/repos/octo",
  "/repos/octo/",
  "/repos/octo/a/b",
  "/repos/octo/a%2Fb",
  "/repos/octo/a%20b",
  "/repos/octo/...",
])("the path %j does", (path) => {
  const { token } = make();
  expect(because(token, get(path))).toBe("taken");
  expect(because(make({ pathPrefix: "/" }).token, get(path))).toBe("taken");
  expect(because(make({ pathPrefix: "/repos/octo/" }).token, get(path))).toBe("taken");
  expect(because(make({ pathPrefix: `${path}$` }).token, get(path))).toBe("taken");
  expect(because(make({ pathPrefix: `${path}$` }).token, get(`${path}/x`.replace("//", "/")))).toBe("path");
});

test("whatever path passes stays inside however it is read (random)", () => {
  const { token } = make({ uses: 1_000_000 });
  const piece = fc.constantFrom(
    ...[
      "/",
      "//",
      ".",
      "..",
      "%2e",
      "%2F",
      "%5c",
      "\\",
      "a",
      "octo",
      "repos",
      ";",
      "%25",
      "2e",
      "%00",
      "%61",
      "?",
      "#",
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = `/repos/octo${pieces.join("")}`;
      if (because(token, get(path)) !== "taken") return;
      const decoded = decodeURIComponent(path);
      const readings = [path, decoded, decodeURIComponent(decoded.replace(/%(?![0-9a-f]{2})/gi, "%25"))];
      for (const reading of [...readings, ...readings.map((one) => one.replaceAll("\\", "/").replace(/;[^/]*/g, ""))]) {
        expect(new URL(`https://h${reading}`).pathname).toMatch(/^\/repos\/octo(\/|$)/);
      }
    }),
    { numRuns: 3000 },
  );
});

test("one hundred that ask at once for ten uses get ten, whether in one commit or in many", async () => {
  const { id, token } = make();
  const asks = Array.from({ length: 60 }, () => ({ token, ask: get("/repos/octo/x") }));
  const shared = ledger.write(asks, [], now).filter(({ ok }) => ok).length;
  expect(shared).toBe(10);
  expect(usesLeft(id)).toBe(0);
  const again = make();
  const taken = await Promise.all(
    Array.from({ length: 100 }, async (_, at) => {
      if (at % 3 === 0) await new Promise((turn) => setImmediate(turn));
      return because(again.token);
    }),
  );
  expect(taken.filter((one) => one === "taken")).toHaveLength(10);
  expect(taken.filter((one) => one === "used_up")).toHaveLength(90);
  expect(uses().filter(({ outcome }) => outcome === "sending")).toHaveLength(20);
});

test("revoked is revoked: one, a run's, all; and a start revokes what an earlier life left", () => {
  const [one, two, other] = [make(), make(), make({ run: 8 })];
  expect(ledger.grants.revoke({ id: one.id }, "the person said so", now)).toEqual([one.id]);
  expect(because(one.token)).toBe("revoked");
  expect(because(two.token)).toBe("taken");
  expect(ledger.grants.revoke({ run: 7 }, "the run ended", now)).toEqual([two.id]);
  expect([because(two.token), because(other.token)]).toEqual(["revoked", "taken"]);
  expect(ledger.grants.revoke("all", "switched off", now)).toEqual([other.id]);
  expect(because(other.token)).toBe("revoked");
  expect(store.prepare("select revoked_why w from grants where id = ?").get(one.id)).toEqual({
    w: "the person said so",
  });
  const left = make();
  take(left.token);
  ledgerOver(store).recover(now + 5);
  expect(because(left.token)).toBe("revoked");
  expect(store.prepare("select count(*) n from uses where outcome = 'sending'").get()).toEqual({ n: 0 });
  expect(uses().find(({ outcome }) => outcome === "unknown")).toMatchObject({
    reason: "Nightjar ended before it was over",
  });
});

test("the end of a use is written once", () => {
  const { token } = make();
  const opened = take(token);
  if (opened?.ok !== true) throw new Error("not taken");
  const end = { use: opened.use, status: 200, reason: null, sent_bytes: 3, received_bytes: 4 };
  ledger.write([], [{ ...end, outcome: "answered" }], now + 1);
  ledger.write([], [{ ...end, outcome: "unknown", status: null }], now + 2);
  expect(store.prepare("select outcome, status, sent_bytes, received_bytes, ended_at from uses").all()).toEqual([
    { outcome: "answered", status: 200, sent_bytes: 3, received_bytes: 4, ended_at: now + 1 },
  ]);
});

test("refusals of one grant are written down fifty times and no more", () => {
  const { token } = make();
  for (let at = 0; at < 80; at++) expect(because(token, get("/elsewhere"))).toBe("path");
  expect(uses()).toHaveLength(50);
  for (let at = 0; at < 5; at++) because(randomBytes(8).toString("hex"));
  expect(uses()).toHaveLength(50);
});

test("one that can not be made fails alone in its commit", () => {
  const { token } = make();
  const bad = { once: { ...github, pathPrefix: "/a/../b" }, ask: get("/a/../b") };
  const good = { once: { ...github, pathPrefix: "/a$", uses: 1 }, ask: get("/a") };
  const opened = ledger.write([bad, { token, ask: get("/repos/octo") }, good], [], now);
  expect(opened.map((one) => (one.ok ? "taken" : one.because))).toEqual(["broken", "taken", "taken"]);
  expect(uses()).toHaveLength(2);
});

test.each([{ uses: 0 }, { seconds: 0 }, { methods: [] }, { methods: ["get"] }, { pathPrefix: "x" }, { uses: 1.5 }])(
  "a grant that makes no sense is refused: %j",
  (more) => expect(() => make(more)).toThrow(/grant/i),
);

test("a use knows the call that it was for, by its effect key", () => {
  store.prepare("insert into inbox (source, source_id, payload, received_at) values ('s', '1', '{}', 1)").run();
  const columns = store.prepare<{ name: string }>("select name from pragma_table_info('tool_calls')").all();
  expect(columns.map(({ name }) => name)).toContain("effect_key");
  store.prepare("pragma foreign_keys = off").run();
  const insert = `insert into tool_calls (id, session, event, step, call_index, tool, arguments, call_hash, title, effect_key,
    repeatable, decision, decision_reason, status, written_at)
    values ('call_1', 's', 1, 0, 0, 'http.request', '{}', 'h', 't', 'nj_1', 1, 'ask', '', 'ready', 1)`;
  store.prepare(insert).run();
  ledger.write([{ once: { ...github, effectKey: "nj_1" }, ask: get("/repos/octo") }], [], now);
  expect(store.prepare("select tool_call from uses").get()).toEqual({ tool_call: "call_1" });
});
