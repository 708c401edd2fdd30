// SIGKILL to the whole app under load, ten times: what was acknowledged is there once, what was said was said once. Two of the
// deaths come in the middle of a delivery, where chance alone hardly ever strikes: before it was shown, and right after.
import { expect, test } from "@playwright/test";
import Database from "better-sqlite3";
import { deliver, example } from "./support/github.ts";
import { githubConfig } from "./support/profile.ts";
import { useStage } from "./support/stage.ts";

const kills = 10;
/** By the life's number, where it dies by itself: at a delivery that its own load brought, not at one of those it found. */
const deaths: Record<number, string> = { 3: "sent@4:kill", 6: "sending@5:kill" };
const stage = useStage((origin) => ({
  config: githubConfig(origin, "outbox: { gap: 1 }\n"),
  rules: '- name: Tells\n  on: github\n  event: issues\n  tell: "said {{ issue.title }}."\n',
}));

test("ten kills under load lose nothing and say nothing twice", async () => {
  test.setTimeout(240_000);
  const acknowledged = new Set<string>();
  let n = 0;
  const load = async (hooksUrl: string, first: () => void): Promise<void> => {
    for (;;) {
      const id = `k${n++}`;
      const payload = example("issues", "opened");
      (payload["issue"] as Record<string, unknown>)["title"] = id;
      const sent = await deliver(hooksUrl, "issues", payload, { id }).catch(() => null);
      if (sent === null) return;
      expect([200, 202]).toContain(sent.status);
      acknowledged.add(id);
      first();
    }
  };
  for (let kill = 0; kill < kills; kill++) {
    const death = deaths[kill];
    const app = await stage.launch(death === undefined ? {} : { NIGHTJAR_FAULTS: death });
    let senders: Promise<void>[] = [];
    await new Promise<void>((first) => {
      senders = Array.from({ length: 4 }, () => load(app.hooksUrl, first));
    });
    if (death !== undefined) await stage.gone(app);
    else {
      // A random moment of a life under load.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
      await app.kill9();
    }
    await Promise.all(senders);
  }
  await stage.launch();
  const left = () =>
    stage.profile.rows<{ n: number }>(
      "select (select count(*) from inbox where status in ('pending', 'running')) + (select count(*) from outbox where sent_at is null) as n",
    )[0]?.n;
  await expect.poll(left, { timeout: 120_000 }).toBe(0);

  const stored = new Map(
    stage.profile
      .rows<{ source_id: string; n: number }>("select source_id, count(*) as n from inbox group by 1")
      .map((row) => [row.source_id, row.n]),
  );
  expect([...acknowledged].filter((id) => stored.get(id) !== 1)).toEqual([]);
  expect(acknowledged.size).toBeGreaterThanOrEqual(kills);
  const seen = stage.desktop.notifications.all();
  const textsOf = (body: string): string[] => body.match(/said k\d+\./g) ?? [];
  const said = seen.flatMap(({ body }) => textsOf(body));
  // Twice only where the second notification says that it may be a repeat (rule 13).
  const unmarked = seen.filter(({ title }) => !title.includes("(perhaps again)")).flatMap(({ body }) => textsOf(body));
  expect(unmarked.filter((text, at) => unmarked.indexOf(text) !== at)).toEqual([]);
  expect(unmarked.length, "the life that died right after showing a delivery makes a marked repeat").toBeLessThan(
    said.length,
  );
  expect(said.filter((text) => said.filter((other) => other === text).length > 2)).toEqual([]);
  expect(new Set(said).size).toBe([...stored.keys()].length);
  const db = new Database(`${stage.profile.folder}/nightjar.db`, { readonly: true });
  expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
  db.close();
});
