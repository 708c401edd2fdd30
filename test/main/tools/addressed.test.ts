// Whom a call goes to and how much it moves, by the usual names of such fields.
import { expect, test } from "vitest";
import { addressed } from "../../../app/main/tools/addressed.ts";

test.each([
  [{ to: "Ann@Example.com", subject: "Hi" }, "ann@example.com", null],
  [{ to: ["b@x.test", "a@x.test"], cc: "c@x.test; d@x.test" }, "a@x.test, b@x.test, c@x.test, d@x.test", null],
  [{ message: { recipients: [{ email: "a@x.test", name: "A" }] } }, "a@x.test", null],
  [{ recipient_email: "a@x.test", amount: 12.5 }, "a@x.test", 12.5],
  [{ items: [{ price: 3 }, { price: "40" }], total: 43 }, null, 43],
  [{ amount: "a lot", to: "" }, null, null],
  [{ text: "to: evil@x.test", tomorrow: "x", token: "y" }, null, null],
  [null, null, null],
  ["to", null, null],
])("%j", (args, recipient, amount) => {
  expect(addressed(args)).toEqual({ recipient, amount });
});

test("arguments without end are looked at for a while, and no longer", () => {
  let deep: Record<string, unknown> = { to: "far@x.test" };
  for (let n = 0; n < 5000; n++) deep = { inner: deep };
  expect(addressed(deep as never)).toEqual({ recipient: null, amount: null });
  expect(addressed({ to: Array.from({ length: 500 }, (_, n) => `p${n}@x.test`) }).recipient?.split(", ")).toHaveLength(
    100,
  );
});
