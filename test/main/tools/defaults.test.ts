// What a call may leave out, and what a rule's plain numbers mean.
import { expect, test } from "vitest";
import { createGate } from "../../../app/main/tools/gate.ts";
import { createTools } from "../../../app/main/tools/tools.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const tools = createTools({ destinations: () => ["https://api.example.com"], gate: createGate({ log }), log });

test("a call without a method is a GET, and the card says so", () => {
  expect(tools.check("http.request", { url: "https://api.example.com/x" })).toEqual({
    ok: true,
    arguments: { method: "GET", url: "https://api.example.com/x" },
    repeatable: true,
  });
  expect(tools.check("http.request", { url: "https://api.example.com/x", body: {} })).toMatchObject({ ok: false });
});

test("a header's number is its text", () => {
  const checked = tools.check("http.request", {
    method: "PUT",
    url: "https://api.example.com/x",
    headers: { "X-Retries": 3 },
  });
  expect(checked).toMatchObject({ ok: true, arguments: { headers: { "x-retries": "3" } } });
});
