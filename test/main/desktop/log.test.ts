import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog, scrubLine } from "../../../app/main/desktop/log.ts";
import { createScrub } from "../../../app/main/proxy/scrub.ts";

let profile = "";
const logFile = () => join(profile, "logs", "nightjar.log");
const lines = () =>
  readFileSync(logFile(), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), "nightjar-log-"));
});
afterEach(() => {
  rmSync(profile, { recursive: true });
});

test("a line is on disk when the call returns, readable by the person alone", () => {
  createLog(profile).warn({ port: 1 }, "The port is taken.");
  expect(lines()).toMatchObject([{ level: 40, port: 1, msg: "The port is taken.", pid: process.pid }]);
  expect(statSync(logFile()).mode & 0o777).toBe(0o600);
  expect(statSync(join(profile, "logs")).mode & 0o777).toBe(0o700);
});

test("no live secret value is written, wherever it hides", () => {
  const log = createLog(profile);
  const secret = 'sw0rd"fish\\n';
  log.scrub(() => [secret], createScrub);
  const error = new Error(`refused with ${secret}`, { cause: new Error(`inner ${secret}`) });
  log.error({ error, nested: { header: `Bearer ${secret}` } }, `The secret is ${secret}.`);
  const text = readFileSync(logFile(), "utf8");
  expect(text).not.toContain("sw0rd");
  expect(lines()[0].msg).toBe("The secret is [secret].");
  expect(lines()[0].error.message).toContain("[secret]");
});

test("a secret of a few letters does not blacken words", () => {
  expect(scrubLine('{"msg":"a port"}', ["a", "", "port"])).toBe('{"msg":"a port"}');
});

test("a large log is put aside at start, and only so many are kept", () => {
  for (let start = 0; start < 7; start += 1) {
    createLog(profile).info({}, `start ${start}`);
    truncateSync(logFile(), 6 * 1024 * 1024);
  }
  writeFileSync(logFile(), "");
  expect(readdirSync(join(profile, "logs")).sort()).toEqual([
    "nightjar.1.log",
    "nightjar.2.log",
    "nightjar.3.log",
    "nightjar.4.log",
    "nightjar.log",
  ]);
});

test("a live value that is URL-encoded or in base64 is not written either", () => {
  const log = createLog(profile);
  const secret = "sw0rd/fish=1 2";
  log.scrub(() => [secret], createScrub);
  log.info({ url: `/?key=${encodeURIComponent(secret)}` }, Buffer.from(`me:${secret}`).toString("base64"));
  const text = readFileSync(logFile(), "utf8");
  expect(text).not.toContain("sw0rd");
  expect(text.match(/\[secret\]/g)).toHaveLength(2);
});
