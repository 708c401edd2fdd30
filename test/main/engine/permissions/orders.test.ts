// Orders to an agent are found wherever they stand, and people who speak to people are left alone.
import examples from "@octokit/webhooks-examples" with { type: "json" };
import fc from "fast-check";
import { expect, test } from "vitest";
import { fold } from "../../../../app/main/engine/permissions/order-reading.ts";
import { findOrders } from "../../../../app/main/engine/permissions/orders.ts";
import { carriers, ordersTo } from "../../../security/injections/orders.ts";
import { ordinary as undisguised } from "./disguise-corpus.ts";
import { hostile, ordinary } from "./orders-corpus.ts";

test("the corpus is as large as it should be, and each text is there once", () => {
  expect(hostile.length).toBeGreaterThanOrEqual(90);
  expect(ordinary.length).toBeGreaterThanOrEqual(40);
  expect(new Set([...hostile, ...ordinary].map(([, text]) => text)).size).toBe(hostile.length + ordinary.length);
});

test.each(hostile)(
  "%s is found, also deep in a payload and among other text, in a sentence that shows it",
  (_, text) => {
    expect(findOrders(text)).toMatchObject([
      { kind: "order", where: "text", what: expect.stringMatching(/^[A-Z].*\.$/) },
    ]);
    const around = "The tests fail on Windows.\n\n";
    const payload = { action: "opened", issue: { labels: [{ name: "bug" }], body: `${around}${text}\n\n${around}` } };
    const [found] = findOrders(payload);
    expect(found).toMatchObject({ kind: "order", where: "issue.body" });
    expect(found?.what.length).toBeLessThan(400);
    expect(found?.what).not.toMatch(/\p{Default_Ignorable_Code_Point}|\p{Cc}/u);
  },
);

test.each([...ordinary, ...undisguised])("%s is ordinary", (_, text) => {
  expect(findOrders(text)).toEqual([]);
  expect(findOrders({ body: text, [text]: text })).toEqual([]);
});

test("GitHub's own payloads hold no orders", () => {
  const payloads = examples.flatMap(({ name, examples: some }) => some.map((payload) => ({ name, payload })));
  expect(payloads.length).toBeGreaterThan(300);
  expect(payloads.flatMap(({ name, payload }) => findOrders(payload).map((one) => ({ name, ...one })))).toEqual([]);
});

test("the three hundred orders of the security tests are found, in whatever they are carried", () => {
  const places = { listed: "https://a.test", granted: "https://b.test", foreign: "https://c.test" };
  const all = carriers.flatMap(({ name, carry }, n) =>
    ordersTo({ ...places, own: "http://127.0.0.1:47821", secret: "canary" }, n).map((order) => ({
      name,
      ...carry(order),
    })),
  );
  expect(all).toHaveLength(300);
  const missed = all.filter(({ payload, told }) => findOrders(payload).length + findOrders(told ?? "").length === 0);
  expect(missed.map(({ name }) => name)).toEqual([]);
});

test("few findings, one for a place, the same each time, whatever comes", () => {
  const many = Array.from({ length: 500 }, (_, at) => hostile.map(([, text]) => `${at} ${text}`));
  expect(findOrders(many).length).toBeLessThanOrEqual(4);
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: "binary", maxLength: 300 }), (value, text) => {
      const found = findOrders([value, text]);
      expect(findOrders([value, text])).toEqual(found);
      expect(new Set(found.map(({ where }) => where)).size).toBe(found.length);
    }),
    { numRuns: 200 },
  );
});

test("case, accents, look-alikes, digits and what nobody sees make no difference to a word", () => {
  for (const one of ["Ignore", "IGNORE", "ign\u00f6re", "ig\u200bnore", "1gn0r3", "ign\u043ere", "ｉｇｎｏｒｅ"])
    expect(fold(one)).toBe(fold("ignore"));
  expect(fold("ignored")).not.toBe(fold("ignore"));
});

test("an order among ordinary words is found wherever it stands", () => {
  const words = fc.array(fc.constantFrom("the", "build", "fails", "on", "main", "since", "monday"), { maxLength: 40 });
  fc.assert(
    fc.property(words, words, fc.constantFrom(...hostile.slice(0, 26)), (before, after, [, text]) => {
      expect(findOrders(`${before.join(" ")}.\n${text}\n${after.join(" ")}`)).toHaveLength(1);
    }),
  );
});
