// What main looks at before it parses a message of the agent process.
import { expect, test } from "vitest";
import { isSmallPlainData } from "../../../app/main/agenthost/weigh.ts";

const loop: Record<string, unknown> = {};
loop["self"] = loop;
let deep: unknown = 1;
for (let index = 0; index < 65; index += 1) deep = [deep];

const cases: [name: string, message: unknown, fine: boolean][] = [
  ["plain data", { type: "decided", arguments: { a: [1, null, true, "x"] } }, true],
  ["data without a prototype", Object.assign(Object.create(null), { a: 1 }), true],
  ["a loop", loop, false],
  ["deep nesting", deep, false],
  ["much text", ["x".repeat(250_000), "x".repeat(250_001)], false],
  ["a long key", { ["k".repeat(500_001)]: 1 }, false],
  ["many items", Array.from({ length: 50_001 }, () => 1), false],
  ["a sparse list", Object.assign([], { length: 1e9 }), false],
  ["many keys", Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, 1])), false],
  ["a forged key", JSON.parse('{"__proto__": 1}'), false],
  ["a Map", new Map(), false],
  ["a Date", new Date(0), false],
  ["bytes", new Uint8Array(4), false],
  ["undefined", { a: undefined }, false],
  ["a bigint", 1n, false],
];

// Not `test.each`: it would write the huge values into the tests' names.
for (const [name, message, fine] of cases) {
  test(`${name} is ${fine ? "let through" : "refused"}`, () => {
    expect(isSmallPlainData(message)).toBe(fine);
  });
}
