// Requests to a model's server through the real proxy and gate, over real HTTP: the key, the limits, what was used, what is transient.
import { expect, test } from "vitest";
import { triedText } from "../../../app/main/desktop/views/try-text.ts";
import { costMicros, priceOf, tokensOf } from "../../../app/main/models/usage.ts";
import { say, type Script } from "../../support/model-server/script.ts";
import { body, key, modelOf, open } from "./support.ts";

test("the key is put in on the way, by name; what was used and what it cost is written down", async () => {
  const { server, ask, rows, proxy } = await open(() => ({
    kind: "say",
    text: "Hello.",
    usage: { input: 1000, output: 20 },
  }));
  const reply = await ask();
  expect(reply).toMatchObject({ kind: "answered", status: 200 });
  expect(server.requests[0]?.headers["x-api-key"]).toBe(key);
  expect(server.requests[0]?.headers["anthropic-version"]).toBe("2023-06-01");
  expect(server.requests[0]?.text).toBe(body);
  const [row] = rows("select * from model_requests");
  expect(row).toMatchObject({ status: 200, error: null, model: "claude-sonnet-5" });
  expect(Number(row?.["input_tokens"]) + Number(row?.["cache_write_tokens"])).toBeGreaterThan(0);
  expect(Number(row?.["cost_micros"])).toBeGreaterThan(0);
  // The end of a use is written down with the next commit, at the latest when the proxy stops.
  await proxy.stop();
  const [use] = rows("select credential, outcome, path from uses");
  expect(use).toEqual({ credential: "the model's key", outcome: "answered", path: "/v1/messages" });
});

test("without a key nothing is put in, and the other protocol goes to its own place", async () => {
  const { server, ask } = await open(() => say("Hello."), { model: { provider: "openai-compatible", key: null } });
  expect(await ask()).toMatchObject({ kind: "answered" });
  expect(server.requests[0]?.protocol).toBe("openai");
  expect(server.requests[0]?.headers["authorization"]).toBeUndefined();
});

test("the limit of a run is its own, and the day's limits end at midnight where the person is", async () => {
  const steps = await open(() => say("Again."), { limits: { runSteps: 2 } });
  await steps.ask(1);
  await steps.ask(1);
  expect(await steps.ask(1)).toMatchObject({ kind: "failed", why: "run" });
  expect(await steps.ask(2)).toMatchObject({ kind: "answered" });
  expect(steps.server.requests).toHaveLength(3);

  // Room for one request at its longest, and not for another beside what the first has used.
  for (const limits of [{ dayTokens: 150 }, { dayUsd: 0.002 }]) {
    const day = await open(() => ({ kind: "say", text: "Once.", usage: { input: 1000, output: 20 } }), { limits });
    expect(await day.ask(1)).toMatchObject({ kind: "answered" });
    expect(await day.ask(2)).toMatchObject({ kind: "failed", why: "day" });
    day.time.now += 86_400;
    expect(await day.ask(3)).toMatchObject({ kind: "answered" });
  }
});

test("what surely had no effect is transient: a cut answer, a closed port; the switch is told apart by main", async () => {
  const cut = await open(() => ({ kind: "cut", after: "half" }));
  expect(await cut.ask()).toMatchObject({ kind: "failed", why: "transient" });
  await cut.server.close();
  expect(await cut.ask()).toMatchObject({ kind: "failed", why: "transient" });
  cut.proxy.close("everything outgoing is switched off");
  expect(await cut.ask()).toMatchObject({ kind: "failed", why: "off" });
  expect(cut.rows("select ended_at is null as open from model_requests")).toEqual(
    Array.from({ length: cut.rows("select id from model_requests").length }, () => ({ open: 0 })),
  );
});

