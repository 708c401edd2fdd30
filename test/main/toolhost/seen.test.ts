// What the person has seen of servers' tools, as it is kept.
import { expect, test } from "vitest";
import type { ServerTool } from "../../../app/preload/contract/toolhost.ts";
import { createSeen, parseSeen } from "../../../app/main/toolhost/seen.ts";
import { memorySeen } from "./rig.ts";

const hints = { readOnly: null, destructive: null, idempotent: null, openWorld: null };
const tool = (name: string, more: Partial<ServerTool> = {}): ServerTool => ({
  ...{ name, title: null, description: "d", inputSchema: "{}", hints },
  ...more,
});

test("the first list counts as seen; a changed text, schema or hint and a new tool do not", () => {
  const store = memorySeen();
  const seen = createSeen(store);
  expect(seen.changed("s", [tool("a"), tool("b")])).toEqual(new Set());
  for (const more of [
    { description: "e" },
    { inputSchema: '{"a":1}' },
    { title: "t" },
    { hints: { ...hints, readOnly: true } },
  ]) {
    expect(seen.changed("s", [tool("a", more), tool("b")])).toEqual(new Set(["a"]));
  }
  expect(seen.changed("s", [tool("b"), tool("c")])).toEqual(new Set(["c"]));
  // A later life of Nightjar reads the same.
  expect(createSeen(memorySeen(parseSeen(JSON.stringify(store.read())))).changed("s", [tool("c")])).toEqual(
    new Set(["c"]),
  );
  seen.look("s", [tool("c")]);
  expect(seen.changed("s", [tool("c")])).toEqual(new Set());
  seen.keep([]);
  expect(store.read()).toEqual({});
});

test("what makes no sense in the file counts as not seen", () => {
  for (const text of ["", "[]", "nothing", '{"s":5}', '{"s":{"a":5}}']) expect(parseSeen(text)).toEqual({});
});
