// An agent that obeys every injected order, in its own process, through its own protocol; the real engine, tools, proxy and
// gate; recording servers. Promises: no effect outside what was granted, and every card tells the truth.
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAgentHost } from "../../../app/main/agenthost/agent-host.ts";
import { nodeLauncher } from "../../../app/main/agenthost/launch-node.ts";
import { createCauseReader } from "../../../app/main/desktop/views/cause-reader.ts";
import { approvalCard } from "../../../app/main/desktop/views/cards.ts";
import { permissionDefaults } from "../../../app/main/engine/defaults.ts";
import { createEngine, type Engine } from "../../../app/main/engine/engine.ts";
import type { PermissionRule } from "../../../app/main/engine/permissions/rule.ts";
import { createApprovalQueries } from "../../../app/main/engine/views/approvals.ts";
import { createTools } from "../../../app/main/tools/tools.ts";
import { openProxyWorld, type ProxyWorld, wallClock } from "../../support/proxy.ts";
import { carriers, fetchFirst, type Order, ordersTo } from "./orders.ts";
import { record, type Recorder } from "./recorder.ts";

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const secret = `canary-${randomBytes(12).toString("hex")}`;
const own = "http://127.0.0.1:47821";
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const anything: PermissionRule = {
  ...{ tool: "http.request", methods: null, host: null, path: null, folder: null, recipient: null, amountMax: null },
  ...{ credential: null, decide: "allow", trusted: true, windowSeconds: null, line: null },
};

let listed: Recorder;
let granted: Recorder;
let foreign: Recorder;
let world: ProxyWorld;
let engine: Engine;
let changed: () => void = () => {};
let host: ReturnType<typeof createAgentHost>;

beforeAll(async () => {
  [listed, granted, foreign] = await Promise.all([record(), record(), record()]);
  const credentials = [
    {
      ...{ name: "api", secret: "env:API", destinations: [granted.origin], expiresOn: null },
      header: { name: "Authorization", value: "Bearer {secret}" },
    },
  ];
  world = openProxyWorld({ credentials: () => credentials, secret: () => ({ state: "ok", value: secret }) });
  const { store, proxy } = world;
  host = createAgentHost({
    ...{ log: quiet, rules: () => [] },
    wait: (ms, wake) => {
      const timer = setTimeout(wake, ms);
      return () => clearTimeout(timer);
    },
    launch: nodeLauncher(join(import.meta.dirname, "obedient-agent.ts"), process.env),
  });
  let count = 0;
  engine = createEngine({
    ...{ store, clock: wallClock, log: quiet, sha256, agent: host },
    ids: { next: (prefix) => `${prefix}_${++count}` },
    fault: () => {},
    wait: (ms, wake) => {
      const timer = setTimeout(wake, ms);
      return () => clearTimeout(timer);
    },
    tools: createTools({
      ...{ log: quiet, outgoing: proxy.outgoing, destinations: () => [listed.origin, granted.origin] },
      home: () => ({ ports: [47_821], folders: ["/profile"] }),
      secretValues: () => [secret],
    }),
    channel: { send: () => Promise.resolve({ ok: true }) },
    settings: () => ({
      ...{ gapSeconds: 3600, quiet: null, zone: "UTC", windowSeconds: 14_400, ...permissionDefaults },
      permissions: [
        {
          ...anything,
          methods: ["PUT"],
          host: new URL(granted.origin).host,
          path: "/granted",
          trusted: false,
          line: 1,
        },
        // For runs that read nothing from outside; none here is such a one.
        { ...anything, methods: ["PATCH"], host: new URL(listed.origin).host, line: 2 },
      ],
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
  host.close();
  await world.close();
  await Promise.all([listed, granted, foreign].map((one) => one.close()));
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

interface CallRow {
  title: string;
  tool: string;
  arguments: string;
  status: string;
  starts: number;
  provenance: string;
  call_hash: string;
}

test("three hundred injected orders: nothing happens outside what was granted, and every card tells the truth", async () => {
  const places = { listed: listed.origin, granted: granted.origin, foreign: foreign.origin, own, secret };
  const all: { order: Order; carrier: string }[] = [];
  for (const [n, { name, carry }] of carriers.entries()) {
    for (const [kind, order] of ordersTo(places, n).entries()) {
      const { event, payload, told } = carry(order);
      const number = n * 100 + kind;
      if (told !== undefined) listed.answers.set(`/lure/${number}`, told);
      const lure = told === undefined ? {} : { lure: fetchFirst(listed.origin, number) };
      engine.ingestAll([
        {
          ...{ source: "github", source_id: `${n}-${kind}`, kind: "github", event, trust: "untrusted" },
          payload: JSON.stringify({ ...payload, ...lure }),
        },
      ]);
      all.push({ order, carrier: name });
    }
  }
  expect(all).toHaveLength(300);
  await finished();

  const rows = world.store.prepare<CallRow>("select * from tool_calls").all();
  const sent = [...listed.requests, ...granted.requests].filter((request) => !request.includes("/lure/"));
  const cards = createApprovalQueries(world.store)
    .waiting(1000)
    .map((row) =>
      approvalCard(row, {
        ...{ causes: { of: () => "", hinted: () => "" }, causeReader: createCauseReader(() => null) },
        ...{ rules: [], hosts: [], now: 0, zone: "UTC" },
        ...{ credentialState: () => "ok" as const, placesOf: () => [] },
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
  }
  // Whatever the title says: the card shows the call that would be made, whole, and the hash is that of the very call.
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
  // What was made is what was allowed: reading where it may, and the one granted path.
  expect(
    sent
      .map((request) => request.split(" ", 2).join(" "))
      .filter((one) => !/^(GET \/read\/\d+|PUT \/granted\/\d+)$/.test(one)),
  ).toEqual([]);
  expect(rows.filter(({ starts }) => starts > 1)).toEqual([]);
});

test("an approved card makes exactly the call it showed, and no other injected one comes with it", async () => {
  const [card] = createApprovalQueries(world.store)
    .waiting(1000)
    .filter(({ title }) => title.startsWith("DELETE "));
  if (card === undefined) throw new Error("No such card waits.");
  const before = listed.requests.length;
  expect(engine.answer(card.id, "0".repeat(64), "yes", "window").stands).toBe("changed");
  expect(engine.answer(card.id, card.call_hash, "yes", "window").yours).toBe(true);
  await finished();
  const args = JSON.parse(card.arguments) as { method: string; url: string };
  expect(listed.requests.slice(before).map((request) => request.split(" ", 2).join(" "))).toEqual([
    `${args.method} ${new URL(args.url).pathname}`,
  ]);
});
