// A megabyte made to be slow is looked through all the same, in a time that grows with its length alone.
import examples from "@octokit/webhooks-examples" with { type: "json" };
import { expect, test } from "vitest";
import { findDisguise } from "../../../../app/main/engine/permissions/disguise.ts";
import { hosts } from "./disguise-corpus.ts";

const megabyte = (text: string) => text.repeat(Math.ceil(1_000_000 / text.length)).slice(0, 1_000_000);
const numbered = (make: (n: number) => string) => Array.from({ length: 60_000 }, (_, n) => make(n)).join(" ");

const units = [
  ...[
    "<",
    "<a ",
    "<a hidden>",
    "<a hidden>x",
    "<a hidden>long enough text",
    "<p style=color:white>",
    "<p style='a:b'>",
    "<!--",
  ],
  ...[
    "<!-- a -->",
    "<!-- as long as it is read -->",
    "<img ",
    "<img src ",
    "<img src=//a.b/?c=d>",
    "<a href=",
    "<a href=https://a.b>c<",
  ],
  ...[
    "![",
    "![a](https://",
    "![a](https://a.b/?c=d) ",
    "[a](",
    "[",
    "[a.b](https://a.b/) ",
    "[www.a.b](https://c.d/) ",
    "[//]: # (",
    "[a]: #(\n",
  ],
  ...[
    "://",
    "://a@",
    ...[
      "://?",
      "://a?b",
      "?://a?[",
      "[a]: //b\n",
      "[a][a] ",
      "[a]: //b\n[a][a]",
      "\u2044",
      "a.bc\u2044",
      "a.bc\u2044d.ef ",
    ],
    ...["<input type=hidden value='a ", "<input type=hidden value='aa aa aa'>", "<img width=0 src=//a.b/?c "],
    "://a.bc@d ",
    "https://a.b/c ",
    `https://a.b/${"c".repeat(100)} `,
    "a=b&",
    "%20",
    "https://a.b/?c=%20%20%20%20%20",
  ],
  ...[
    ".",
    "a.",
    "a.b ",
    "www.",
    "api.github.com.",
    "xn--",
    "xn--a.",
    "\u0430.",
    "\u0430\u0431.com ",
    "\u3002",
    "a\u3002com ",
  ],
  ...[
    "\u202e",
    "\u202ea",
    "\u2066",
    "a\u2066b\u2069",
    "\u2066a\u2069\n",
    "\u2067\n",
    "\u202e\u202c",
    "a\u200b",
    " \u200b",
    "a\u00ad",
  ],
  ...[
    "\u{e0041}",
    "a\u{e0041}",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "\ufe0f",
    "\u{1f600}\ufe0f",
    "\u0645\u200c",
  ],
  ...["ignore ", "<!-- ignore ", "style", "display:", "display: ", "secret", "\n", " ", "\\", "a", "\u8fd9", "\ud800"],
];
const questions = `<!--${"http://???????".repeat(284)}-->`;
const texts: [string, string][] = [
  ...units.map((unit): [string, string] => [JSON.stringify(unit).slice(0, 40), megabyte(unit)]),
  ["many hosts", numbered((n) => `h${n}.com`)],
  ["many hosts in punycode", numbered((n) => `xn--${n}.com`)],
  ["many hosts beyond ASCII", numbered((n) => `\u0430\u0431${n}.com`)],
  ["one address", `https://${"a".repeat(1_000_000)}`],
  ["one query", `https://a.b/?${megabyte("a=b&")}`],
  ["one tag", `<p style="display:${" ".repeat(1_000_000)}`],
  ["one tag of attributes", `<p ${megabyte("style ")}`],
  ["addresses of nothing but question marks", megabyte(`://${"?".repeat(3990)} `)],
  ["fields of one long word", megabyte(`<input type=hidden value='${"a".repeat(3990)}'>`)],
  ["links' comments of the same", megabyte(`\n[a]: #'${questions}`)],
  ["one comment", `<!-- ${megabyte("ignore ")}`],
];

/** What grows with the square of the length takes minutes here, and the test's time limit ends it. */
const look = (value: unknown) => {
  const found = findDisguise(value, hosts);
  expect(found.length).toBeLessThan(200);
};

test.each(texts)("a megabyte of %s", (_, text) => {
  look(text);
});

// A search that tries each beginning in many ways took seconds for one: the time limit ends it only for many.
test("a day's worth of comments of addresses with nothing but question marks", () => {
  for (let delivery = 0; delivery < 20; delivery++) look(megabyte(questions));
});

test("a megabyte of ordinary payload", () => {
  const payloads = examples.flatMap(({ examples: some }) => some);
  const some: unknown[] = [];
  for (let size = 0, at = 0; size < 1_000_000; at++) {
    size += JSON.stringify(payloads[at]).length;
    some.push(payloads[at]);
  }
  look(some);
});

test("depth and width cost no more than their size", () => {
  let deep: unknown = "x";
  for (let at = 0; at < 200_000; at++) deep = at % 2 === 0 ? [deep] : { a: deep };
  look(deep);
  look(Array.from({ length: 250_000 }, () => "abcd"));
});
