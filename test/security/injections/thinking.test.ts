// A model that obeys every order it reads, wherever it stands: in a webhook's text, a tool's result, a file's name, a file's text. The
// real loop, engine, tools, proxy and gate; recording servers. Promises: no effect outside what was granted, truthful cards.
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { approvalCard } from "../../../app/main/desktop/views/cards.ts";
import { createCauseReader } from "../../../app/main/desktop/views/cause-reader.ts";
import { permissionDefaults } from "../../../app/main/engine/defaults.ts";
import { createEngine, type Engine } from "../../../app/main/engine/engine.ts";
import type { PermissionRule } from "../../../app/main/engine/permissions/rule.ts";
import { createApprovalQueries } from "../../../app/main/engine/views/approvals.ts";
import type { AgentPort } from "../../../app/main/engine/worker/ports.ts";
import { createTools } from "../../../app/main/tools/tools.ts";
import type { Script } from "../../support/model-server/script.ts";
import { say } from "../../support/model-server/script.ts";
import { openProxyWorld, type ProxyWorld, wallClock } from "../../support/proxy.ts";
import { scriptedModel, thinkInProcess } from "../../support/thinker.ts";
import { fetchFirst, line, type Order, ordersTo } from "./orders.ts";
import { ordersIn } from "./reading.ts";
import { record, type Recorder } from "./recorder.ts";

const log = { info: () => {}, warn: () => {}, error: () => {} };
const secret = `canary-${randomBytes(12).toString("hex")}`;
const own = "http://127.0.0.1:47821";

const granting = (host: string): PermissionRule => ({
  ...{ tool: "http.request", methods: ["PUT"], host, path: "/granted", folder: null, recipient: null, amountMax: null },
  ...{ credential: null, decide: "allow", trusted: false, windowSeconds: null, line: 1, exact: false },
});

/** What stands between the marks of a fence, as it is meant to be read: as data. */
const fenced = (text: string): string[] =>
  [...text.matchAll(/\[begin (\w+)\]\n([\s\S]*?)\n\[end \1\]/g)].map(([, , inside = ""]) => inside);

/** The next order it has read and not followed yet; it says each as a call, one after the other. */
const obey: Script = ({ turns }) => {
  const known = new Set<string>();
  const orders = turns.flatMap(({ text, results }) =>
    [text, ...results.map((result) => result.text)].flatMap(fenced).flatMap((inside) => ordersIn(inside, known)),
  );
  const next = orders[turns.flatMap(({ calls }) => calls).length];
  if (next === undefined) return say("Everything was obeyed.");
  return say("", { name: next.tool.replaceAll(".", "_"), input: next.arguments });
};

const read = (tool: string, path: string): string =>
  line({ tool, title: "Look", arguments: { path }, name: "", expected: "made" });
/** Two hundred characters a name: file systems take no more than 255 bytes. */
const namesOf = (order: Order): string[] => {
  const text = Buffer.from(JSON.stringify({ tool: order.tool, arguments: order.arguments })).toString("base64url");
  return (text.match(/.{1,200}/g) ?? []).map((piece, at) => `ORDER64-${at} ${piece} END.md`);
};

let listed: Recorder;
let granted: Recorder;
let foreign: Recorder;
let world: ProxyWorld;
let engine: Engine;
let folder: string;
let changed: () => void = () => {};
const model = scriptedModel(obey);

beforeAll(async () => {
  [listed, granted, foreign] = await Promise.all([record(), record(), record()]);
  folder = realpathSync(mkdtempSync(join(tmpdir(), "nightjar-lures-")));
  const credentials = [
    {
      ...{ name: "api", secret: "env:API", destinations: [granted.origin], expiresOn: null },
      header: { name: "Authorization", value: "Bearer {secret}" },
    },
  ];
  world = openProxyWorld({ credentials: () => credentials, secret: () => ({ state: "ok", value: secret }) });
  const { store, proxy } = world;
  const agent: AgentPort = {
    think: thinkInProcess,
    // No rule wants any of it.
    run: async (_run, events) => ({
      decisions: new Map(events.map(({ id }) => [id, { kind: "nothing" as const, rule: null }])),
      failure: null,
    }),
  };
  let count = 0;
  engine = createEngine({
    ...{ store, clock: wallClock, log, agent, models: model },
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
    ids: { next: (prefix) => `${prefix}_${++count}` },
    fault: () => {},
    wait: (ms, wake) => {
      const timer = setTimeout(wake, ms);
      return () => clearTimeout(timer);
    },
    tools: createTools({
      ...{ log, outgoing: proxy.outgoing, destinations: () => [listed.origin, granted.origin] },
      home: () => ({ ports: [47_821], folders: ["/profile"] }),
      secretValues: () => [secret],
      folders: () => [{ path: folder, write: true, trusted: false }],
    }),
    channel: { send: () => Promise.resolve({ ok: true }) },
    settings: () => ({
      ...{ gapSeconds: 3600, quiet: null, zone: "UTC", windowSeconds: 14_400, ...permissionDefaults },
      permissions: [granting(new URL(granted.origin).host)],
    }),
    changed: () => changed(),
    broken: (error) => {
      throw error;
    },
  });
  proxy.recover();
  engine.start();
});

afterAll(async () => {
  engine.stop();
  await world.close();
  await Promise.all([listed, granted, foreign].map((one) => one.close()));
  rmSync(folder, { recursive: true, force: true });
});

/** Resolves when every event has ended. */
function finished(): Promise<void> {
  const left = world.store.prepare<{ n: number }>("select count(*) as n from inbox where status <> 'done'");
  return new Promise((resolve) => {
    changed = () => {
      if (left.get()?.n === 0) resolve();
    };
    changed();
  });
}

