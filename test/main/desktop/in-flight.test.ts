import { factsFor } from "../../support/facts.ts";
import { expect, test } from "vitest";
import { createInFlight } from "../../../app/main/desktop/in-flight.ts";
import type { ToolOutcome } from "../../../app/main/engine/worker/ports.ts";

const call = { tool: "http.request", arguments: {}, effectKey: "k" };
const never = new AbortController().signal;

test("settled waits for calls and deliveries, and for whoever writes their end down", async () => {
  const inFlight = createInFlight();
  let answer: (outcome: ToolOutcome) => void = () => {};
  let shown: (outcome: { ok: true }) => void = () => {};
  const tools = inFlight.tools({
    specs: () => [],
    check: () => ({ ok: true, arguments: {}, repeatable: false, facts: factsFor("http.request", {}) }),
    call: () => new Promise((resolve) => (answer = resolve)),
  });
  const channel = inFlight.channel({ send: () => new Promise((resolve) => (shown = resolve)) });
  const written: string[] = [];
  void tools.call(call, never).then(() => written.push("call"));
  void channel.send({ id: 1, kind: "digest", title: "", body: "" }).then(() => written.push("delivery"));
  const settled = inFlight.settled().then(() => written.push("settled"));
  answer({ kind: "done", result: {}, summary: "" });
  await new Promise((turn) => setImmediate(turn));
  expect(written).toEqual(["call"]);
  shown({ ok: true });
  await settled;
  expect(written).toEqual(["call", "delivery", "settled"]);
});

test("with nothing under way it is settled, and a failure settles too", async () => {
  const inFlight = createInFlight();
  await inFlight.settled();
  const tools = inFlight.tools({
    specs: () => [],
    check: () => ({ ok: false, error: "" }),
    call: () => Promise.reject(new Error("broke")),
  });
  await expect(tools.call(call, never)).rejects.toThrow("broke");
  await inFlight.settled();
  expect(tools.check("x", {})).toEqual({ ok: false, error: "" });
});
