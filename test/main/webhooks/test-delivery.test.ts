// "Send a test delivery": signed by the providers' own libraries, over real HTTP, stored each time.
import { expect, test } from "vitest";
import { sendTestDelivery } from "../../../app/main/webhooks/test-delivery.ts";
import { openRig, source, start } from "./rig.ts";

let made = 0;
const ids = { next: (prefix: string) => `${prefix}_${++made}` };

test("each kind's sample is taken, twice, as two events marked as tests", async () => {
  const rig = await openRig();
  const { url, problem } = rig.listener.status();
  for (const of of rig.settings().sources) {
    const secret = rig.secrets[of.secret] ?? { state: "missing" as const };
    for (let time = 0; time < 2; time++) {
      const done = await sendTestDelivery({ source: of, secret, url, problem, now: start, ids });
      expect(done).toEqual({
        ok: true,
        sentence: `A test delivery for "${of.name}" was signed and posted to ${url}/hooks/${of.name}, and it was stored.`,
      });
    }
  }
  const rows = rig.rows();
  expect(rows.map(({ source: name, event, status }) => [name, event, status])).toEqual([
    ["github", "ping", "pending"],
    ["github", "ping", "pending"],
    ["std", "nightjar.test", "pending"],
    ["std", "nightjar.test", "pending"],
    ["shell", "test", "pending"],
    ["shell", "test", "pending"],
  ]);
  for (const row of rows)
    expect(JSON.parse(row.payload)).toMatchObject({ nightjar_test: { id: row.source_id, at: start } });
  await rig.close();
});

test("what went wrong is said: no listener, no secret, a secret that cannot sign, a refusal", async () => {
  const rig = await openRig();
  const { url } = rig.listener.status();
  const base = { problem: "Because.", now: start, ids, secret: { state: "ok" as const, value: "tok" } };
  const shell = source("shell", "token", "env:TOKEN");
  const say = async (change: object) => (await sendTestDelivery({ ...base, source: shell, url, ...change })).sentence;
  expect(await say({ url: null })).toBe(
    'A test delivery for "shell" was not sent: the listener is not running. Because.',
  );
  expect(await say({ secret: { state: "missing" } })).toContain("its secret env:TOKEN is not set");
  expect(await say({ secret: { state: "ok", value: "" } })).toContain("is empty");
  expect(
    await say({ source: source("std", "standard-webhooks", "env:STD"), secret: { state: "ok", value: "?" } }),
  ).toContain("could not be signed");
  expect(await say({})).toContain("refused with 401: There is no such source");
  expect(rig.rows()).toEqual([]);
  await rig.close();
  expect(await say({})).toContain("could not be posted");
});
