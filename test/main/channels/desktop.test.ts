import { expect, test } from "vitest";
import { createDesktopChannel, type SystemNotice } from "../../../app/main/channels/desktop.ts";
import type { Delivery } from "../../../app/main/engine/outbox/ports.ts";

const delivery: Delivery = { id: 7, kind: "digest", title: "2 updates", body: "one\n\ntwo" };

function channel(readsMarkup = true, watched = false) {
  const shown: { notice: SystemNotice; click: () => void }[] = [];
  const opened: Delivery[] = [];
  const port = createDesktopChannel({
    show: async (notice, click) => {
      shown.push({ notice, click });
      return { ok: true };
    },
    open: (delivered) => opened.push(delivered),
    readsMarkup,
    watched: () => watched,
  });
  return { port, shown, opened };
}

test("one delivery is one notice with every merged text, and its click opens that delivery", async () => {
  const { port, shown, opened } = channel();
  expect(await port.send(delivery)).toEqual({ ok: true });
  expect(shown.map(({ notice }) => notice)).toEqual([
    { title: "2 updates", body: "one\n\ntwo", urgent: false, quiet: true },
  ]);
  expect(opened).toEqual([]);
  shown[0]?.click();
  expect(opened).toEqual([delivery]);
});

test.each([
  ["digest", false, true],
  ["reply", false, true],
  ["urgent", true, false],
  ["approval", false, false],
  ["last_call", false, false],
] as const)("%s: urgent %s, quiet %s", async (kind, urgent, quiet) => {
  const { port, shown } = channel();
  await port.send({ ...delivery, kind });
  expect(shown[0]?.notice).toMatchObject({ urgent, quiet });
});

test("a refusal is passed on as it is", async () => {
  const port = createDesktopChannel({
    show: async () => ({ ok: false, error: "no service" }),
    open: () => undefined,
    readsMarkup: true,
    watched: () => false,
  });
  expect(await port.send(delivery)).toEqual({ ok: false, error: "no service" });
});

test.each([
  ["a < b & c <3", "a < b & c <3"],
  ['<a href="https://evil.example">yes</a>', '&lt;a href="https://evil.example">yes&lt;/a>'],
  ["<img src=x>", "&lt;img src=x>"],
  ["<!-- -->", "&lt;!-- -->"],
  ["&lt;b&gt; &#60; &#x3c; AT&T", "&amp;lt;b&amp;gt; &amp;#60; &amp;#x3c; AT&T"],
])("where bodies are markup, %j cannot act", async (body, expected) => {
  const { port, shown } = channel();
  await port.send({ ...delivery, body });
  expect(shown[0]?.notice.body).toBe(expected);
  const plain = channel(false);
  await plain.port.send({ ...delivery, body });
  expect(plain.shown[0]?.notice.body).toBe(body);
});

test.each([
  ["cut\0here", "cut\ufffdhere"],
  ["bell\u0007 del\u007f nel\u0085", "bell\ufffd del\ufffd nel\ufffd"],
  ["over\u202eride", "over\ufffdride"],
  ["iso\u2066late", "iso\ufffdlate"],
  ["half \ud83d pair", "half \ufffd pair"],
  ["lines\r\nand\ttabs\nstay 🦉 e\u0301", "lines\nand\ttabs\nstay 🦉 e\u0301"],
])("%j keeps its letters and loses its disguise", async (body, expected) => {
  const { port, shown } = channel();
  await port.send({ ...delivery, body, title: body });
  expect(shown[0]?.notice).toMatchObject({ body: expected, title: expected });
});

test("a reply is no notification while the person has the window before their eyes; whatever else is said is one", async () => {
  const { port, shown } = channel(true, true);
  expect(await port.send({ ...delivery, kind: "reply" })).toEqual({ ok: true });
  expect(shown).toEqual([]);
  await port.send(delivery);
  expect(shown).toHaveLength(1);
});
