// While a source's secret is exchanged both are accepted, and nothing else is.
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { githubHeaders, openRig, post, type Rig, source, standardSecret, start, tokenSecret } from "./rig.ts";

let rig: Rig;
beforeEach(async () => {
  rig = await openRig();
  Object.assign(rig.secrets, { "env:NEXT": { state: "ok", value: "the next secret" } });
});
afterEach(() => rig.close());

const body = '{"a":1}';
let sent = 0;
const github = (secret: string) =>
  post(rig.port, "/hooks/github", githubHeaders(body, `d-${++sent}`, "ping", secret), body);
const exchanging = (next: string | null, first = "env:GITHUB") =>
  rig.change({}, [{ ...source("github", "github", first), nextSecret: next, identicalBodies: "run" }]);
const lastRefusal = () => rig.listener.status().sources.get("github")?.lastRefusal;

test("a delivery signed with either secret is stored, one signed with a third is not", async () => {
  expect((await github("the next secret")).status).toBe(401);
  exchanging("env:NEXT");
  expect((await github("It's a Secret to Everybody")).status).toBe(202);
  expect(rig.listener.status().sources.get("github")?.nextProved).toBeNull();
  expect((await github("the next secret")).status).toBe(202);
  expect(rig.listener.status().sources.get("github")?.nextProved).toMatchObject({ reference: "env:NEXT" });
  expect((await github("another secret")).status).toBe(401);
  expect((await github("")).status).toBe(401);
  exchanging(null, "env:NEXT");
  await rig.listener.start();
  expect(rig.listener.status().sources.get("github")?.nextProved).toBeNull();
  expect((await github("It's a Secret to Everybody")).status).toBe(401);
  expect((await github("the next secret")).status).toBe(202);
  expect(rig.rows()).toHaveLength(3);
});

test.each([
  ["the old one is gone", "env:GONE", "env:NEXT", "the next secret"],
  ["the next one is not set yet", "env:GITHUB", "env:GONE", "It's a Secret to Everybody"],
])("%s: the other proves, and a refusal says both", async (_name, first, next, works) => {
  exchanging(next, first);
  expect((await github(works)).status).toBe(202);
  expect((await github("another secret")).status).toBe(401);
  await new Promise(setImmediate);
  expect(lastRefusal()).toBe("bad signature (and its secret env:GONE is not set)");
  expect((await github("")).status).toBe(401);
});

test("neither is there: nothing is accepted, and an empty secret proves nothing", async () => {
  Object.assign(rig.secrets, { "env:EMPTY": { state: "ok", value: "" } });
  exchanging("env:EMPTY", "env:GONE");
  expect((await github("")).status).toBe(401);
  await new Promise(setImmediate);
  expect(lastRefusal()).toMatch(/its secret env:GONE is not set/);
});

test("the other kinds exchange too", async () => {
  Object.assign(rig.secrets, { "env:STD2": { state: "ok", value: "whsec_bmV4dCBuZXh0IG5leHQgbmV4dCBuZXh0" } });
  rig.change({}, [
    { ...source("std", "standard-webhooks", "env:STD"), nextSecret: "env:STD2" },
    { ...source("shell", "token", "env:TOKEN"), nextSecret: "env:NEXT" },
  ]);
  const signed = (secret: string, id: string, at = start) => {
    const key = Buffer.from(secret.slice(6), "base64");
    const mac = createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64");
    return { "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": `v1,${mac}` };
  };
  const status = async (name: string, headers: Record<string, string>) =>
    (await post(rig.port, `/hooks/${name}`, headers, body)).status;
  expect(await status("std", signed(standardSecret, "m1"))).toBe(202);
  expect(await status("std", signed("whsec_bmV4dCBuZXh0IG5leHQgbmV4dCBuZXh0", "m2"))).toBe(202);
  expect(await status("std", signed("whsec_bm9uZQ==", "m3"))).toBe(401);
  // Signed with the next one, but long ago: what is said is the clock, not the signature.
  const old = await post(
    rig.port,
    "/hooks/std",
    signed("whsec_bmV4dCBuZXh0IG5leHQgbmV4dCBuZXh0", "m4", start - 900),
    body,
  );
  expect([old.status, await status("shell", { authorization: `Bearer ${tokenSecret}` })]).toEqual([401, 202]);
  await new Promise(setImmediate);
  expect(rig.listener.status().sources.get("std")?.lastRefusal).toMatch(
    /right signature, but signed 900 seconds behind/,
  );
  expect(await status("shell", { authorization: "Bearer the next secret" })).toBe(202);
  expect(await status("shell", { authorization: "Bearer the next" })).toBe(401);
});
