import { expect, test } from "vitest";
import { inputs } from "../../../app/preload/contract/channels.ts";
import { addWindow, startWindows, windowsOf, windowsProblem } from "../../../app/renderer/settings/tool-windows.ts";

const saved = { "http.request": 5400, "mcp.mail.send": 86_400 };

test("untouched it asks for what is saved; what main is sent fits its schema", () => {
  const windowsSeconds = windowsOf(startWindows(saved));
  expect(windowsSeconds).toEqual(saved);
  expect(inputs["settings.save"].parse({ windowsSeconds })).toEqual({ windowsSeconds });
  expect(windowsOf([])).toEqual({});
});

test("a new row begins with the tool there is, and each keeps a key of its own", () => {
  const [first, second] = addWindow(addWindow([]));
  expect([first?.tool, second?.tool]).toEqual(["http.request", ""]);
  const three = addWindow(addWindow(addWindow([])).slice(1));
  expect(new Set(three.map(({ key }) => key)).size).toBe(2);
});

test.each([
  ["", /whole name/],
  ["mcp.*", /whole name/],
  ["two words", /whole name/],
  [" http.request ", /already/],
])("the tool %j can't be taken", (tool, why) => {
  const rows = [...startWindows(saved), { key: "new 1", tool, amount: "1", unit: "h" as const }];
  const [first, , last] = rows;
  if (first === undefined || last === undefined) throw new Error("no rows");
  expect(windowsProblem(last, rows)).toMatch(why);
  expect(windowsProblem(first, rows)).toBeNull();
  expect(windowsOf(rows)).toBeNull();
});

test("nor can a window that is none", () => {
  expect(windowsOf([{ key: "k", tool: "a", amount: "0", unit: "h" }])).toBeNull();
});
