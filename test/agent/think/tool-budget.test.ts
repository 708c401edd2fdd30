// The tools within their budget: Nightjar's own stay, the servers' are shortened, then named, then left out, and it is said.
import { expect, test } from "vitest";
import { tokensOf } from "../../../app/agent/think/estimate.ts";
import { fitTools } from "../../../app/agent/think/tool-budget.ts";

const schema = (words: number) =>
  JSON.stringify({
    type: "object",
    properties: { path: { type: "string", description: "word ".repeat(words) }, description: { type: "string" } },
    required: ["path"],
  });
const one = (name: string, description = "Does it.", words = 1) => ({
  name,
  wire: name.replace(/\W/g, "_"),
  description,
  inputSchema: schema(words),
});
const sizeOf = (tools: readonly object[]) =>
  tools.reduce((sum: number, tool) => sum + tokensOf(JSON.stringify(tool)), 0);

test("what fits is whole, and nothing is said", () => {
  const { tools, notes, leftOut } = fitTools([one("message"), one("notes/add")], 10_000);
  expect(tools[1]).toEqual({ name: "notes_add", description: "Does it.", schema: JSON.parse(schema(1)) });
  expect(notes).toEqual([]);
  expect(leftOut.size).toBe(0);
});

test("the dearest of a server's is shortened first; a property may be called description", () => {
  const { tools, notes } = fitTools(
    [one("message", "m".repeat(1000)), one("a/b", "b".repeat(1900)), one("a/c", "c".repeat(300))],
    1000,
  );
  expect(tools.map(({ description }) => description.length)).toEqual([1000, 400, 300]);
  expect(notes).toEqual([expect.stringContaining("some are shortened")]);
});

test("then by name only, then left out and named; our own never; all within the budget", () => {
  const many = Array.from({ length: 60 }, (_, n) => one(`s/tool_${n}`, "d".repeat(500), 100));
  for (const budget of [9000, 4000, 2000, 800]) {
    const { tools, notes, leftOut } = fitTools([one("message"), one("question"), ...many], budget);
    expect(sizeOf(tools), `budget ${budget}`).toBeLessThanOrEqual(budget);
    expect(tools.map(({ name }) => name).slice(0, 2)).toEqual(["message", "question"]);
    expect(tools.length + leftOut.size).toBe(62);
    const said = notes.join(" ");
    for (const name of leftOut) expect(said).toContain(name);
  }
  const bare = fitTools(many, 2600).tools.find(
    (tool) => JSON.stringify(tool.schema) === '{"type":"object","properties":{}}',
  );
  expect(bare).toBeDefined();
});

test("shortening keeps a property that is called description, and every provider takes the schema", () => {
  const { tools } = fitTools([one("s/a", "d".repeat(900), 200)], 110);
  expect(tools[0]?.schema).toEqual({
    type: "object",
    properties: { path: { type: "string" }, description: { type: "string" } },
    required: ["path"],
  });
  const strange = { ...one("s/b"), inputSchema: '{"anyOf":[{"required":["a"]}],"$schema":"x","properties":{"a":{}}}' };
  expect(fitTools([strange, { ...one("s/c"), inputSchema: "[1" }], 1000).tools.map((tool) => tool.schema)).toEqual([
    { type: "object", properties: { a: {} } },
    { type: "object", properties: {} },
  ]);
});

test("no more tools than providers take", () => {
  const { tools, leftOut } = fitTools(
    [...Array.from({ length: 200 }, (_, n) => one(`s/t${n}`)), one("message")],
    1_000_000,
  );
  expect(tools).toHaveLength(120);
  expect(leftOut.size).toBe(81);
  expect(tools.some(({ name }) => name === "message")).toBe(true);
});
