// Signing in to an MCP server in the real app, as a person does: wanted, begun in Settings, finished in the browser, used, still there
// after a restart, signed out. What the server gave stands nowhere in clear.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { openSignInServer, type SignInServer } from "../support/mcp/sign-in.ts";
import type { RunningApp } from "./support/app.ts";
import { deliver, dependabotPullRequest } from "./support/github.ts";
import { githubConfig } from "./support/profile.ts";
import { card, digest, press, useStage } from "./support/stage.ts";

const stage = useStage();
const question = "Say Bump a?";
let server: SignInServer;
test.beforeEach(async () => {
  server = await openSignInServer();
});
test.afterEach(() => server.close());

/** With a browser that goes where a page leads, and back. */
async function launch(): Promise<RunningApp> {
  const running = await stage.launch();
  await running.app.evaluate(({ shell }) => {
    Object.assign(shell, {
      openExternal: async (page: string) => {
        const back = (await fetch(page, { redirect: "manual" })).headers.get("location") ?? "";
        await (await fetch(back)).text();
      },
    });
  });
  return running;
}

/** Files of the profile that hold one of these texts. */
function holding(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return texts.some((text) => bytes.includes(text));
    });
}

test("a server that wants a sign-in is signed in to in Settings, through the browser; it outlives a restart and ends with Sign out", async () => {
  const rules = `
- name: Say it
  on: github
  event: pull_request
  ask:
    title: "Say {{ pull_request.title }}?"
    call: tracker/echo
    with: { text: "{{ pull_request.title }}" }
`;
  await stage.profile.write({
    config: githubConfig(stage.recorder.origin, `mcp_servers: { tracker: { url: "${server.url}" } }\n`),
    rules,
  });
  let running = await launch();
  let { page } = running;
  const tracker = () => page.getByRole("article", { name: "tracker" });
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await tracker().getByRole("button", { name: "Start now: tracker" }).click();
  await expect(tracker()).toContainText("it wants you to sign in");
  const notice = page.getByText("The MCP server tracker refuses what it is asked");
  await expect(notice).toBeVisible();
  await expect(tracker()).toContainText("what it gives Nightjar goes into the keychain and to this address alone");
  await tracker().getByRole("button", { name: "Sign in to tracker" }).click();
  await expect(tracker().getByRole("button", { name: "Sign out of tracker" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("You are signed in to tracker.");
  await expect(tracker()).toContainText("Signed 1 · 1 tool");
  await expect(notice).toHaveCount(0);

  await running.close();
  running = await launch();
  ({ page } = running);
  await deliver(running.hooksUrl, "pull_request", dependabotPullRequest("Bump a"));
  await expect(card(page, question)).toHaveCount(1);
  await press(page, question, "Approve");
  await expect(digest(page).filter({ hasText: question })).toHaveCount(1);
  expect(stage.profile.rows("select tool, status, starts from tool_calls")).toEqual([
    { tool: "tracker/echo", status: "done", starts: 1 },
  ]);
  expect(server.asked.filter(({ method }) => method === "tools/call")).toHaveLength(1);

  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await tracker().getByRole("button", { name: "Sign out of tracker" }).click();
  await expect(tracker()).toContainText("it wants you to sign in");
  expect(server.secrets.length).toBeGreaterThan(3);
  expect(holding(stage.profile.folder, server.secrets)).toEqual([]);
});
