// A model in the real app, over real HTTP, on both protocols: what the rules leave reaches it, it asks, acts after a yes, and speaks.
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { byTurn, say } from "../support/model-server/script.ts";
import { createModelServer, type ModelServer } from "../support/model-server/server.ts";
import { projectFolder } from "./support/app.ts";
import { deliver, example } from "./support/github.ts";
import { githubConfig } from "./support/profile.ts";
import { useStage } from "./support/stage.ts";

const key = "sk-a-key-that-only-its-server-may-see";
let model: ModelServer;
let provider: "anthropic" | "openai-compatible" = "anthropic";

const stage = useStage((origin) => ({
  config: `
sources:
  - { name: github, kind: github, secret: "env:GITHUB_WEBHOOK_SECRET" }
destinations: ["${origin}"]
model: { provider: ${provider}, name: claude-sonnet-5, key: "env:MODEL_KEY", base_url: "${model.origin}${provider === "anthropic" ? "" : "/v1"}" }
`,
  rules: `
- name: Stars are noise
  on: github
  event: star
  nothing: true
`,
}));

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const cards = (page: Page) => region(page, "Approvals").getByRole("article");
const digest = (page: Page) => region(page, "Outbox digest").getByRole("listitem");

test.beforeAll(async () => {
  model = await createModelServer(() => say("Nothing to do."));
});
test.afterAll(() => model.close());

/** How it thought is read afterwards; a run that is on is followed, and ended by the person. */
async function isReadAndStopped(page: Page, hooksUrl: string): Promise<void> {
  const main = page.getByRole("main");
  await page.getByRole("link", { name: "Activity", exact: true }).click();
  await expect(main).toContainText(/Today the model used [\d,]+ tokens · \$/);
  await main.getByRole("button", { name: /issues opened/ }).click();
  await main.getByRole("link", { name: "How it thought" }).click();
  const steps = region(page, "Its steps");
  await expect(steps).toContainText("It should be labelled.");
  await expect(steps.getByRole("listitem").filter({ hasText: "you approved it" }).first()).toContainText("made");
  await expect(steps.getByRole("list", { name: "Its steps" })).toHaveCount(2);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);

  let answer = (): void => {};
  const hold = new Promise<void>((resolve) => (answer = resolve));
  model.follow(byTurn([{ ...say("Too late."), hold }]));
  await deliver(hooksUrl, "issues", { ...example("issues", "opened"), again: true });
  await page.getByRole("link", { name: /waiting for the model about/ }).click();
  await expect(main.getByRole("status").filter({ hasText: "Waiting for the model" })).toBeVisible();
  await expect(steps).toContainText("It was told of an event");
  await main.getByRole("button", { name: "Stop" }).click();
  await expect(main).toContainText("You stopped it");
  await expect(main.getByRole("button", { name: "Stop" })).toHaveCount(0);
  await expect(steps).not.toContainText("Too late.");
  answer();
  expect(stage.profile.rows("select halted from runs order by id desc limit 1")).toEqual([{ halted: "stopped" }]);
}

for (const [one, header] of [
  ["anthropic", "x-api-key"],
  ["openai-compatible", "authorization"],
] as const) {
  test.describe(one, () => {
    test.beforeAll(() => {
      provider = one;
    });

    test("what no rule wants goes to the model, which asks, acts once after a yes, and says one thing", async () => {
      const { page, hooksUrl } = await stage.launch({ MODEL_KEY: key });
      const url = `${stage.recorder.origin}/labels`;
      model.follow(
        byTurn([
          say("It should be labelled.", {
            name: "http_request",
            input: { method: "POST", url, body: { label: "bug" } },
          }),
          say("", { name: "message", input: { text: "Labelled the new issue." } }),
          say("Done."),
        ]),
      );
      await deliver(hooksUrl, "star", example("star", "created"));
      await deliver(hooksUrl, "issues", example("issues", "opened"));
      await expect(cards(page)).toHaveCount(1);
      expect(stage.recorder.requests).toEqual([]);
      expect(model.requests.at(-1)?.headers[header]).toContain(key);
      await cards(page).first().getByRole("button", { name: "Approve", exact: true }).click();
      await expect(digest(page).filter({ hasText: "Labelled the new issue." })).toHaveCount(1);
      expect(stage.recorder.requests.map(({ method, url: path }) => `${method} ${path}`)).toEqual(["POST /labels"]);
      expect(model.violations()).toEqual([]);
      const rows = stage.profile.rows(
        "select status, input_tokens > 0 as used, cost_micros > 0 as cost from model_requests",
      );
      expect(rows).toHaveLength(3);
      expect(stage.profile.rows("select outcome from inbox where source = 'github' order by id")).toEqual([
        { outcome: "nothing" },
        { outcome: "deferred" },
      ]);
      if (one === "anthropic") await isReadAndStopped(page, hooksUrl);
    });
  });
}

