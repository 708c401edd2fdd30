import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

vi.mock("electron", () => ({ protocol: {} }));
const { answerPageRequest } = await import("../../../app/main/desktop/app-protocol.ts");
const { readBundleFiles } = await import("../../../app/main/desktop/bundle-files.ts");

let base = "";
let folder = "";
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "nightjar-bundle-"));
  folder = join(base, "renderer");
  mkdirSync(join(folder, "assets"), { recursive: true });
  writeFileSync(join(base, "outside.html"), "outside");
  writeFileSync(join(folder, "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "assets", "main-abc.js"), "1;");
  writeFileSync(join(folder, "assets", "inter.woff2"), "font");
  symlinkSync(join(base, "outside.html"), join(folder, "linked.html"));
});
afterAll(() => rmSync(base, { recursive: true }));

const get = (url: string, method = "GET") => answerPageRequest(readBundleFiles(folder), { method, url });

test.each([
  ["app://bundle/index.html", "text/html; charset=utf-8", "<!doctype html>"],
  ["app://bundle/assets/main-abc.js", "text/javascript; charset=utf-8", "1;"],
  ["app://bundle/assets/inter.woff2", "font/woff2", "font"],
  ["app://bundle/index.html#/today/7", "text/html; charset=utf-8", "<!doctype html>"],
])("serves %s under the strict policy", async (url, type, text) => {
  const answer = get(url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe(type);
  expect(await answer.text()).toBe(text);
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/unsafe|\*|https?:|data:|blob:/);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  expect(answer.headers.get("cross-origin-opener-policy")).toBe("same-origin");
});

describe("what is not spelled exactly as in the list does not exist", () => {
  test.each([
    ["app://bundle/"],
    ["app://bundle"],
    ["app://bundle/assets"],
    ["app://bundle/assets/"],
    ["app://bundle//index.html"],
    ["app://bundle/index.html?x=1"],
    ["app://bundle/index.html/"],
    ["app://bundle/INDEX.HTML"],
    ["app://bundle/index%2ehtml"],
    ["app://bundle/assets%2fmain-abc.js"],
    ["app://bundle/../outside.html"],
    ["app://bundle/assets/../index.html"],
    ["app://bundle/assets/..%2findex.html"],
    ["app://bundle/..%2foutside.html"],
    ["app://bundle/%2e%2e/outside.html"],
    ["app://bundle/..\\outside.html"],
    ["app://bundle/index.html%00.js"],
    ["app://bundle/linked.html"],
    ["app://bundle/__proto__"],
    ["app://bundle/constructor"],
    ["app://other/index.html"],
    ["app://bundle.evil/index.html"],
    ["app://bundle@evil/index.html"],
    ["app://user@bundle/index.html"],
    ["app://bundle:80/index.html"],
    ["file:///etc/passwd"],
    ["https://bundle/index.html"],
  ])("%s", async (url) => {
    const answer = get(url);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe("Not here.");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test.each(["HEAD", "POST", "PUT", "OPTIONS"])("%s is no way to ask", (method) => {
    expect(get("app://bundle/index.html", method).status).toBe(405);
  });
});

test("a build without its page, or with a file of unknown kind, is said at start", () => {
  expect(() => readBundleFiles(join(base, "nowhere"))).toThrow(/npm run build/);
  const strange = join(base, "strange");
  mkdirSync(strange);
  writeFileSync(join(strange, "index.html"), "");
  writeFileSync(join(strange, "x.exe"), "");
  expect(() => readBundleFiles(strange)).toThrow(/x\.exe/);
});
