// Secrets planted wherever they could leak, used, echoed by a server in every form, and then searched for: in each file of the
// profile, in what the window is told, and in the memory and environment of every process but main.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { launchNightjar, projectFolder, type RunningApp } from "./support/app.ts";
import { type Desktop, startDesktop } from "./support/desktop/desktop.ts";
import { echoesOf, formsOf, text3000 } from "./support/canary-forms.ts";
import { deliver, example } from "./support/github.ts";
import { foundInMemory, processesBelow } from "./support/memory.ts";
import { createProfile, type Profile } from "./support/profile.ts";

const canary = (name: string): string => `canary-${name}+/"${randomBytes(9).toString("hex")}`;
const hookSecret = canary("hook");
const sealedSecret = canary("sealed");
const environmentSecret = canary("env");
const modelKey = canary("model");
const serverKey = canary("server");
const all = [hookSecret, sealedSecret, environmentSecret, modelKey, serverKey];

const needles = all.flatMap(formsOf);
let desktop: Desktop;
let profile: Profile;
let outside: Server;
let authorized: string[] = [];
/** What the model's server was given as a key, and how often it was asked. */
let keysOfModel: string[] = [];
/** What the MCP server was given as a key. */
let keysOfServer: string[] = [];
let nightjar: RunningApp | null = null;
let script: ChildProcess | null = null;

const environment = (): Record<string, string> => ({
  ...{ HOOK_SECRET: hookSecret, API_TOKEN: environmentSecret, MODEL_KEY: modelKey, SERVER_KEY: serverKey },
});

const files = (origin: string) => ({
  config: `
sources:
  - { name: github, kind: github, secret: "env:HOOK_SECRET" }
destinations: ["${origin}"]
model: { provider: anthropic, name: claude-sonnet-5, key: "env:MODEL_KEY", base_url: "${origin}" }
mcp_servers: { echo: { url: "${origin}/mcp", key: "env:SERVER_KEY" } }
credentials:
  - { name: sealed, secret: "keychain:sealed", header: "Authorization: Bearer {secret}", destinations: ["${origin}"] }
  - { name: env, secret: "env:API_TOKEN", header: "X-Api-Key: {secret}", destinations: ["${origin}"] }
permissions:
  - { tool: http.request, host: "${new URL(origin).host}", decide: allow, trusted: false }
outbox: { gap: 1 }
`,
  rules: `
- name: Sealed
  on: github
  event: issues
  ask:
    title: "Close {{ issue.title }}?"
    call: http.request
    with: { method: PUT, url: "${origin}/echo", credential: sealed }
- name: From the environment, and it fails
  on: github
  event: push
  ask:
    title: "Tell about {{ ref }}?"
    call: http.request
    with: { method: POST, url: "${origin}/fail", credential: env, body: { ref: "{{ ref }}" } }
- name: Fails
  on: github
  event: star
  if: $error('what is read is told')
  tell: "never"
`,
});

test.beforeEach(async () => {
  authorized = [];
  keysOfModel = [];
  keysOfServer = [];
  outside = createServer((request, response) => {
    const told = String(request.headers.authorization ?? request.headers["x-api-key"] ?? "");
    if (request.url === "/mcp") return answerAsServer(request, told, response);
    if (request.url === "/v1/messages") {
      keysOfModel.push(told);
      const text = text3000(echoesOf(told).join(" "));
      const first = keysOfModel.length % 2 === 1;
      // It says them to the person, and tries to have them remembered.
      const number = keysOfModel.length;
      const call = { type: "tool_use", id: `toolu_${number}`, name: "message", input: { text } };
      const note = { title: `Keys ${number}`, text: text.slice(0, 1000) };
      const kept = { type: "tool_use", id: `toolu_${number}_kept`, name: "memory_remember", input: note };
      request.resume().on("end", () => {
        response.writeHead(200, { "content-type": "application/json", "x-echo": encodeURIComponent(told) });
        response.end(
          JSON.stringify({
            ...{
              id: "msg",
              type: "message",
              role: "assistant",
              model: told,
              usage: { input_tokens: 1, output_tokens: 1 },
            },
            ...{ stop_reason: first ? "tool_use" : "end_turn", stop_sequence: null },
            content: [{ type: "text", text }, ...(first ? [call, kept] : [])],
          }),
        );
      });
      return;
    }
    authorized.push(told);
    request.resume().on("end", () => {
      const echoes = echoesOf(told.replace(/^Bearer /, ""));
      response.writeHead(request.url === "/fail" ? 422 : 200, {
        "content-type": "application/json",
        "x-echo": encodeURIComponent(told),
        "set-cookie": `session=${encodeURIComponent(told)}`,
      });
      response.end(JSON.stringify({ message: `Bad credentials: ${told}`, error: told, echoes, deep: { told } }));
    });
  });
  await new Promise<void>((ready) => outside.listen(0, "127.0.0.1", ready));
  desktop = await startDesktop();
  profile = await createProfile(files(`http://127.0.0.1:${(outside.address() as AddressInfo).port}`));
});

