import { expect, test } from "vitest";
import type { Content } from "../../../app/main/settings/files.ts";
import { createLiveFile } from "../../../app/main/settings/live-file.ts";

/** A file and a clock that stand still unless the test moves them. */
function setUp(first: string) {
  let content: Content = { kind: "text", text: first };
  let now = 0;
  let changes = 0;
  let waits: { at: number; wake: () => void }[] = [];
  const file = createLiveFile<string>({
    read: () => content,
    judge: (c) =>
      c.kind !== "text" || c.text.includes("bad")
        ? { ok: false, flaws: [{ line: 1, reason: "bad" }] }
        : { ok: true, value: c.text },
    fallback: "fallback",
    changed: () => changes++,
    wait: (ms, wake) => {
      const one = { at: now + ms, wake };
      waits.push(one);
      return () => {
        waits = waits.filter((w) => w !== one);
      };
    },
  });
  file.settle();
  const write = (text: string | null): void => {
    content = text === null ? { kind: "missing" } : { kind: "text", text };
    file.touched();
  };
  const pass = (ms: number): void => {
    const until = now + ms;
    for (;;) {
      const next = waits.filter((w) => w.at <= until).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      now = next.at;
      waits = waits.filter((w) => w !== next);
      next.wake();
    }
    now = until;
  };
  return { file, write, pass, changes: () => changes, waiting: () => waits.length };
}

test("a good file counts within a twentieth of a second", () => {
  const { file, write, pass, changes } = setUp("a");
  write("b");
  pass(50);
  expect([file.value(), changes()]).toEqual(["b", 1]);
});

test("a file that is emptied, half written and then whole never shows its states between", () => {
  for (const between of [[""], ["ba", "bad"], [null, ""], ["", "bad", "b ad"]]) {
    const { file, write, pass, changes } = setUp("a");
    const seen = new Set<string>();
    for (const text of between) {
      write(text);
      pass(30);
      seen.add(`${file.value()} ${file.flaws().length}`);
    }
    write("whole");
    pass(50);
    expect([[...seen], file.value(), file.flaws(), changes()]).toEqual([["a 0"], "whole", [], 1]);
  }
});

test("a mistake is told when it is still there after a moment, once; emptiness counts then too", () => {
  const { file, write, pass, changes } = setUp("a");
  write("bad");
  pass(300);
  expect([file.flaws().length, changes()]).toEqual([0, 0]);
  pass(200);
  expect([file.value(), file.flaws().length, changes()]).toEqual(["a", 1, 1]);
  file.touched();
  pass(1000);
  expect(changes()).toBe(1);
  write("");
  pass(300);
  expect(file.value()).toBe("a");
  pass(200);
  expect([file.value(), file.flaws().length]).toEqual(["", 0]);
});

test("an edit that is taken back leaves no trace and nothing that waits", () => {
  const { file, write, pass, changes, waiting } = setUp("a");
  write("bad");
  pass(50);
  write("a");
  expect(waiting()).toBe(0);
  pass(1000);
  expect([file.value(), file.flaws(), changes()]).toEqual(["a", [], 0]);
});

test("closing ends the waiting", () => {
  const { file, write, waiting } = setUp("a");
  write("b");
  file.close();
  expect(waiting()).toBe(0);
});