test("a model uses a published MCP server's tool in its very first run, once it is approved, and asks the person a question", async () => {
  provider = "anthropic";
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "nightjar-model-")));
  try {
    const server = join(projectFolder, "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js");
    const servers = JSON.stringify({ files: { command: process.execPath, args: [server, folder] } });
    const config = `mcp_servers: ${servers}\nmodel: { provider: anthropic, name: claude-sonnet-5, key: "env:MODEL_KEY", base_url: "${model.origin}" }\n`;
    await stage.profile.write({ config: githubConfig(stage.recorder.origin, config) });
    const { page, hooksUrl } = await stage.launch({ MODEL_KEY: key });
    const path = join(folder, "note.txt");
    model.follow(({ said, tools }) => {
      const name = tools.find((one) => one.includes("write_file"));
      if (said === 0)
        return say("", ...(name === undefined ? [] : [{ name, input: { path, content: "A new issue." } }]));
      if (said === 1)
        return say("", { name: "question", input: { question: "Who is it for?", choices: ["The team"] } });
      return said === 2 ? say("", { name: "message", input: { text: "Noted the issue." } }) : say("Done.");
    });
    await deliver(hooksUrl, "issues", example("issues", "opened"));
    await expect(cards(page)).toHaveCount(1);
    await cards(page).first().getByRole("button", { name: "Approve", exact: true }).click();
    const question = region(page, "Approvals").getByRole("article", {
      name: "The agent asks: Who is it for?",
      exact: true,
    });
    await question.getByRole("textbox", { name: "Or in your own words" }).fill("For the night shift.");
    await question.getByRole("button", { name: "Answer", exact: true }).click();
    await expect(digest(page).filter({ hasText: "Noted the issue." })).toHaveCount(1);
    expect(readFileSync(path, "utf8")).toBe("A new issue.");
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain("For the night shift.");
    expect(model.violations()).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("killed in the middle of an effect and between two steps: the session goes on, and each effect has one key", async () => {
  // The second of two deaths waits for its retry.
  test.setTimeout(240_000);
  provider = "anthropic";
  const { origin } = stage.recorder;
  const host = new URL(origin).host;
  const config = `model: { provider: anthropic, name: claude-sonnet-5, key: "env:MODEL_KEY", base_url: "${model.origin}" }
permissions:
  - { tool: http.request, method: [PUT], host: "${host}", decide: allow, trusted: false }
`;
  await stage.profile.write({ config: githubConfig(origin, config) });
  const put = (n: number) => ({ name: "http_request", input: { method: "PUT", url: `${origin}/item/${n}` } });
  const get = (n: number) => ({ name: "http_request", input: { method: "GET", url: `${origin}/look/${n}` } });
  const message = { name: "message", input: { text: "All three are done." } };
  model.follow(
    byTurn([
      ...[say("Looking.", get(1)), say("", put(1)), say("", get(2), get(3)), say("", put(2)), say("", get(4))],
      ...[say("", get(5)), say("", put(3)), say("", get(6)), say("", message), say("Done.")],
    ]),
  );
  // After the second effect left, before its end was written down; then between two steps of the life after.
  const first = await stage.launch({ MODEL_KEY: key, NIGHTJAR_FAULTS: "effect-sent@5:kill" });
  await deliver(first.hooksUrl, "issues", example("issues", "opened"));
  await stage.gone(first);
  await stage.gone(await stage.launch({ MODEL_KEY: key, NIGHTJAR_FAULTS: "entry-appended@5:kill" }));
  const { page } = await stage.launch({ MODEL_KEY: key });
  await expect(digest(page).filter({ hasText: "All three are done." })).toHaveCount(1, { timeout: 150_000 });
  const puts = stage.recorder.requests.filter(({ method }) => method === "PUT");
  expect(new Set(puts.map(({ url, headers }) => `${url} ${String(headers["idempotency-key"])}`)).size).toBe(3);
  expect(puts.map(({ url }) => url).toSorted()).toEqual(["/item/1", "/item/2", "/item/2", "/item/3"]);
  expect(stage.profile.rows("select tool, status, starts from tool_calls where arguments like '%PUT%'")).toEqual([
    ...[
      { tool: "http.request", status: "done", starts: 1 },
      { tool: "http.request", status: "done", starts: 2 },
    ],
    { tool: "http.request", status: "done", starts: 1 },
  ]);
  expect(stage.profile.rows("select outcome, status from inbox where source = 'github'")).toEqual([
    { outcome: "message", status: "done" },
  ]);
  expect(model.violations()).toEqual([]);
});
