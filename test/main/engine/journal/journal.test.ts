// The journal by itself (rule 9): one effect key per call, one start at a time, an end that is always recorded.
import { asks } from "../../../support/facts.ts";
import { createHash } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import fc from "fast-check";
import { canonicalJson, type JsonValue } from "../../../../app/main/engine/journal/canonical-json.ts";
import { createJournal } from "../../../../app/main/engine/journal/journal.ts";
import { createWorld, endWorlds } from "../../../support/engine.ts";

afterEach(endWorlds);

async function journal() {
  const world = await createWorld();
  world.give("a");
  await world.clock.settle();
  let n = 0;
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const j = createJournal(world.store, { next: (prefix) => `${prefix}${n++}` }, sha256);
  const call = {
    ...{
      session: "s",
      run: 1,
      event: world.event("a").id,
      step: 1,
      call_index: 0,
      tool: "http.request",
      title: "Do it?",
    },
    ...{
      repeatable: false,
      judgement: asks,
      arguments: { url: "https://x.test/", n: 1 },
    },
  };
  return { j, call };
}

test("the same call of a step is found again with its effect key; changed arguments are another call with another key", async () => {
  const { j, call } = await journal();
  const first = j.write(call, 1);
  expect(j.write({ ...call, run: 2 }, 2)).toEqual(first);
  const changed = j.write({ ...call, arguments: { url: "https://x.test/", n: 2 } }, 3);
  expect(changed.id).not.toBe(first.id);
  expect(changed.effect_key).not.toBe(first.effect_key);
  expect(changed.call_hash).not.toBe(first.call_hash);
});

test("a call starts once until it ended; what ended done or refused never starts again", async () => {
  const { j, call } = await journal();
  const { id } = j.write(call, 1);
  expect(j.start(id, 1, 1, 2)).toBe(true);
  expect(j.start(id, 2, 2, 3)).toBe(false);
  expect(j.started().map((row) => row.id)).toEqual([id]);
  expect(j.end(id, { status: "unknown", result: null, error: "cut" }, 4)).toBe(true);
  expect(j.start(id, 2, 2, 5)).toBe(true);
  expect(j.end(id, { status: "done", result: "{}", error: null }, 6)).toBe(true);
  expect(j.start(id, 3, 3, 7)).toBe(false);
  expect(j.settle(id, "refused", null, 8)).toBe(false);
  expect(j.read(id)).toMatchObject({ status: "done", starts: 2 });
});

test("a new start forgets the end before it, and an end that comes after it was called unknown is recorded", async () => {
  const { j, call } = await journal();
  const { id } = j.write(call, 1);
  j.start(id, 1, 1, 2);
  expect(j.end(id, { status: "ready", result: null, error: "refused" }, 3)).toBe(true);
  expect(j.start(id, 1, 2, 4)).toBe(true);
  expect(j.read(id)).toMatchObject({ status: "started", started_at: 4, ended_at: null, error: null });
  j.end(id, { status: "unknown", result: null, error: "cut" }, 5);
  expect(j.end(id, { status: "done", result: "{}", error: null }, 6)).toBe(true);
  expect(j.read(id)).toMatchObject({ status: "done", ended_at: 6, error: null });
});

test("equal values have one text, whatever the order of their keys", () => {
  const shuffled = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, inner]) => [key, shuffled(inner)]),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const json = JSON.parse(JSON.stringify(value)) as JsonValue;
      expect(canonicalJson(shuffled(json))).toBe(canonicalJson(json));
      expect(JSON.parse(canonicalJson(json))).toEqual(json);
    }),
  );
});
