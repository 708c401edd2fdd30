// An MCP server in the real app: the tool host is Electron's utility process, its server a real one; an approved call is made, and
// nothing of it is left after quitting.
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { projectFolder } from "./support/app.ts";
import { deliver, dependabotPullRequest, example } from "./support/github.ts";
import { githubConfig } from "./support/profile.ts";
import { card, digest, press, useStage } from "./support/stage.ts";

const stage = useStage();
const question = "Note Bump a?";
const filling = "Fill it in?";
const everything = join(projectFolder, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");
const server = join(projectFolder, "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js");

let folder = "";
test.beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "nightjar-notes-")));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Processes that were started with this folder in their arguments. */
const serving = (): string[] =>
  readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8").includes(`\0${folder}`);
    } catch {
      return false;
    }
  });

test("approved calls of servers' tools are made, one of them after a form; the servers are gone after quitting", async () => {
  const servers = JSON.stringify({
    files: { command: process.execPath, args: [server, folder] },
    all: { command: process.execPath, args: [everything, "stdio"] },
  });
  const rules = `
- name: Note it
  on: github
  event: pull_request
  ask:
    title: "Note {{ pull_request.title }}?"
    call: files/write_file
    with: { path: "${join(folder, "note.txt")}", content: "{{ pull_request.title }}" }
- name: Fill it in
  on: github
  event: issues
  ask:
    title: "${filling}"
    call: all/trigger-elicitation-request
`;
  await stage.profile.write({ config: githubConfig(stage.recorder.origin, `mcp_servers: ${servers}\n`), rules });
  const nightjar = await stage.launch();
  await deliver(nightjar.hooksUrl, "pull_request", dependabotPullRequest("Bump a"));
  await expect(card(nightjar.page, question)).toHaveCount(1);
  expect(serving()).toEqual([]);
  await press(nightjar.page, question, "Approve");
  await expect(digest(nightjar.page).filter({ hasText: question })).toHaveCount(1);
  expect(readFileSync(join(folder, "note.txt"), "utf8")).toBe("Bump a");
  expect(stage.profile.rows("select tool, status, starts from tool_calls")).toEqual([
    { tool: "files/write_file", status: "done", starts: 1 },
  ]);
  expect(serving()).toHaveLength(1);

  // The call waits for what its server wants to know; other work does not wait for it.
  await deliver(nightjar.hooksUrl, "issues", example("issues", "opened"));
  await press(nightjar.page, filling, "Approve");
  const form = card(nightjar.page, "all asks: Please provide inputs for the following fields:");
  await expect(form).toHaveCount(1);
  await deliver(nightjar.hooksUrl, "pull_request", dependabotPullRequest("Bump b"));
  await press(nightjar.page, "Note Bump b?", "Deny");
  await form.getByRole("textbox", { name: "String", exact: true }).fill("Somebody at large");
  const send = form.getByRole("button", { name: "Send to all", exact: true });
  await expect(send).toBeEnabled();
  await send.click();
  await expect(digest(nightjar.page).filter({ hasText: filling })).toHaveCount(1);
  const [made] = stage.profile.rows<{ status: string; starts: number; result: string }>(
    "select status, starts, result from tool_calls where tool = 'all/trigger-elicitation-request'",
  );
  expect(made).toMatchObject({ status: "done", starts: 1 });
  expect(made?.result).toContain("Somebody at large");
  const seen = join(nightjar.profile, "mcp-tools.json");
  expect(existsSync(seen) && statSync(seen).mode & 0o777).toBe(0o600);
  await nightjar.close();
  expect(serving()).toEqual([]);
});
