// The audit's commits: shared, before anything is sent, and what a failing disk means for those in it.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Closing, Ledger, Opening } from "../../../app/main/engine/permissions/ledger.ts";
import { createAudit } from "../../../app/main/proxy/audit.ts";
import { ledgerOver, openProxyWorld, type ProxyWorld, wallClock } from "../../support/proxy.ts";
import { quiet } from "../tools/recorder.ts";

let world: ProxyWorld;
/** How many began and ended in each commit. */
let commits: [number, number][];
let ledger: Ledger;
let token: string;
const ask = { method: "GET", destination: null, path: "/x" };
const closing = (use: number): Closing => ({
  ...{ use, outcome: "answered", status: 200, reason: null, sent_bytes: 1, received_bytes: 2 },
});
const rows = (outcome: string) =>
  world.store.prepare<{ n: number }>("select count(*) n from uses where outcome = ?").get(outcome)?.n;
const turn = () => new Promise((next) => setImmediate(next));

beforeEach(() => {
  world = openProxyWorld();
  commits = [];
  const real = ledgerOver(world.store);
  ledger = {
    ...real,
    write: (openings, closings, now) => {
      commits.push([openings.length, closings.length]);
      return real.write(openings, closings, now);
    },
  };
  const grant = {
    credential: null,
    destination: "https://h",
    methods: ["GET"],
    pathPrefix: "/",
    uses: 5000,
    seconds: 60,
  };
  token = ledger.grants.make({ ...grant, purpose: "t", run: null, effectKey: null }, wallClock.now()).token;
});
afterEach(() => world.close());
const audit = () => createAudit(ledger, wallClock, quiet);
const opening = (): Opening => ({ token, ask });

test("what begins in one turn shares a commit, and is on disk when it is told", async () => {
  const { begin } = audit();
  const opened = await Promise.all(Array.from({ length: 1000 }, () => begin(opening())));
  expect(opened.every(({ ok }) => ok)).toBe(true);
  expect(commits).toEqual([[1000, 0]]);
  expect(rows("sending")).toBe(1000);
});

test("one a turn, as new connections come, share commits too; a lone one does not wait for others", async () => {
  const { begin } = audit();
  const all: Promise<unknown>[] = [];
  for (let at = 0; at < 64; at++) {
    all.push(begin(opening()));
    await turn();
  }
  await Promise.all(all);
  expect(commits.length).toBeLessThan(10);
  commits = [];
  await begin(opening());
  expect(commits).toEqual([[1, 0]]);
});

test("ends ride with the next beginning, or are written by themselves; flush writes what waits", async () => {
  const { begin, end, flush } = audit();
  const [one, two, three] = await Promise.all([begin(opening()), begin(opening()), begin(opening())]);
  if (!one.ok || !two.ok || !three.ok) throw new Error("not taken");
  commits = [];
  end(closing(one.use));
  await begin(opening());
  expect(commits).toEqual([[1, 1]]);
  end(closing(two.use));
  flush();
  expect(commits).toEqual([
    [1, 1],
    [0, 1],
  ]);
  end(closing(three.use));
  while (rows("answered") !== 3) await turn();
  expect(commits).toHaveLength(3);
  flush();
  expect(commits).toHaveLength(3);
});

test("a commit that fails as a whole lets nothing pass, keeps the ends, and takes no use", async () => {
  const { begin, end, flush } = audit();
  const first = await begin(opening());
  if (!first.ok) throw new Error("not taken");
  const before = world.store.prepare("select uses_left from grants").get();
  world.store.prepare("create trigger full before insert on uses begin select raise(rollback, 'disk full'); end").run();
  end(closing(first.use));
  const opened = await Promise.all([begin(opening()), begin(opening())]);
  expect(opened).toMatchObject([
    { ok: false, because: "broken" },
    { ok: false, because: "broken" },
  ]);
  expect([world.store.prepare("select uses_left from grants").get(), rows("answered")]).toEqual([before, 0]);
  world.store.prepare("drop trigger full").run();
  flush();
  expect(rows("answered")).toBe(1);
});
