// The request has left, its answer has not come, and the whole app is killed: nobody knows whether it took effect. What may be
// repeated is repeated under the same key; anything else is asked, and each of the three answers does what it says.
import { expect, test } from "@playwright/test";
import { deliver, dependabotPullRequest } from "./support/github.ts";
import { mergeRules } from "./support/profile.ts";
import { card, digest, press, useStage } from "./support/stage.ts";

const stage = useStage();
const question = "Merge Bump a?";

/** Approves a call of this method and kills the app while the outside keeps its answer to itself; starts it again. */
async function killedWhileWaiting(method: string) {
  const { recorder, profile } = stage;
  await profile.write({ rules: mergeRules(recorder.origin, method) });
  recorder.answer = "silent";
  const first = await stage.launch();
  await deliver(first.hooksUrl, "pull_request", dependabotPullRequest("Bump a"));
  await press(first.page, question, "Approve");
  await recorder.received(1);
  await first.kill9();
  expect(calls()).toEqual([{ status: "started", starts: 1 }]);
  recorder.answer = "ok";
  return stage.launch();
}
const calls = () => stage.profile.rows<{ status: string; starts: number }>("select status, starts from tool_calls");
const keys = () => stage.recorder.requests.map(({ headers }) => headers["idempotency-key"]);

test("a PUT is repeated under the same effect key, without asking", async () => {
  const { page } = await killedWhileWaiting("PUT");
  await stage.recorder.received(2);
  await expect(digest(page).filter({ hasText: question })).toHaveCount(1);
  await expect(card(page, question)).toHaveCount(0);
  expect(keys()).toHaveLength(2);
  expect(keys()[0]).toMatch(/^\S{16,}$/);
  expect(new Set(keys()).size).toBe(1);
  expect(calls()).toEqual([{ status: "done", starts: 2 }]);
});

for (const { answer, requests, ends } of [
  { answer: "It did", requests: 1, ends: { status: "done", starts: 1 } },
  { answer: "Do it again", requests: 2, ends: { status: "done", starts: 2 } },
  { answer: "Leave it", requests: 1, ends: { status: "unknown", starts: 1 } },
]) {
  test(`a POST is asked about, and “${answer}” does what it says`, async () => {
    const { page } = await killedWhileWaiting("POST");
    const asked = card(page, question);
    const answers = asked.getByRole("button", { name: /^(It did|Do it again|Leave it|Approve|Deny)$/ });
    await expect(answers).toHaveText(["It did", "Do it again", "Leave it"]);
    expect(calls()).toEqual([{ status: "unknown", starts: 1 }]);
    await press(page, question, answer);
    await expect(asked).toHaveCount(0);
    await expect.poll(calls).toEqual([ends]);
    // Nothing is left to be done that could make another request.
    await expect
      .poll(() => stage.profile.rows("select count(*) as n from inbox where status <> 'done'"))
      .toEqual([{ n: 0 }]);
    expect(keys()).toHaveLength(requests);
    expect(new Set(keys()).size).toBe(1);
  });
}
