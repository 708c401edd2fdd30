// Requests to a model's server through the real proxy and gate, over real HTTP: the key, the limits, what was used, what is transient.
import { expect, test } from "vitest";
import { triedText } from "../../../app/main/desktop/views/try-text.ts";
import { mostTokens } from "../../../app/main/models/most-tokens.ts";
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
  for (const limits of [{ dayTokens: 160 }, { dayUsd: 0.002 }]) {
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
  expect((await tried()).sentence).toContain("a whole day's limit is 1 tokens");
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
  ["openai-compatible", { usage: { prompt_tokens: "many", completion_tokens: -4 } }, null],
  ["openai-compatible", { usage: { prompt_tokens: 0, completion_tokens: 0 } }, null],
  ["anthropic", null, null],
  ["anthropic", { usage: [1] }, null],
] as const)("tokens of %s are read from the answer; nonsense is not known", (provider, answer, expected) => {
  const tokens = tokensOf(provider, JSON.stringify(answer));
  expect(tokens && [tokens.input, tokens.output, tokens.cacheRead, tokens.cacheWrite]).toEqual(expected);
  expect(tokensOf(provider, "<html>")).toBeNull();
});

test("a price is the person's, else the family's, else nothing on this computer, else unknown", () => {
  const there = "https://models.example/v1";
  const tokens = { input: 1_000_000, output: 100_000, cacheRead: 0, cacheWrite: 0 };
  const own = { input: 4, output: 20, cacheRead: null, cacheWrite: null };
  expect(costMicros(modelOf(there, { price: own }), tokens)).toBe(6_000_000);
  expect(costMicros(modelOf(there), tokens)).toBe(3_000_000);
  for (const name of ["something-else", "claude-opus-9", "claude-opus-5-9", "my-claude-opus-5", "claude-haiku-5-5"]) {
    expect([name, priceOf(modelOf(there, { name }))]).toEqual([name, null]);
  }
  expect(costMicros(modelOf("http://127.0.0.1:1/v1", { provider: "openai-compatible", name: "qwen3" }), tokens)).toBe(
    0,
  );
  expect(costMicros(modelOf(there, { provider: "openai-compatible", name: "qwen3" }), tokens)).toBeNull();
});

test.each([
  ["claude-3-opus-20240229", 15, 75],
  ["claude-opus-4-20250514", 15, 75],
  ["claude-opus-4-1-20250805", 15, 75],
  ["claude-opus-4-5", 5, 25],
  ["claude-opus-5-5", 4, 20],
  ["claude-3-5-haiku-latest", 0.8, 4],
  ["claude-sonnet-4-5-20250929", 3, 15],
  ["claude-fable-5-1", 10, 50],
])("the price is that of the version, not of the family: %s", (name, input, output) => {
  expect(priceOf(modelOf("https://models.example/v1", { name }))).toMatchObject({ input, output });
});

test("a request that could go past the day's limit at its longest is not sent; which limit, and until when, is told until there is room", async () => {
  for (const [limit, more, what] of [
    [{ dayTokens: 200 }, { dayTokens: 400 }, "tokens"],
    [{ dayUsd: 0.0015 }, { dayUsd: 0.004 }, "money"],
  ] as const) {
    const usage = { input: 100, output: 30 };
    const day = await open(() => ({ kind: "say", text: "Short.", usage }), { limits: limit });
    expect(await day.ask(1)).toMatchObject({ kind: "answered" });
    expect(day.models.today().rests).toBeNull();
    expect(await day.ask(2)).toMatchObject({
      ...{ kind: "failed", why: "day" },
      reason: expect.stringMatching(/leaves no room for it \(.* used, and this request may .*It goes on tomorrow/),
      wait: { until: 1_800_000_000 + 16 * 3600 },
    });
    expect(day.server.requests).toHaveLength(1);
    expect(day.models.today()).toMatchObject({ rests: what, until: 1_800_000_000 + 16 * 3600 });
    day.settings.limits = { ...day.settings.limits, ...more };
    expect(day.models.today().rests).toBeNull();
    day.settings.limits = { ...day.settings.limits, ...limit };
    expect(day.models.today().rests).toBe(what);
    day.time.now += 16 * 3600;
    expect(day.models.today().rests).toBeNull();
    expect(await day.ask(3)).toMatchObject({ kind: "answered" });
  }
});

test("a request that fits on no day is refused for good, and nobody is told to wait for tomorrow", async () => {
  for (const limits of [{ dayTokens: 100 }, { dayUsd: 0.0009 }]) {
    const day = await open(() => say("Short."), { limits });
    const reply = await day.ask(1);
    expect(reply).toMatchObject({
      kind: "failed",
      why: "run",
      reason: expect.stringMatching(/does not fit on any day/),
    });
    expect(JSON.stringify(reply)).not.toContain("tomorrow");
    expect(day.server.requests).toEqual([]);
    expect(day.models.today().rests).toBeNull();
  }
  // Nothing a day is the person's way to let it rest: what comes waits.
  const rests = await open(() => say("Short."), { limits: { dayTokens: 0 } });
  expect(await rests.ask(1)).toMatchObject({ kind: "failed", why: "day" });
});

test("a request counts from before it leaves, at its most, until it is known what it used; one that surely did no work counts nothing", async () => {
  const most = mostTokens(body) + 100;
  const used = (world: Awaited<ReturnType<typeof open>>) => world.models.today().tokens;
  let release = (): void => undefined;
  const hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = await open(() => ({ ...say("Now."), usage: { input: 3, output: 4 }, hold }) as ReturnType<Script>);
  const asking = slow.ask();
  await slow.server.request();
  // What a kill here would leave behind.
  expect(used(slow)).toBe(most);
  release();
  await asking;
  expect(used(slow)).toBe(7);

  const cases: [Script, number][] = [
    [() => ({ kind: "cut" }), most],
    [() => ({ kind: "cut", after: "half" }), most],
    [() => ({ kind: "raw", body: '{"content":[]}' }), most],
    [() => ({ kind: "status", status: 429, body: "{}" }), 0],
    [() => ({ kind: "status", status: 400, body: "{}" }), 0],
    [() => ({ kind: "status", status: 529, body: "{}" }), 0],
  ];
  for (const [script, tokens] of cases) {
    const world = await open(script);
    await world.ask();
    expect([String(script), used(world)]).toEqual([String(script), tokens]);
  }
  const stopped = await open(() => ({ ...say("Never."), hold: new Promise(() => {}) }));
  const stop = new AbortController();
  const stopping = stopped.ask(1, stop.signal);
  await stopped.server.request();
  stop.abort();
  await stopping;
  expect(used(stopped)).toBe(most);
  const nobody = await open(() => say("Never."));
  await nobody.server.close();
  await nobody.ask();
  expect(used(nobody)).toBe(0);
});

test("an answer that is too long is a failed attempt: it would be as long the next time, at its price", async () => {
  const long = await open(() => ({ kind: "raw", body: "x".repeat(16_777_217) }));
  expect(await long.ask()).toMatchObject({
    kind: "failed",
    why: "refused",
    reason: expect.stringContaining("longer than"),
  });
  expect(long.models.today().tokens).toBeGreaterThan(100);
});
