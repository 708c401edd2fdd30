import { expect, test, vi } from "vitest";

const shell = vi.hoisted(() => ({
  opened: [] as string[],
  openExternal: async (url: string) => void shell.opened.push(url),
  problem: "",
  openPath: async () => shell.problem,
}));
vi.mock("electron", () => ({ shell }));
const { createLinks, openProfilePath } = await import("../../../app/main/desktop/links.ts");

const log = { info() {}, warn() {}, error() {} };

test.each([
  ["https://github.com/octo/porch/pull/7", "https://github.com/octo/porch/pull/7"],
  ["HTTPS://GitHub.com/a b", "https://github.com/a%20b"],
  ["https://münchen.example/", "https://xn--mnchen-3ya.example/"],
])("opens %s in its parsed form", async (address, opened) => {
  shell.opened = [];
  expect(await createLinks({ log }).open(address)).toMatchObject({ ok: true });
  expect(shell.opened).toEqual([opened]);
});

test.each([
  "http://github.com/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/html,x",
  "smb://host/share",
  "ms-msdt:/id",
  "vscode://open",
  "mailto:a@b.c",
  "https://user@github.com/",
  "https://user:pw@github.com/",
  "github.com",
  "//github.com",
  "https://",
  "",
  " javascript:alert(1)",
  "app://bundle/index.html",
])("refuses %j, says why and opens nothing", async (address) => {
  shell.opened = [];
  const done = await createLinks({ log }).open(address);
  expect(done.ok).toBe(false);
  expect(done.sentence).toMatch(/^Nightjar did not open the link: .*Only https/);
  expect(shell.opened).toEqual([]);
});

test("a system without a browser is said", async () => {
  const links = createLinks({ log, open: () => Promise.reject(new Error("no handler")) });
  expect(await links.open("https://github.com")).toMatchObject({ ok: false });
});

test("a file handed to the system is not said to be open; what the system complains of is said", async () => {
  shell.problem = "";
  expect(await openProfilePath("/p/config.yaml")).toEqual({
    ok: true,
    sentence: "Asked the system to open /p/config.yaml.",
  });
  shell.problem = "no program";
  expect(await openProfilePath("/p/config.yaml")).toMatchObject({
    ok: false,
    sentence: expect.stringContaining("no program"),
  });
});