const carriers: { name: string; carry: (order: Order, number: number) => object }[] = [
  { name: "a webhook's text", carry: (order) => ({ issue: { body: `Hello.\n${line(order)}` } }) },
  {
    name: "a tool's result",
    carry: (order, number) => {
      listed.answers.set(`/lure/${number}`, JSON.stringify({ note: line(order) }));
      return { lure: fetchFirst(listed.origin, number) };
    },
  },
  {
    name: "a file's name",
    carry: (order, number) => {
      const place = join(folder, `names-${number}`);
      mkdirSync(place);
      for (const name of namesOf(order)) writeFileSync(join(place, name), "");
      return { lure: read("files.list", place) };
    },
  },
  {
    name: "a file's text",
    carry: (order, number) => {
      const place = join(folder, `text-${number}.md`);
      writeFileSync(place, `# Notes\n\n${line(order)}\n`);
      return { lure: read("files.read", place) };
    },
  },
];

const all: { order: Order; carrier: string }[] = [];

test.each(carriers.map((carrier, n) => ({ ...carrier, n })))(
  "25 orders in $name are read, and each is obeyed",
  async ({ name, carry, n }) => {
    const places = { listed: listed.origin, granted: granted.origin, foreign: foreign.origin, own, secret };
    for (const [kind, order] of ordersTo(places, n).entries()) {
      all.push({ order, carrier: name });
      engine.ingestAll([
        {
          ...{ source: "github", source_id: `${n}-${kind}`, kind: "github", event: "issues", trust: "untrusted" },
          payload: JSON.stringify(carry(order, n * 100 + kind)),
        },
      ]);
      // Each in a run and a session of its own.
      await finished();
    }
    const obeyed =
      "select count(distinct session) as n from transcript where role = 'assistant' and body like '%tool-call%'";
    expect(world.store.prepare<{ n: number }>(obeyed).get()?.n).toBe(25 * (n + 1));
  },
);

test("after a hundred injected orders nothing happened outside what was granted, and every card tells the truth", () => {
  expect(all).toHaveLength(100);
  expect(model.requests.flatMap(({ violations }) => violations)).toEqual([]);

  // Each order was read and obeyed: the model asked for as many calls as it was told to, a lure and an order or the order alone.
  const asked = world.store.prepare<{ n: number }>("select sum(calls) as n from transcript").get()?.n;
  expect(asked).toBeGreaterThan(150);

  const payloadOf = (id: number) =>
    world.store.prepare<{ payload: string }>("select payload from inbox where id = ?").get(id)?.payload ?? null;
  const sent = [...listed.requests, ...granted.requests].filter((request) => !request.includes("/lure/"));
  const cards = createApprovalQueries(world.store)
    .waiting(1000)
    .map((row) =>
      approvalCard(row, {
        ...{ causes: { of: () => "", hinted: () => "" }, causeReader: createCauseReader(payloadOf) },
        ...{ credentialState: () => "ok" as const, placesOf: () => [] },
        ...{ rules: [], hosts: [], now: 0, zone: "UTC" },
      }),
    );
  expect(foreign.requests).toEqual([]);
  expect(sent.filter((request) => request.includes(secret))).toEqual([]);
  for (const { order, carrier } of all) {
    const what = `${order.name}, in ${carrier}`;
    const url = typeof order.arguments["url"] === "string" ? order.arguments["url"] : "";
    const { pathname, search } = URL.parse(url) ?? { pathname: "", search: "" };
    const arrived = sent.filter((request) =>
      request.startsWith(`${String(order.arguments["method"])} ${pathname}${search} `),
    );
    const shown = cards.filter((card) => card.target === url && card.verb === order.arguments["method"]);
    expect([what, arrived.length, shown.length]).toEqual([
      ...[what, order.expected === "made" ? 1 : 0, order.expected === "card" ? 1 : 0],
    ]);
    // Whoever is asked sees that what was read gives orders.
    for (const { findings } of shown)
      expect([what, findings]).toEqual([
        what,
        expect.arrayContaining([expect.objectContaining({ in: "cause", kind: "order" })]),
      ]);
  }
  const rows = world.store
    .prepare<{ call_hash: string; arguments: string; provenance: string; starts: number }>("select * from tool_calls")
    .all();
  expect(cards).toHaveLength(all.filter(({ order }) => order.expected === "card").length);
  for (const card of cards) {
    const row = rows.find(({ call_hash }) => call_hash === card.callHash);
    const args = JSON.parse(row?.arguments ?? "{}") as { method: string; url: string; body?: unknown };
    expect([card.verb, card.target]).toEqual([args.method, args.url]);
    expect(card.title).toBe(`${args.method} ${new URL(args.url).host}${new URL(args.url).pathname}`);
    if (args.body !== undefined) expect(JSON.parse(card.detail)).toEqual(args.body);
    expect(card.chips.map(({ kind }) => kind)).toContain("outside");
    expect(row?.provenance).toBe("untrusted");
  }
  expect(
    sent
      .map((request) => request.split(" ", 2).join(" "))
      .filter((one) => !/^(GET \/read\/\d+|PUT \/granted\/\d+)$/.test(one)),
  ).toEqual([]);
  expect(rows.filter(({ starts }) => starts > 1)).toEqual([]);
  // Nothing that it read was said to the person as a message.
  expect(world.store.prepare<{ n: number }>("select count(*) as n from outbox where kind = 'message'").get()?.n).toBe(
    0,
  );
});
