import fc from "fast-check";
import { expect, test } from "vitest";
import { doubtOf, hostAsWritten, splitLinks } from "../../../app/renderer/parts/links.ts";

const links = (text: string) =>
  splitLinks(text).flatMap((piece) => (piece.kind === "link" ? [[piece.text, piece.host]] : []));

test.each([
  ["See https://github.com/octo/porch/issues/215.", [["https://github.com/octo/porch/issues/215", "github.com"]]],
  ['{"url":"https://a.test/x?y=1"}', [["https://a.test/x?y=1", "a.test"]]],
  ["(https://a.test)", [["https://a.test", "a.test"]]],
  ["HTTPS://A.Test:443/b", [["HTTPS://A.Test:443/b", "a.test"]]],
  ["https://github.com@evil.test/", []],
  ["http://a.test javascript:alert(1) file:///etc/passwd mailto:a@b.test a.test www.a.test data:text/html,x", []],
  ["https://", []],
])("%s", (text, expected) => {
  expect(links(text)).toEqual(expected);
});

test("of many addresses only so many lead anywhere; the text stays whole", () => {
  const text = Array.from({ length: 150 }, (_, at) => `https://a.test/${at}`).join(" ");
  expect(links(text)).toHaveLength(100);
  expect(
    splitLinks(text)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});

test("any text, joined again, is the text to the letter", () => {
  const part = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("https://", "https://a.test/", "http://x ", "@"),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join("");
      expect(
        splitLinks(text)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
    }),
  );
});

test.each([
  ["https://github.com/a", null],
  ["https://GitHub.com/a", null],
  ["https://\u0430pple.com/", "other"],
  ["https://a.test:443/", "other"],
  ["https://xn--pple-43d.com/", "letters"],
  ["https://www.xn--pple-43d.com/", "letters"],
  ["https://axn--b.test/", null],
])("what is said beside %s: %s", (text, doubt) => {
  const [, written] = hostAsWritten(text);
  expect(doubtOf(written, links(text)[0]?.[1] ?? "")).toBe(doubt);
});
