import { describe, expect, test } from "vitest";
import type { Content } from "../../../app/main/settings/files.ts";
import { createLiveFile } from "../../../app/main/settings/live-file.ts";
import type { Flaw } from "../../../app/main/settings/flaw.ts";

/** A file and a clock that stand still unless the test moves them. */
function setUp(
  first: string,
  check?: (value: string, content: Content, signal: AbortSignal) => Promise<Flaw[]> | null,
) {
  let content: Content = { kind: "text", text: first };
  let now = 0;
  let changes = 0;
  const taken: string[] = [];
  let waits: { at: number; wake: () => void }[] = [];
  const file = createLiveFile<string>({
    read: () => content,
    judge: (c) =>
      c.kind !== "text" || c.text.includes("bad")
        ? { ok: false, flaws: [{ line: 1, reason: "bad" }] }
        : { ok: true, value: c.text },
    fallback: () => "fallback",
    taken: (c) => void taken.push(c.kind === "text" ? c.text : c.kind),
    ...(check ? { check } : {}),
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
  return { file, write, pass, changes: () => changes, waiting: () => waits.length, taken };
}

test("a good file counts within a twentieth of a second", () => {
  const { file, write, pass, changes } = setUp("a");
  write("b");
  pass(50);
  expect([file.value(), changes()]).toEqual(["b", 1]);
});

test("a file that is emptied, half written and then whole never shows its states between", () => {
  for (const between of [[""], ["ba", "bad"], [null, ""], ["", "bad", "b ad"], [null, null, null]]) {
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

test("a file that is gone gets longer to come back, since its loss changes everything", () => {
  const { file, write, pass, changes } = setUp("a");
  write(null);
  pass(1900);
  expect([file.value(), file.flaws(), changes()]).toEqual(["a", [], 0]);
  write("a");
  pass(5000);
  expect([file.value(), file.flaws(), changes()]).toEqual(["a", [], 0]);
  write(null);
  pass(2100);
  expect([file.flaws().length, changes()]).toEqual([1, 1]);
});

describe("with a check that takes time", () => {
  function checks() {
    const asked: { value: string; signal: AbortSignal; answer: (flaws: Flaw[]) => Promise<void> }[] = [];
    const check = (value: string, _content: Content, signal: AbortSignal): Promise<Flaw[]> | null => {
      if (value.startsWith("known")) return null;
      return new Promise((resolve) => {
        asked.push({
          ...{ value, signal },
          answer: async (flaws) => {
            resolve(flaws);
            await Promise.resolve().then(() => undefined);
          },
        });
      });
    };
    return { asked, check };
  }
  const flaw = { line: 3, reason: "the check found it" };

  test("the last good value stands until it has answered, and the new one counts then; each is told once", async () => {
    const { asked, check } = checks();
    const { file, write, pass, changes, taken } = setUp("known", check);
    write("new");
    pass(1000);
    expect([file.value(), file.flaws(), changes()]).toEqual(["known", [], 0]);
    await asked[0]?.answer([]);
    expect([file.value(), file.flaws(), changes(), taken]).toEqual(["new", [], 1, ["known", "new"]]);
  });

  test("what it finds are flaws like others: told, not in force, not kept; a mended text counts again", async () => {
    const { asked, check } = checks();
    const { file, write, pass, changes, taken } = setUp("known", check);
    write("flawed");
    pass(50);
    await asked[0]?.answer([flaw]);
    expect([file.value(), file.flaws(), changes(), taken]).toEqual(["known", [flaw], 1, ["known"]]);
    write("mended");
    pass(50);
    await asked[1]?.answer([]);
    expect([file.value(), file.flaws(), changes()]).toEqual(["mended", [], 2]);
  });

  test("an answer about a text that is no longer in the file is not heard, and its check is stopped", async () => {
    const { asked, check } = checks();
    const { file, write, pass, changes } = setUp("known", check);
    write("first");
    pass(50);
    write("second");
    pass(50);
    expect(asked.map(({ value, signal }) => [value, signal.aborted])).toEqual([
      ["first", true],
      ["second", false],
    ]);
    await asked[1]?.answer([]);
    await asked[0]?.answer([flaw]);
    expect([file.value(), file.flaws(), changes()]).toEqual(["second", [], 1]);
  });

  test("at the start whoever needs the value may wait for it; with a flaw the fallback is what they get", async () => {
    const { asked, check } = checks();
    const { file, taken } = setUp("first", check);
    expect([file.value(), file.fromFile(), taken]).toEqual(["fallback", false, []]);
    const ready = file.ready();
    expect(ready).not.toBeNull();
    await asked[0]?.answer([flaw]);
    await ready;
    expect([file.value(), file.flaws(), file.fromFile(), file.ready()]).toEqual(["fallback", [flaw], false, null]);
  });

  test("closing stops it, and lets go whoever waited", async () => {
    const { asked, check } = checks();
    const { file, changes } = setUp("first", check);
    const ready = file.ready();
    file.close();
    await ready;
    expect(asked[0]?.signal.aborted).toBe(true);
    await asked[0]?.answer([]);
    expect([file.value(), changes()]).toEqual(["fallback", 0]);
  });
});

test("closing ends the waiting", () => {
  const { file, write, waiting } = setUp("a");
  write("b");
  file.close();
  expect(waiting()).toBe(0);
});
