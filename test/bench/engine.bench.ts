// Durable ingest against the bare one-row insert, and claim + finish with a million done rows against none.
// Ratios of one run on one disk; interleaved rounds, medians.
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { createClaims } from "../../app/main/engine/inbox/claims.ts";
import { createInbox } from "../../app/main/engine/inbox/inbox.ts";
import { createLease } from "../../app/main/engine/inbox/lease.ts";
import { createSessions } from "../../app/main/engine/sessions/sessions.ts";
import { openStore, type Store } from "../../app/main/engine/store/store.ts";
import { report } from "./report.ts";

const folder = mkdtempSync(join(tmpdir(), "nightjar-bench-"));
const million = Number(process.env["BENCH_ROWS"] ?? 1_000_000);
const payload = JSON.stringify({ text: "x".repeat(400) });
const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] as number;
/** What is timed, and what has to be there before it: `prepare` makes room for `times` of it, untimed. */
interface Subject {
  prepare?: (times: number) => void;
  work: () => void;
}
const microseconds = ({ prepare, work }: Subject, times: number) => {
  prepare?.(times);
  const start = process.hrtime.bigint();
  for (let n = 0; n < times; n++) work();
  return Number(process.hrtime.bigint() - start) / 1000 / times;
};

function bareInsert(): Subject {
  const db = new Database(join(folder, "bare.db"));
  db.pragma("journal_mode = wal");
  db.pragma("synchronous = full");
  db.exec("create table t (id integer primary key, key text not null unique, payload text)");
  const insert = db.prepare("insert into t (key, payload) values (?, ?)");
  let n = 0;
  return { work: () => void insert.run(`k${n++}`, payload) };
}

function ingestOne(): Subject {
  const inbox = createInbox(openStore(join(folder, "ingest.db")));
  let n = 0;
  const one = () => [
    { source: "s", source_id: `k${n++}`, kind: "token", event: null, payload, trust: "untrusted" } as const,
  ];
  return { work: () => void inbox.ingestAll(one(), 1_800_000_000) };
}

/** One event's claim and finish, each a commit of its own, over a store with `rows` done rows. */
function claimAndFinish(rows: number): Subject {
  const store: Store = openStore(join(folder, `done-${rows}.db`));
  const inbox = createInbox(store);
  const [claims, lease, sessions] = [createClaims(store), createLease(store), createSessions(store)];
  const event = { source: "s", kind: "token", event: null, payload: "{}", trust: "untrusted" } as const;
  for (let from = 0; from < rows; from += 10_000) {
    inbox.ingestAll(
      Array.from({ length: Math.min(10_000, rows - from) }, (_, n) => ({ ...event, source_id: `d${from + n}` })),
      1,
    );
  }
  store.prepare("update inbox set status = 'done', outcome = 'nothing'").run();
  store.checkpoint();
  let given = 0;
  let run = 0;
  // Each event continues a session of its own, so that each is claimed by itself.
  const prepare = (times: number): void => {
    const fresh = Array.from({ length: times }, () => ({ ...event, source_id: `x${given}`, session: `x${given++}` }));
    for (const { session } of fresh) sessions.open(session, "s", "", "clean", 1_800_000_000);
    inbox.ingestAll(fresh, 1_800_000_000);
  };
  const work = (): void => {
    const claim = store.tx(() => {
      const gen = lease.acquire("bench", 1_800_000_000) as number;
      const wish = { gen, run: sessions.nextRun(), session: "none", now: 1_800_000_000, first: "fresh" } as const;
      const taken = claims.claim(wish);
      if (taken?.events.length !== 1) throw new Error("The bench claimed something else than one event.");
      run = sessions.startRun(taken.session, gen, taken.events, 1_800_000_000);
      return { gen, id: taken.events[0]?.id as number };
    });
    store.tx(() => {
      claims.finish(claim.id, claim.gen, "nothing", null, 1_800_000_000);
      sessions.endRun(run, "nothing", null, 1_800_000_000);
    });
  };
  return { prepare, work };
}

function compare(title: string, aim: number, base: [string, Subject], other: [string, Subject], times: number): void {
  const rounds: [number, number][] = [];
  for (let round = 0; round < 9; round++) rounds.push([microseconds(base[1], times), microseconds(other[1], times)]);
  const [a, b] = [median(rounds.map((pair) => pair[0])), median(rounds.map((pair) => pair[1]))];
  const ratio = median(rounds.map(([x, y]) => y / x));
  console.log(
    `${title}\n  ${base[0]}: ${a.toFixed(0)} µs   ${other[0]}: ${b.toFixed(0)} µs   ratio ${ratio.toFixed(2)} (aim: at most ${aim})`,
  );
  report({
    bench: "engine",
    what: `${title}: ${other[0]} ÷ ${base[0]}`,
    measured: ratio.toFixed(2),
    aim: `at most ${aim}`,
    met: ratio <= aim,
  });
}

console.log(`Engine, on ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}`);
compare(
  "Durable ingest, one event a commit, FULL",
  1.2,
  ["bare one-row insert", bareInsert()],
  ["ingest", ingestOne()],
  300,
);
compare(
  "Claim and finish",
  1.2,
  ["no done rows", claimAndFinish(0)],
  [`${million} done rows`, claimAndFinish(million)],
  200,
);
rmSync(folder, { recursive: true, force: true });
