// What a call may leave out, and what a rule's plain numbers mean.
import { nothingOwn } from "../../support/facts.ts";
import { expect, test } from "vitest";
import { createTools } from "../../../app/main/tools/tools.ts";
import { outgoing } from "./outgoing.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const toolsNow = () =>
  createTools({ ...nothingOwn, destinations: () => ["https://api.example.com"], outgoing: outgoing(), log });

test("a call without a method is a GET, and the card says so", () => {
  const tools = toolsNow();
  expect(tools.check("http.request", { url: "https://api.example.com/x" })).toMatchObject({
    ok: true,
    arguments: { method: "GET", url: "https://api.example.com/x" },
    repeatable: true,
  });
  expect(tools.check("http.request", { url: "https://api.example.com/x", body: {} })).toMatchObject({ ok: false });
});

test("a header's number is its text", () => {
  const tools = toolsNow();
  const checked = tools.check("http.request", {
    method: "PUT",
    url: "https://api.example.com/x",
    headers: { "X-Retries": 3 },
  });
  expect(checked).toMatchObject({ ok: true, arguments: { headers: { "x-retries": "3" } } });
});
