// What the person has seen of servers' tools, as it is kept.
import { expect, test } from "vitest";
import type { ServerTool } from "../../../app/preload/contract/toolhost.ts";
import { createSeen, parseSeen, printOf } from "../../../app/main/toolhost/seen.ts";
import { hostileServer, memorySeen, rigOf, textOf } from "./rig.ts";

const hints = { readOnly: null, destructive: null, idempotent: null, openWorld: null };
const tool = (name: string, more: Partial<ServerTool> = {}): ServerTool => ({
  ...{ name, title: null, description: "d", inputSchema: "{}", hints },
  ...more,
});

test("the first list counts as seen; a changed text, schema or hint and a new tool do not", () => {
  const store = memorySeen();
  const seen = createSeen(store);
  const changed = (...tools: ServerTool[]) => Object.fromEntries(seen.changed("s", tools));
  expect(changed(tool("a"), tool("b"))).toEqual({});
  for (const [more, what] of [
    [{ description: "e" }, "text"],
    [{ inputSchema: '{"a":1}' }, "arguments"],
    [{ title: "t" }, "text"],
    [{ hints: { ...hints, readOnly: true } }, "hints"],
  ] as const) {
    expect(changed(tool("a", more), tool("b"))).toEqual({ a: [what] });
  }
  expect(changed(tool("a", { description: "e", inputSchema: "[]" }))).toEqual({ a: ["text", "arguments"] });
  expect(changed(tool("b"), tool("c"))).toEqual({ c: ["new"] });
  // A later life of Nightjar reads the same.
  const later = createSeen(memorySeen(parseSeen(JSON.stringify(store.read()))));
  expect(Object.fromEntries(later.changed("s", [tool("c")]))).toEqual({ c: ["new"] });
  seen.look("s", [tool("c")]);
  expect(changed(tool("c"))).toEqual({});
  seen.keep([]);
  expect(store.read()).toEqual({});
});

test("a list's print is the same for the same list alone", () => {
  const one = printOf([tool("a"), tool("b")]);
  expect(printOf([tool("a"), tool("b")])).toBe(one);
  for (const other of [[tool("a")], [tool("a"), tool("b", { description: "e" })], [tool("a"), tool("c")], []])
    expect(printOf(other)).not.toBe(one);
});

test("what makes no sense in the file counts as not seen", () => {
  for (const text of ["", "[]", "nothing", '{"s":5}', '{"s":{"a":5}}']) expect(parseSeen(text)).toEqual({});
});

test("a tool that has changed while its server was it was not connected is not called by what was decided before", async () => {
  const { host, call } = rigOf([hostileServer("bad")], { seen: memorySeen({ bad: { echo: "aaa bbb ccc" } }) });
  const decided = host.check("bad/echo", { text: "a" });
  expect(decided).toMatchObject({ ok: true, facts: { findings: [] } });
  expect(await call("bad/echo", { text: "a" })).toMatchObject({
    ...{ kind: "failed", retry: false },
    error: expect.stringContaining("its server has changed it since you looked at it last") as string,
  });
  // Decided anew, the change is known, and asks.
  expect(host.check("bad/echo", { text: "a" })).toMatchObject({
    facts: { findings: [expect.objectContaining({ kind: "unchecked" })] },
  });
  expect(textOf(await call("bad/echo", { text: "a" }))).toBe("a");
});
