import { test as property, fc } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { indentJson } from "../../../../app/main/desktop/views/indent-json.ts";
import { visible, visibleExact, visibleJson, visibleLines } from "../../../../app/main/desktop/views/visible-text.ts";

const cases: [string, string, string][] = [
  ["a bidi override", "ok\u202egnp.exe", "ok⟨U+202E⟩gnp.exe"],
  ["a bidi isolate", "a\u2066b\u2069", "a⟨U+2066⟩b⟨U+2069⟩"],
  ["left-to-right and Arabic marks", "\u200e\u200f\u061c", "⟨U+200E⟩⟨U+200F⟩⟨U+061C⟩"],
  ["a zero-width space and a word joiner", "pay\u200bpal\u2060", "pay⟨U+200B⟩pal⟨U+2060⟩"],
  ["NUL, escape and delete", "\u0000\u001b[31m\u007f", "␀␛[31m␡"],
  ["a C1 control", "\u0085", "⟨U+0085⟩"],
  ["line and paragraph separators", "a\u2028b\u2029", "a⟨U+2028⟩b⟨U+2029⟩"],
  ["a lone surrogate", "a\ud83d", "a⟨U+D83D⟩"],
  ["blank fillers", "\u3164\u2800\uffa0", "⟨U+3164⟩⟨U+2800⟩⟨U+FFA0⟩"],
  ["hidden tag letters", "hi\u{E0041}", "hi⟨U+E0041⟩"],
  ["a tower of accents", `e${"\u0301".repeat(50)}!`, `e${"\u0301".repeat(8)}⟨+42 marks⟩!`],
];

test.each(cases)("%s becomes something one can see", (_name, text, seen) => {
  expect(visible(text)).toBe(seen);
  expect(visibleLines(text)).toBe(seen);
  expect(visibleExact(text)).toBe(seen);
});

test("what people really write stays as it is", () => {
  const texts = [
    "Grüße, Zoë — 5 €",
    "שלום עולם",
    "مرحبا",
    "ไม่เป็นไร",
    "नमस्ते",
    "👩‍👩‍👧 ❤️",
    "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
  ];
  for (const text of texts) expect(visible(text)).toBe(text);
});

test("a title is one line, a body keeps its lines, exact text hides no joiner", () => {
  expect(visible("a\nb\tc\r\n")).toBe("a␊b␉c␍␊");
  expect(visibleLines("a\r\nb\tc")).toBe("a\nb\tc");
  expect(visibleLines("a\rb")).toBe("a␍b");
  expect(visibleExact("api\u200d.example")).toBe("api⟨U+200D⟩.example");
});

const anyText = fc.string({ unit: "binary", maxLength: 200 });
const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
  .map((units) => String.fromCharCode(...units));

property.prop([fc.oneof(anyText, anyUnits)])("nothing hidden or reordering is left in any text", (text) => {
  for (const seen of [visible(text), visibleExact(text)]) {
    expect(seen).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060\ufeff]/u);
    expect(seen).not.toMatch(/\p{Cs}/u);
  }
});

property.prop([fc.jsonValue({ depthSize: "medium" })])("shown JSON is exactly the same JSON", (value) => {
  const seen = visibleJson(indentJson(JSON.stringify(value)));
  expect(JSON.parse(seen)).toEqual(JSON.parse(JSON.stringify(value)));
  expect(seen).not.toMatch(/[\p{Bidi_Control}\u200b\u2028]/u);
});

property.prop([fc.jsonValue(), anyUnits])("JSON with hidden characters in it stays the same JSON", (value, hidden) => {
  const text = JSON.stringify({ [hidden]: [value, hidden] });
  expect(JSON.parse(visibleJson(indentJson(text)))).toEqual(JSON.parse(text));
});

property.prop([anyText])("text that is no JSON loses no visible character", (text) => {
  const solid = (of: string) => of.replace(/[\s]/g, "");
  expect(solid(indentJson(text))).toBe(solid(text));
});

test("big numbers, doubled keys and escapes show as they came", () => {
  expect(indentJson('{"a":12345678901234567890,"a":1e3,"s":"{,:\\"}"}')).toBe(
    '{\n  "a": 12345678901234567890,\n  "a": 1e3,\n  "s": "{,:\\"}"\n}',
  );
  expect(indentJson("{ }")).toBe("{}");
});

test("a megabyte of brackets, commas or one string comes back at once and not much longer", () => {
  for (const text of [
    "[".repeat(1e6),
    "[".repeat(50) + ",".repeat(1e6),
    `"${"\\n".repeat(5e5)}"`,
    `[${" ".repeat(1e6)}`,
  ]) {
    // What grows with the square of the size takes minutes here, and the test's time limit ends it.
    expect(indentJson(text).length).toBeLessThanOrEqual(8 * text.length + 2000);
  }
});
