// What a server asks the person in the middle of a call (elicitation): told to main, answered, withdrawn; the call's clock stands
// still meanwhile, up to the ceiling.
import { expect, test } from "vitest";
import type { Elicitation, ElicitationAnswer } from "../../../app/preload/contract/toolhost.ts";
import type { AskingCall, OnElicitation } from "../../../app/main/toolhost/calls.ts";
import { handWait, hostileServer, rigOf, textOf } from "./rig.ts";

interface Asked {
  server: string;
  calls: readonly AskingCall[];
  request: Elicitation;
  signal: AbortSignal;
  answer: (answer: ElicitationAnswer) => void;
}

/** Hands each question to the test. */
function asking(): { onElicitation: OnElicitation; next: () => Promise<Asked> } {
  const questions: Asked[] = [];
  let wake = (): void => undefined;
  return {
    onElicitation: (server, calls, request, signal) =>
      new Promise((answer) => {
        questions.push({ server, calls, request, signal, answer });
        wake();
      }),
    async next() {
      while (questions.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return questions.shift() as Asked;
    },
  };
}

test("a form is shown with its call, and what is filled in goes back, with defaults for what is not", async () => {
  const { onElicitation, next } = asking();
  const { call } = rigOf([hostileServer("bad")], { onElicitation });
  const done = call("bad/ask");
  const { server, calls, request, answer } = await next();
  expect([server, calls]).toEqual(["bad", [{ tool: "ask", effectKey: "ek_test" }]]);
  if (request.mode !== "form") throw new Error("It is no form.");
  expect(request.message).toBe("When?");
  expect(JSON.parse(request.schema)).toMatchObject({ properties: { day: { type: "string" } }, required: ["day"] });
  answer({ action: "accept", content: { day: "Monday" } });
  expect(JSON.parse(textOf(await done))).toEqual({ action: "accept", content: { day: "Monday", loud: true } });
});

test("an address is shown, not opened; a no and a cancel go back as such", async () => {
  const { onElicitation, next } = asking();
  const { call } = rigOf([hostileServer("bad")], { onElicitation });
  const first = call("bad/ask_url");
  const asked = await next();
  expect(asked.request).toEqual({ mode: "url", message: "Sign in", url: "https://example.com/in" });
  asked.answer({ action: "decline" });
  expect(JSON.parse(textOf(await first))).toEqual({ action: "decline" });
  const second = call("bad/ask");
  (await next()).answer({ action: "cancel" });
  expect(JSON.parse(textOf(await second))).toEqual({ action: "cancel" });
});

test("nobody there to ask, and a fault while asking, are a cancel", async () => {
  expect(JSON.parse(textOf(await rigOf([hostileServer("bad")]).call("bad/ask")))).toEqual({ action: "cancel" });
  const { call } = rigOf([hostileServer("bad")], { onElicitation: () => Promise.reject(new Error("no window")) });
  expect(JSON.parse(textOf(await call("bad/ask")))).toEqual({ action: "cancel" });
});

test("both clocks of a call stand still while the person is asked, and begin anew after the answer", async () => {
  const time = handWait();
  const { onElicitation, next } = asking();
  const { call, host } = rigOf([hostileServer("bad", "", { timeoutSeconds: 61 })], {
    ...{ onElicitation, wait: time.wait, limits: { ceilingMilliseconds: 500_000 } },
  });
  await host.start("bad");
  const first = call("bad/ask_forever");
  const one = await next();
  expect([time.open(61_000), time.open(500_000)]).toEqual([0, 0]);
  one.answer({ action: "decline" });
  await time.begun(61_000, 2);
  time.pass(61_000);
  expect(await first).toMatchObject({ kind: "unknown", reason: expect.stringContaining("within 61 s") as string });
  const second = call("bad/ask_forever");
  (await next()).answer({ action: "decline" });
  await time.begun(500_000, 4);
  time.pass(500_000);
  expect(await second).toMatchObject({ kind: "unknown", reason: expect.stringContaining("within 500 s") as string });
});

test("a question of a server that dies is withdrawn", async () => {
  const { onElicitation, next } = asking();
  const { call, host } = rigOf([hostileServer("bad")], { onElicitation });
  await host.start("bad");
  const waiting = call("bad/ask_forever");
  const { signal } = await next();
  const withdrawn = new Promise((resolve) => signal.addEventListener("abort", resolve));
  await call("bad/die");
  await withdrawn;
  expect(await waiting).toMatchObject({ kind: "unknown" });
});

test("with two calls under way nobody guesses which one asks, and both clocks stand still", async () => {
  const time = handWait();
  const { onElicitation, next } = asking();
  const { call, host } = rigOf([hostileServer("bad", "", { timeoutSeconds: 61 })], { onElicitation, wait: time.wait });
  await host.start("bad");
  const hanging = call("bad/hang");
  const asked = call("bad/ask");
  const question = await next();
  expect(question.calls.map(({ tool }) => tool)).toEqual(["hang", "ask"]);
  expect(time.open(61_000)).toBe(0);
  question.answer({ action: "accept", content: { day: "Monday" } });
  expect((await asked).kind).toBe("done");
  expect(time.open(61_000)).toBe(1);
  time.pass(61_000);
  expect((await hanging).kind).toBe("unknown");
});
