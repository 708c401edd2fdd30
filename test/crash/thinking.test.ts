// A session of ten answers with three effects, killed (SIGKILL, a process of its own) at the boundaries of each step: every effect
// happens once, one message is said, and the session ends as it would have. Real agent process, real HTTP on both sides.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "../../app/main/engine/store/store.ts";
import { byTurn, say, type Script } from "../support/model-server/script.ts";
import { createModelServer, type ModelServer } from "../support/model-server/server.ts";
import { tell } from "../support/thinking.ts";

/** By effect key: what reached the outside, each time. */
const seen = new Map<string, string[]>();
const outside = createServer((request, response) => {
  request.resume().on("end", () => {
    const { method = "", url = "", headers } = request;
    if (url.startsWith("/seen/")) return response.end(seen.has(url.slice(6)) ? "yes" : "no");
    const key = headers["idempotency-key"];
    if (typeof key === "string") seen.set(key, [...(seen.get(key) ?? []), `${method} ${url}`]);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
});
let origin = "";
let model: ModelServer;

beforeAll(async () => {
  await new Promise<void>((ready) => outside.listen(0, "127.0.0.1", ready));
  origin = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  model = await createModelServer(tenSteps());
});
afterAll(async () => {
  await model.close();
  await new Promise<void>((closed) => outside.close(() => closed()));
});

const call = (method: string, path: string) => ({ name: "http_request", input: { method, url: `${origin}${path}` } });
/** A PUT and a PUT that are allowed, a POST that is asked about. */
function tenSteps(): Script {
  return byTurn([
    say("Looking.", call("GET", "/look/1")),
    say("", call("PUT", "/item/1")),
    say("", call("GET", "/look/2"), call("GET", "/look/3")),
    say("", call("POST", "/item/2")),
    say("", call("GET", "/look/4")),
    say("", call("GET", "/look/5")),
    say("", call("PUT", "/item/3")),
    say("", call("GET", "/look/6")),
    say("", tell("All three are done.")),
    say("That was it."),
  ]);
}

/** Lives until it says that nothing is left to do, and is ended then; or kills itself before. */
async function live(folder: string, death: string): Promise<"quiet" | "killed"> {
  const argv = [join(import.meta.dirname, "thinking-victim.ts"), folder, model.origin, origin, death];
  const child = spawn(process.execPath, argv, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: join(tmpdir(), "nightjar-compile-cache") },
  });
  let words = "";
  child.stderr.on("data", (chunk: Buffer) => (words += chunk.toString()));
  const gone = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.once("close", (code, signal) => resolve(signal ?? code)),
  );
  let quiet = false;
  createInterface({ input: child.stdout }).on("line", () => {
    quiet = true;
    child.kill("SIGKILL");
  });
  const end = await gone;
  if (end !== "SIGKILL") throw new Error(`The victim ended with ${end}: ${words}`);
  return quiet ? "quiet" : "killed";
}

/** What is left in the profile after it all. */
function account(folder: string) {
  const store = openStore(join(folder, "nightjar.db"));
  const rows = <R>(sql: string) => store.prepare<R>(sql).all();
  const whole = {
    integrity: store.integrity(),
    events: rows<{ line: string }>(
      "select source || ' ' || status || ' ' || coalesce(outcome, '') as line from inbox order by id",
    ).map(({ line }) => line),
    calls: rows<{ line: string }>(
      "select json_extract(arguments, '$.method') || ' ' || status as line from tool_calls where tool = 'http.request' order by rowid",
    ).map(({ line }) => line),
    said: rows<{ body: string }>("select body from outbox where kind = 'message'").map(({ body }) => body),
    dead: rows("select id from inbox where status = 'dead'"),
  };
  store.close();
  return whole;
}

const boundaries: Record<string, number> = {
  "model-answered": 10,
  "entry-appended": 20,
  "effect-started": 9,
  "effect-sent": 9,
  "effect-ended": 9,
  decided: 2,
  finished: 2,
};

/** Each of them in `npm run test:long`; every fourth otherwise. After the last there is none. */
const stride = Number(process.env["CRASH_STRIDE"] ?? 4);
const deaths = (times: number): number[] => [
  ...Array.from({ length: times }, (_, at) => at + 1).filter((nth) => nth % stride === 1 % stride),
  times + 1,
];

test.each(Object.entries(boundaries))("killed at %s, %i times", { timeout: 10 * 60_000 }, async (point, times) => {
  for (const nth of deaths(times)) {
    const folder = mkdtempSync(join(tmpdir(), "nightjar-thinking-"));
    seen.clear();
    const end = await live(folder, `${point}@${nth}`);
    expect({ point, nth, end }).toEqual({ point, nth, end: nth <= times ? "killed" : "quiet" });
    if (end === "killed") expect(await live(folder, "-")).toBe("quiet");
    const effects = [...seen.values()]
      .map((each) => [...new Set(each)].join())
      .filter((line) => !line.startsWith("GET"));
    expect({ nth, effects }).toEqual({ nth, effects: ["PUT /item/1", "POST /item/2", "PUT /item/3"] });
    // A POST is never sent again; a PUT at most once more, under its key, and only when its end had not been written down.
    const again = [...seen.values()].filter((each) => each.length > 1).map((each) => each[0]?.split(" ")[0]);
    expect({ nth, again: again.includes("POST") }).toEqual({ nth, again: false });
    expect(again.length).toBeLessThanOrEqual(["effect-started", "effect-sent"].includes(point) ? 1 : 0);
    expect(account(folder)).toMatchObject({ integrity: "ok", dead: [], said: ["All three are done."] });
    rmSync(folder, { recursive: true });
  }
});