test("a try is one tiny request of its own that counts like the others, and says plainly what came back", async () => {
  const { server, settings, models, rows, proxy } = await open(() => ({
    kind: "say",
    text: "ready",
    usage: { input: 1000, output: 10 },
  }));
  const { signal } = new AbortController();
  const tried = async () => triedText(await models.tryOut(signal), null);
  expect(await tried()).toEqual({
    ok: true,
    sentence: expect.stringMatching(/answered in [\d,]+ ms.* It cost \$0\.00/),
  });
  expect(server.requests[0]?.headers["x-api-key"]).toBe(key);
  expect(JSON.parse(server.requests[0]?.text ?? "")).toMatchObject({ model: "claude-sonnet-5", max_tokens: 16 });
  const { tokens, costMicros: cost, until } = models.today();
  expect([tokens > 0, cost > 0]).toEqual([true, true]);
  // Midnight in Lisbon, where it is winter.
  expect(until % 86_400).toBe(0);
  expect(rows("select status, ended_at is null as open from model_tries")).toEqual([{ status: 200, open: 0 }]);
  expect(rows("select id from model_requests")).toEqual([]);

  const refusal = (status: number, message: string): Script => {
    const body = JSON.stringify({ type: "error", error: { type: "x", message } });
    return () => ({ kind: "status", status, body });
  };
  for (const [script, words] of [
    [refusal(401, "invalid x-api-key"), /does not take the key \(401\).*It says: “invalid x-api-key”/],
    [refusal(404, "model: claude-sonnet-5"), /does not know the model claude-sonnet-5/],
    [refusal(429, "slow down"), /takes no more requests.*“slow down”/],
    [refusal(529, "overloaded"), /has trouble of its own \(529\)/],
    [refusal(400, `\u202Eodd ${"long ".repeat(200)}`), /refused the request \(400\).*“⟨U\+202E⟩odd.*…”/],
    [() => ({ kind: "raw", body: "<html>A page</html>" }), /not as a model's server does/],
    [() => ({ kind: "raw", body: '{"choices":[]}' }), /not as a model's server does/],
    [() => ({ kind: "cut" }), /Could not ask the model's server/],
  ] as [Script, RegExp][]) {
    server.follow(script);
    expect(await tried()).toEqual({ ok: false, sentence: expect.stringMatching(words) });
  }
  server.follow(() => say("ready"));
  settings.model = { ...settings.model, name: "unheard-of" };
  expect((await tried()).sentence).toContain("What that costs is not known");
  settings.limits = { ...settings.limits, dayTokens: 1 };
  expect((await tried()).sentence).toContain("today's limit of 1 tokens leaves no room for it");
  settings.limits = { ...settings.limits, dayTokens: 1_000_000 };
  await server.close();
  expect((await tried()).sentence).toMatch(/the connection was refused.*start the model.s server/);
  proxy.close("everything outgoing is switched off");
  expect((await tried()).sentence).toBe("Everything outgoing is switched off.");
  expect(triedText(null, null)).toMatchObject({ ok: false });
});

test("an overloaded server's answer is handed on as it is; the agent process reads it", async () => {
  const { ask } = await open(() => ({ kind: "status", status: 529, headers: { "retry-after": "7" }, body: "{}" }));
  expect(await ask()).toMatchObject({ kind: "answered", status: 529, headers: { "retry-after": "7" } });
});

test.each([
  ["anthropic", { usage: { input_tokens: 5, output_tokens: 2, cache_read_input_tokens: 90 } }, [5, 2, 90, 0]],
  [
    "openai-compatible",
    { usage: { prompt_tokens: 100, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 60 } } },
    [40, 3, 60, 0],
  ],
  ["openai-compatible", { usage: { prompt_tokens: "many", completion_tokens: -4 } }, [0, 0, 0, 0]],
  ["anthropic", null, [0, 0, 0, 0]],
  ["anthropic", { usage: [1] }, [0, 0, 0, 0]],
] as const)("tokens of %s are read from the answer, nonsense counts nothing", (provider, answer, expected) => {
  const { input, output, cacheRead, cacheWrite } = tokensOf(provider, JSON.stringify(answer));
  expect([input, output, cacheRead, cacheWrite]).toEqual(expected);
  expect(tokensOf(provider, "<html>")).toEqual({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 });
});

test("a price is the person's, else the family's, else nothing on this computer, else unknown", () => {
  const there = "https://models.example/v1";
  const tokens = { input: 1_000_000, output: 100_000, cacheRead: 0, cacheWrite: 0 };
  const own = { input: 2, output: 10, cacheRead: null, cacheWrite: null };
  expect(costMicros(modelOf(there, { price: own }), tokens)).toBe(3_000_000);
  expect(costMicros(modelOf(there), tokens)).toBe(4_500_000);
  expect(priceOf(modelOf(there, { name: "something-else" }))).toBeNull();
  expect(costMicros(modelOf("http://127.0.0.1:1/v1", { provider: "openai-compatible", name: "qwen3" }), tokens)).toBe(
    0,
  );
  expect(costMicros(modelOf(there, { provider: "openai-compatible", name: "qwen3" }), tokens)).toBeNull();
});

test("a request that could go past the day's limit at its longest is not sent", async () => {
  const limits = [{ dayTokens: 100 }, { dayUsd: 0.0015 }];
  for (const one of limits) {
    const day = await open(() => say("Short."), { limits: one });
    expect(await day.ask(1)).toMatchObject({ kind: "failed", why: "day", reason: expect.stringMatching(/no room/) });
    expect(day.server.requests).toEqual([]);
  }
});

test("a server that asks to wait is not asked before: its moment is said, bounded, and the next success ends it", async () => {
  let busy = true;
  const headers = { "retry-after": "600" };
  const { ask, server, time } = await open(() =>
    busy ? { kind: "status", status: 429, headers, body: "{}" } : say("Now."),
  );
  const until = time.now + 600;
  // 1,800,000,000 is 08:00 in Lisbon.
  const wait = { until, sentence: "The model's server asks to wait until 08:10." };
  expect(await ask()).toMatchObject({ kind: "answered", status: 429, wait });
  time.now += 599;
  expect(await ask()).toMatchObject({ kind: "failed", why: "transient", wait });
  expect(server.requests).toHaveLength(1);
  busy = false;
  time.now += 1;
  expect(await ask()).toMatchObject({ kind: "answered", status: 200 });
  headers["retry-after"] = "86400";
  busy = true;
  expect(await ask()).toMatchObject({ wait: { until: time.now + 3600 } });
  // A clock that was set back makes no longer wait of it.
  time.now -= 10_000;
  busy = false;
  expect(await ask()).toMatchObject({ kind: "answered", status: 200 });
});
