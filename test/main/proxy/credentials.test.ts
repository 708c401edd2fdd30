// What is packed in a Basic header is scrubbed too, and refused where it could not be.
import { expect, test } from "vitest";
import { createCredentials, type SecretResult } from "../../../app/main/proxy/credentials.ts";

const origin = "https://a.test";

function inject(value: string, header = "Basic {secret}") {
  const settings = [
    {
      ...{ name: "b", secret: "env:B", destinations: [origin], expiresOn: null },
      header: { name: "Authorization", value: header },
    },
  ];
  return createCredentials(
    () => settings,
    () => ({ state: "ok", value }),
  ).inject("b", origin);
}
const packed = (pair: string, encoding: "utf8" | "latin1" = "utf8") => Buffer.from(pair, encoding).toString("base64");

test.each([
  ["a password", "user:hunter2-hunter2", "hunter2-hunter2"],
  ["the user where the password is empty", "sk_live_51Habcdefghijk:", "sk_live_51Habcdefghijk"],
  ["a password beyond ASCII", "user:pässwörd-12345", "pässwörd-12345"],
  ["all of it where there is no colon", "abcdefghijkl", "abcdefghijkl"],
])("%s is scrubbed", (_what, pair, secret) => {
  const injection = inject(packed(pair));
  if (!injection.ok) throw new Error(injection.reason);
  expect(injection.scrub.text(`You sent ${secret}!`)).toBe("You sent [secret]!");
  const { push, end } = injection.scrub.stream();
  expect(Buffer.concat([push(Buffer.from(`You sent ${secret}!`)), end()]).toString()).toBe("You sent [secret]!");
});

test("in latin1 as well", () => {
  const injection = inject(packed("user:pässwörd-12345", "latin1"));
  expect(injection.ok && injection.scrub.text("pässwörd-12345")).toBe("[secret]");
});

test.each([
  ["a password", packed("somebody:hunter2")],
  ["a user without a password", packed("sk_live:")],
])("%s that is too short to be scrubbed is refused before anything leaves", (_what, value) => {
  expect(inject(value)).toEqual({ ok: false, reason: expect.stringContaining("is shorter than 8 characters") });
  expect(inject(value, "Token {secret}").ok).toBe(true);
});

test("its state says what injecting would: the secret's own, or what is wrong with it", () => {
  const settings = [
    {
      ...{ name: "b", secret: "env:B", destinations: [origin], expiresOn: null },
      header: { name: "Authorization", value: "Basic {secret}" },
    },
  ];
  let held: SecretResult = { state: "missing" };
  const credentials = createCredentials(
    () => settings,
    () => held,
  );
  const both = () => [credentials.state("b"), credentials.inject("b", origin).ok];
  expect(credentials.state("other")).toBeNull();
  const seen: [SecretResult, string][] = [
    [{ state: "missing" }, "missing"],
    [{ state: "empty" }, "empty"],
    [{ state: "unreadable" }, "unreadable"],
    [{ state: "ok", value: packed("me:short") }, "short"],
    [{ state: "ok", value: "has a line\nbreak" }, "unfit"],
    [{ state: "ok", value: "x".repeat(5000) }, "long"],
  ];
  for (const [result, state] of seen) {
    held = result;
    expect(both(), state).toEqual([state, false]);
  }
  held = { state: "ok", value: packed("me:long-enough-1") };
  expect(both()).toEqual(["ok", true]);
});
