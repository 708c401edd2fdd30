// SIGKILL under load at random moments (40 in `npm test`, 200 in `npm run test:long`): every acknowledged delivery is there, none twice, no message twice, no effect twice.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../../app/main/engine/store/store.ts";
import { createRandom } from "../support/random.ts";
import { entries, post, startVictim } from "./harness.ts";

const kills = Number(process.env["CRASH_KILLS"] ?? 40);
const senders = 8;

test(`${kills} kills under load lose nothing and repeat nothing`, { timeout: 20 * 60_000 }, async () => {
  const seed = Number(process.env["CRASH_SEED"] ?? Date.now() % 1_000_000);
  console.log(`CRASH_SEED=${seed}`);
  const random = createRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), "nightjar-crash-"));
  const acknowledged = new Set<string>();
  let n = 0;

  const load = async (url: string, until: { over: boolean }, first: () => void) => {
    while (!until.over) {
      const key = `k${n++}`;
      const kind = random.pick(["nothing", "tell", "urgent", "ask"]);
      const got = await post(url, key, { kind, n: key });
      if (got === null) return;
      acknowledged.add(got);
      first();
      // Some senders did not hear the answer and send again.
      if (random.chance(0.2)) await post(url, key, { kind, n: key });
    }
  };

  for (let kill = 0; kill < kills; kill++) {
    const victim = await startVictim(folder);
    const until = { over: false };
    let running: Promise<void>[] = [];
    await new Promise<void>((first) => {
      running = Array.from({ length: senders }, () => load(victim.url, until, first));
    });
    await new Promise((resolve) => setTimeout(resolve, random.below(120)));
    await victim.kill();
    until.over = true;
    await Promise.all(running);
  }

  // It comes back once more and works off what is left; cards about unknown effects are answered by nobody and stand.
  const last = await startVictim(folder);
  const store = openStore(join(folder, "nightjar.db"));
  const left = store.prepare<{ n: number }>(
    "select (select count(*) from inbox where status in ('pending', 'running')) + (select count(*) from outbox where sent_at is null) as n",
  );
  await expect.poll(() => left.get()?.n, { timeout: 240_000, interval: 250 }).toBe(0);
  await last.kill();

  expect(store.integrity()).toBe("ok");
  const rows = store
    .prepare<{ source_id: string; n: number }>(
      "select source_id, count(*) as n from inbox where source = 'shell' group by 1",
    )
    .all();
  const stored = new Map(rows.map((row) => [row.source_id, row.n]));
  expect(
    [...acknowledged].filter((key) => stored.get(key) !== 1),
    "acknowledged, and not stored exactly once",
  ).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(kills);

  const repeated = new Set(
    store
      .prepare<{ id: number }>("select id from deliveries where repeated > 0")
      .all()
      .map((row) => row.id),
  );
  const saidBy = new Map<string, Set<number>>();
  const times = new Map<number, number>();
  for (const { id, body } of entries<{ id: number; body: string }>(folder, "sent")) {
    times.set(id, (times.get(id) ?? 0) + 1);
    for (const line of body.split("\n"))
      if (line.startsWith("said ")) saidBy.set(line, (saidBy.get(line) ?? new Set()).add(id));
  }
  expect(
    [...times].filter(([id, count]) => count > (repeated.has(id) ? 2 : 1)),
    "a delivery twice, and not marked",
  ).toEqual([]);
  expect(
    [...saidBy].filter(([, ids]) => ids.size > 1),
    "a message in two deliveries",
  ).toEqual([]);

  const effects = new Map<string, number>();
  for (const { key } of entries<{ key: string }>(folder, "called")) effects.set(key, (effects.get(key) ?? 0) + 1);
  expect(
    [...effects].filter(([, count]) => count > 1),
    "an effect twice",
  ).toEqual([]);
  const dead = store.prepare("select source_id, error from inbox where status = 'dead'").all();
  console.log(
    `${acknowledged.size} acknowledged, ${effects.size} effects, ${times.size} deliveries, ${repeated.size} marked, ${dead.length} dead`,
  );
  store.close();
  rmSync(folder, { recursive: true, force: true });
});
