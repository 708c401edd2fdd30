// Names of tools on the wire: fit for every provider, one for each tool, and the same whatever order the tools come in.
import { expect, test } from "vitest";
import fc from "fast-check";
import { wireNames } from "../../../app/agent/think/names.ts";

test("a name stays readable while it can", () => {
  expect(Object.fromEntries(wireNames(["http.request", "message", "files/read_file"]))).toEqual({
    "http.request": "http_request",
    message: "message",
    "files/read_file": "files_read_file",
  });
});

test("a server can not take the name of one of Nightjar's own tools, nor of another server's", () => {
  const names = ["files.read", "files/read", "files_read", "files-read", "a/b_c", "a_b/c"];
  const wire = wireNames(names);
  expect(wire.get("files_read")).toBe("files_read");
  expect(wire.get("files-read")).toBe("files-read");
  expect(new Set(wire.values()).size).toBe(names.length);
  expect(wire.get("files.read")).toMatch(/^files_read_[0-9a-f]{8}$/);
});

test("a name that is no key of an object gets another", () => {
  expect(wireNames(["__proto__"]).get("__proto__")).toMatch(/^__proto___[0-9a-f]{8}$/);
});

const name = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", "_", "-", ".", "/", "é", " "), maxLength: 6 }),
  fc.string({ unit: fc.constantFrom("a", "."), minLength: 60, maxLength: 70 }),
  fc.string({ unit: "binary", maxLength: 90 }),
);

test("any names: each fit, no two the same, in any order the same", () => {
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 40 }), fc.integer(), (names, turn) => {
      const wire = wireNames(names);
      expect(wire.size).toBe(names.length);
      expect(new Set(wire.values()).size).toBe(names.length);
      for (const one of wire.values()) expect(one).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      const turned = names.toSorted(
        (a, b) => Math.sin(a.length + turn) - Math.sin(b.length + turn) || (a < b ? 1 : -1),
      );
      const other = wireNames(turned);
      for (const one of names) expect(other.get(one)).toBe(wire.get(one));
    }),
  );
});
