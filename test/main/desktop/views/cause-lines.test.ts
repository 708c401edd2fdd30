import { test as property, fc } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { causeLine, createCauseLines, hintOf } from "../../../../app/main/desktop/views/cause-lines.ts";

const token = (payload: unknown, name: string | null = null) => ({
  ...{ source: "shell", kind: "token", name, title: null },
  payload: payload === null ? null : JSON.stringify(payload),
});

test("events of a token are told apart by their event and the first words of what was posted", () => {
  const line = (payload: unknown, name: string | null = null) => causeLine(token(payload, name), true);
  expect(line({ text: "The backup is done" })).toBe("shell · “The backup is done”");
  expect(line({ id: "7f3a", host: "web-1", title: "Disk nearly full" }, "alert")).toBe(
    "shell · alert · “Disk nearly full”",
  );
  expect(line({ id: "7f3a" })).toBe("shell · “7f3a”");
  expect(line({ load: 4 })).toBe('shell · “{"load":4}”');
  expect(line([1, 2])).toBe("shell · “[1,2]”");
  expect(line("plain words\nof two lines")).toBe("shell · “plain words of two lines”");
  expect(line({}, "ping")).toBe("shell · ping");
  expect(line(null, "old")).toBe("shell · old");
});

test("what was posted stays text: cut short, hidden characters shown", () => {
  expect(causeLine(token({ text: `${"a".repeat(200)}` }), true)).toBe(`shell · “${"a".repeat(79)}…”`);
  expect(causeLine(token({ text: "<b>ok</b>\u202egnp.exe" }), true)).toBe("shell · “<b>ok</b>⟨U+202E⟩gnp.exe”");
});

test("cards and messages, which say what was posted themselves, and other kinds of source get no hint", () => {
  expect(causeLine(token({ text: "The backup is done" }, "backup"))).toBe("shell · backup");
  const github = { action: "opened", title: "x", repository: { full_name: "octo/porch" } };
  expect(causeLine({ ...token(github, "issues"), source: "github", kind: "github" }, true)).toBe(
    "github · issues opened · octo/porch",
  );
  let reads = 0;
  const causes = createCauseLines(() => {
    reads += 1;
    return token({ text: "hello" });
  });
  for (let n = 0; n < 3; n += 1) expect([causes.of(1), causes.hinted(1)]).toEqual(["shell", "shell · “hello”"]);
  expect(reads).toBe(2);
});

property.prop([fc.json()])("any payload has a short hint or none", (payload) => {
  expect(Array.from(hintOf(payload) ?? "").length).toBeLessThanOrEqual(80);
});