test.afterEach(async () => {
  await nightjar?.kill9();
  if (script !== null && script.exitCode === null) {
    script.kill("SIGTERM");
    await once(script, "exit");
  }
  nightjar = script = null;
  await desktop.stop();
  await profile.remove();
  outside.closeAllConnections();
  await new Promise<void>((closed) => outside.close(() => closed()));
});

/** An MCP server that says its key wherever it may say something. */
function answerAsServer(request: IncomingMessage, told: string, response: ServerResponse): void {
  keysOfServer.push(told);
  let text = "";
  request.on("data", (chunk: Buffer) => (text += chunk.toString()));
  request.on("end", () => {
    const { id, method } = (text === "" ? {} : JSON.parse(text)) as { id?: number; method?: string };
    if (request.method !== "POST") return void response.writeHead(405).end();
    if (id === undefined) return void response.writeHead(202, { "x-echo": encodeURIComponent(told) }).end();
    const description = text3000(echoesOf(told.replace(/^Bearer /, "")).join(" "));
    const serverInfo = { name: told, version: encodeURIComponent(told).slice(0, 200) };
    const result =
      method === "initialize"
        ? { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo, instructions: description }
        : { tools: [{ name: "echo", title: told, description, inputSchema: { type: "object" } }] };
    response.writeHead(200, { "content-type": "application/json", "x-echo": encodeURIComponent(told) });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
}

/** Every file below the profile in which a form of a canary stands: database, WAL, logs, what Chromium keeps, everything. */
async function leakyFiles(): Promise<string[]> {
  const entries = await readdir(profile.folder, { recursive: true, withFileTypes: true });
  const leaks: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    for (const needle of needles) if (content.includes(needle)) leaks.push(`${path}: ${needle.toString()}`);
  }
  return leaks;
}

async function useThem(hooks: string): Promise<void> {
  const before = authorized.length;
  const asked = keysOfModel.length;
  for (const event of ["issues", "push", "star", "release"]) {
    const sent = await deliver(hooks, event, { ...example(event), number: before }, { secret: hookSecret });
    expect(sent.status).toBe(202);
  }
  const left = () =>
    profile.rows<{ n: number }>("select count(*) n from inbox where status in ('running') or attempts = 0");
  await expect.poll(() => authorized.length - before, { timeout: 20_000 }).toBe(2);
  await expect.poll(() => left()[0]?.n, { timeout: 20_000 }).toBe(0);
  await expect
    .poll(() => profile.rows("select id from outbox where sent_at is not null").length, { timeout: 20_000 })
    .toBeGreaterThan(1);
  // No rule wants releases: the model is asked, says its key in every form as a message, and is told of that.
  expect(keysOfModel.slice(asked)).toEqual([modelKey, modelKey]);
  expect(keysOfServer.length).toBeGreaterThan(1);
  expect([...new Set(keysOfServer)]).toEqual([`Bearer ${serverKey}`]);
  expect(authorized.slice(before).toSorted()).toEqual([`Bearer ${sealedSecret}`, environmentSecret].toSorted());
}

// Reading the whole memory of six processes takes its time.
test.describe.configure({ timeout: 240_000 });

test("credentials reach where they may go, and stand nowhere: not on disk, not in what the window is told", async () => {
  nightjar = await launchNightjar({ desktop, profile: profile.folder, env: environment() });
  const kept = await nightjar.page.evaluate((input) => window.nightjar.call("settings.setSecret", input), {
    ...{ name: "sealed", value: sealedSecret, untilQuit: false },
  });
  expect(kept).toMatchObject({ ok: true });
  await useThem(nightjar.hooksUrl);
  const told = await nightjar.page.evaluate(async () => {
    const { call } = window.nightjar;
    const events = await call("activity.list", { before: null, limit: 500, source: null });
    const answers: unknown[] = [events];
    for (const { id } of events) answers.push(await call("activity.get", { id }));
    for (const channel of ["status.get", "today.get", "dead.list", "timers.list", "settings.get"] as const) {
      answers.push(await call(channel, undefined));
    }
    for (const channel of ["permissions.get", "memory.get", "thinking.get"] as const) {
      answers.push(await call(channel, undefined));
    }
    answers.push(await call("uses.list", { before: null, limit: 100 }));
    answers.push(await call("approvals.history", { before: null, limit: 100 }));
    for (const query of ["Keys", "canary", "wrong"]) answers.push(await call("memory.search", { query }));
    return `${JSON.stringify(answers)}\n${document.documentElement.outerHTML}`;
  });
  expect(told.length).toBeGreaterThan(10_000);
  expect(needles.filter((needle) => Buffer.from(told).includes(needle)).map(String)).toEqual([]);
  // What was said, and whatever was written to the terminal.
  const said = JSON.stringify(profile.rows("select * from outbox")) + nightjar.output();
  expect(said).toContain("Failed: Tell about");
  expect(needles.filter((needle) => Buffer.from(said).includes(needle)).map(String)).toEqual([]);
  expect(await leakyFiles()).toEqual([]);
  await nightjar.kill9();
  expect(await leakyFiles()).toEqual([]);

  await startScript();
});

/** The second life, started as a person starts it: the sealed secret was typed into no page of this one. */
async function startScript(): Promise<void> {
  const electron = process.env["NIGHTJAR_ELECTRON"];
  script = spawn(
    process.execPath,
    [join(projectFolder, "scripts/start.mjs"), `--profile=${profile.folder}`, "--hooks-port=0"],
    {
      env: {
        ...process.env,
        ...desktop.env,
        ...environment(),
        // As on a desktop that has this keyring; a switch of Chromium's says it where Playwright starts the app.
        XDG_CURRENT_DESKTOP: "GNOME",
        ...(electron === undefined ? {} : { ELECTRON_OVERRIDE_DIST_PATH: dirname(electron) }),
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let terminal = "";
  for (const stream of [script.stdout, script.stderr])
    stream?.on("data", (chunk: Buffer) => (terminal += chunk.toString()));
  await expect.poll(() => terminal, { timeout: 60_000 }).toContain("Listening at ");
  const { pid, hooks } = JSON.parse(await readFile(join(profile.folder, "listener.json"), "utf8")) as {
    pid: number;
    hooks: string;
  };
  await useThem(hooks);
  const processes = processesBelow(pid);
  expect(processes.map(({ type }) => type)).toEqual(expect.arrayContaining(["renderer", "utility", "zygote"]));
  // Main holds them: what finds them there would find them elsewhere.
  expect(
    foundInMemory(
      pid,
      all.map((secret) => Buffer.from(secret)),
    ),
  ).toHaveLength(all.length);
  for (const { pid: child, type } of processes) {
    expect([type, foundInMemory(child, needles).map(String)]).toEqual([type, []]);
    const own = await readFile(`/proc/${child}/environ`);
    expect(needles.filter((needle) => own.includes(needle)).map(String)).toEqual([]);
  }
  expect(needles.filter((needle) => Buffer.from(terminal).includes(needle)).map(String)).toEqual([]);
  expect(await leakyFiles()).toEqual([]);
}
