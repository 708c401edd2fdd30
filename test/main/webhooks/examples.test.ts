// Real payloads as GitHub sends them: each is taken once, however it arrives.
import examples from "@octokit/webhooks-examples" with { type: "json" };
import { afterEach, beforeEach, expect, test } from "vitest";
import { githubHeaders, openRig, post, type Rig } from "./rig.ts";

let rig: Rig;
beforeEach(async () => {
  rig = await openRig();
  rig.change({ maxBodyBytes: 1_048_576 });
});
afterEach(() => rig.close());

test("every example payload is accepted, stored to the character, and once", async () => {
  const deliveries = examples.flatMap(({ name, examples: of }) =>
    of.map((payload, at) => ({ event: name, id: `${name}-${at}`, body: JSON.stringify(payload) })),
  );
  expect(deliveries.length).toBeGreaterThan(200);
  const send = ({ event, id, body }: (typeof deliveries)[number]) =>
    post(rig.port, "/hooks/github", githubHeaders(body, id, event), body);
  const statuses: Record<string, number[]> = { first: [], second: [] };
  for (let at = 0; at < deliveries.length; at += 32) {
    const some = deliveries.slice(at, at + 32);
    for (const time of ["first", "second"] as const) {
      const answers = await Promise.all(some.map(send));
      statuses[time]?.push(...answers.map(({ status }) => status));
    }
  }
  // Where examples are the same to the byte, all but one of them are twins.
  const distinct = new Set(deliveries.map(({ body }) => body)).size;
  expect(statuses.first?.filter((status) => status === 202)).toHaveLength(distinct);
  expect(statuses.first?.filter((status) => status === 200)).toHaveLength(deliveries.length - distinct);
  expect(new Set(statuses.second)).toEqual(new Set([200]));
  const rows = rig.rows();
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  const kept = rows.map(({ source_id, event, payload }) => ({ event: event ?? "", id: source_id, body: payload }));
  expect(kept.sort(byId)).toEqual(deliveries.sort(byId));
  expect(rows.every(({ redelivered }) => redelivered === 1)).toBe(true);
});

test("five times in parallel, with emoji, split at odd bytes, with a length and chunked: one row", async () => {
  const text = JSON.stringify({ title: "Réparer 🦉🦊 日本語", emoji: "👩‍👩‍👧‍👦".repeat(50) });
  const body = Buffer.from(text);
  const headers = githubHeaders(body, "d-1", "issues");
  const split = (every: number) =>
    Array.from({ length: Math.ceil(body.length / every) }, (_, at) => body.subarray(at * every, (at + 1) * every));
  const answers = await Promise.all([
    post(rig.port, "/hooks/github", headers, split(1)),
    post(rig.port, "/hooks/github", headers, split(3)),
    post(rig.port, "/hooks/github", { ...headers, "content-length": String(body.length) }, split(7)),
    post(rig.port, "/hooks/github", headers, body),
    post(rig.port, "/hooks/github", headers, [body.subarray(0, 13), body.subarray(13)]),
  ]);
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 200, 200, 202]);
  expect(rig.rows()).toMatchObject([{ payload: text, redelivered: 4 }]);
});
