import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ensurePrivateFolder, writePrivateFile } from "../../../app/main/desktop/files.ts";
import { createListenerFile } from "../../../app/main/desktop/listener-file.ts";

let base = "";
const mode = (path: string) => statSync(path).mode & 0o777;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "nightjar-files-"));
});
afterEach(() => {
  rmSync(base, { recursive: true });
});

test("a missing folder is made for the person alone, an open one is closed", () => {
  const made = ensurePrivateFolder(join(base, "a", "b"));
  expect(mode(made)).toBe(0o700);
  chmodSync(made, 0o755);
  expect(mode(ensurePrivateFolder(made))).toBe(0o700);
});

test("two names of one folder are one folder", () => {
  mkdirSync(join(base, "real"));
  symlinkSync(join(base, "real"), join(base, "name"));
  expect(ensurePrivateFolder(join(base, "name"))).toBe(ensurePrivateFolder(join(base, "real")));
});

test("a file where the folder should be is said, with the way out", () => {
  writeFileSync(join(base, "file"), "");
  expect(() => ensurePrivateFolder(join(base, "file"))).toThrow(/could not open its folder .*file.*--profile=/);
});

test("a file is written whole, 0600, even over an open one", () => {
  const path = join(base, "x.json");
  writeFileSync(path, "old", { mode: 0o644 });
  writePrivateFile(path, "new");
  expect(readFileSync(path, "utf8")).toBe("new");
  expect(mode(path)).toBe(0o600);
  expect(existsSync(`${path}.part`)).toBe(false);
});

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

test("listener.json that can't be written ends nothing: it is tried again, with what is true by then, until it stands", () => {
  const path = join(base, "listener.json");
  const waits: { wake: () => void; on: boolean }[] = [];
  const wait = (_ms: number, wake: () => void) => {
    const one = { wake, on: true };
    waits.push(one);
    return () => void (one.on = false);
  };
  const again = () => {
    const due = waits.splice(0).filter(({ on }) => on);
    for (const { wake } of due) wake();
    return due.length;
  };
  const file = createListenerFile({ profile: base, pid: 1, wait, log: quiet });
  // A folder in its way: what is written beside it can not take its place.
  mkdirSync(path);
  file.tell("http://127.0.0.1:1");
  file.tell("http://127.0.0.1:2");
  expect([again(), again()]).toEqual([1, 1]);
  rmdirSync(path);
  expect(again()).toBe(1);
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ pid: 1, hooks: "http://127.0.0.1:2" });
  expect(again()).toBe(0);
  rmSync(path);
  mkdirSync(path);
  file.tell("http://127.0.0.1:3");
  rmdirSync(path);
  file.tell(null);
  expect([again(), existsSync(path)]).toEqual([0, false]);
});

test("listener.json stands only while the listener listens; a stale one goes at start", () => {
  const path = join(base, "listener.json");
  writeFileSync(path, '{"pid":1,"hooks":"http://127.0.0.1:1"}');
  const file = createListenerFile({ profile: base, pid: 4711, wait: () => () => undefined, log: quiet });
  expect(existsSync(path)).toBe(false);
  file.tell("http://127.0.0.1:47821");
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ pid: 4711, hooks: "http://127.0.0.1:47821" });
  expect(mode(path)).toBe(0o600);
  file.tell("http://127.0.0.1:5");
  expect(JSON.parse(readFileSync(path, "utf8")).hooks).toBe("http://127.0.0.1:5");
  file.tell(null);
  expect(existsSync(path)).toBe(false);
});
