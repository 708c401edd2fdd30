// What a model's server and a model can do wrong, over real HTTP on both protocols: each becomes an answer to the model or a
// failed attempt with a sentence, and never a call that main would see.
import { describe, expect, test } from "vitest";
import { byTurn, inOrder, type ModelStep, say } from "../../support/model-server/script.ts";
import { briefOf, modelServer, smallMain, thinkHere, thoughtEvent } from "./support.ts";

const providers = ["anthropic", "openai-compatible"] as const;
const status = (code: number, headers: Record<string, string> = {}, body?: string): ModelStep => ({
  kind: "status",
  status: code,
  headers,
  ...(body === undefined ? {} : { body }),
});
const key = "sk-ant-not-to-be-shown";

const failing: [name: string, step: ModelStep, transient: boolean, after: number | null, says: string][] = [
  ["429 with retry-after", status(429, { "retry-after": "7" }), true, 7, "answered 429: “Scripted 429”"],
  ["429 in milliseconds", status(429, { "retry-after-ms": "1500", "retry-after": "9" }), true, 2, "answered 429"],
  [
    "429 until a date",
    status(429, { date: "Tue, 01 Dec 2026 00:00:00 GMT", "retry-after": "Tue, 01 Dec 2026 00:01:00 GMT" }),
    true,
    60,
    "429",
  ],
  ["429 with nonsense", status(429, { "retry-after": "soon" }), true, null, "answered 429"],
  ["529 overloaded", status(529, { "retry-after": "999999999" }), true, 86_400, "answered 529"],
  ["500", status(500), true, null, "trouble of its own"],
  [
    "503 with a page",
    status(503, {}, "<html><h1>Bad gateway</h1></html>"),
    true,
    null,
    "The model's server answered 503.",
  ],
  ["408", status(408), true, null, "answered 408"],
  [
    "401",
    status(401, { "retry-after": "5" }, '{"error":{"message":"invalid x-api-key"}}'),
    false,
    null,
    "“invalid x-api-key”. Look at the model's key",
  ],
  ["404 as Ollama says it", status(404, {}, '{"error":"model \\"q\\" not found"}'), false, null, 'model "q" not found'],
  [
    "400 with a very long word of its own",
    status(400, {}, JSON.stringify({ message: "x".repeat(100_000) })),
    false,
    null,
    "… (cut)",
  ],
  ["a redirect", status(307, { location: "http://127.0.0.1:1/" }), false, null, "Look at"],
  ["a connection that is cut", { kind: "cut" }, false, null, "connection to the model's server broke"],
  ["one cut in the middle", { kind: "cut", after: "half" }, false, null, "connection to the model's server broke"],
  [
    "no JSON",
    { kind: "raw", body: "<html>Log in to the hotel's network</html>" },
    false,
    null,
    "its protocol does not know",
  ],
  ["JSON of another kind", { kind: "raw", body: '{"hello":"world"}' }, false, null, "its protocol does not know"],
  [
    "an error that calls itself a success",
    { kind: "raw", body: '{"type":"error","error":{"type":"x","message":"y"}}' },
    false,
    null,
    "its protocol",
  ],
  ["nothing at all", { kind: "raw", body: "" }, false, null, "its protocol does not know"],
];

describe.each(providers)("%s", (provider) => {
  test.each(failing)("%s", async (_name, step, transient, retryAfterSeconds, says) => {
    const server = await modelServer(inOrder([step]));
    const main = smallMain({ server, provider });
    const brief = briefOf(provider, { instructions: `Secret word: ${key}` });
    const end = await thinkHere(main, brief);
    expect(end).toEqual({ kind: "failed", transient, retryAfterSeconds, error: expect.stringContaining(says) });
    expect(JSON.stringify(end)).not.toContain(key);
    expect(JSON.stringify(end).length).toBeLessThan(1000);
    expect(main.transcript.map(({ role }) => role)).toEqual(["user"]);
    expect(main.effects).toEqual([]);
    // The same session, later: it goes on where it was.
    server.follow(byTurn([say("Nothing.")]));
    expect(await thinkHere(main, { ...brief, transcript: main.transcript })).toEqual({ kind: "ended" });
    expect(main.transcript.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(main.bodies[1]).toBe(main.bodies[0]);
  });

  const wrong: [name: string, call: { name: string; input: object | string }, told: string][] = [
    ["an unknown tool", { name: "rm_rf", input: {} }, "there is no tool “rm_rf”"],
    ["main's name in place of the wire's", { name: "files.read", input: { path: "a" } }, "There are: files_read"],
    ["wrong arguments", { name: "files_read", input: { path: 5 } }, "do not fit the tool"],
    [
      "a list as arguments",
      { name: "files_read", input: [] },
      provider === "anthropic" ? "JSON object" : "not a JSON object",
    ],
  ];
  test.each(wrong)("%s is told to the model, and not to main", async (_name, call, told) => {
    const server = await modelServer(byTurn([say("", call), say("I see.")]));
    const main = smallMain({ server, provider });
    expect(await thinkHere(main, briefOf(provider))).toEqual({ kind: "ended" });
    expect(main.asked).toEqual([]);
    const [result] = server.requests[1]?.turns.at(-1)?.results ?? [];
    expect(result?.text).toContain(told);
    expect(result?.error).toBe(provider === "anthropic");
    expect(server.violations()).toEqual([]);
  });

  test("three messages in a row with nothing that can be done: given up, and not as if it could be better later", async () => {
    const useless = say("", { name: "nothing_like_it", input: {} });
    const server = await modelServer(() => useless);
    const main = smallMain({ server, provider });
    expect(await thinkHere(main, briefOf(provider))).toEqual({
      kind: "failed",
      transient: false,
      retryAfterSeconds: null,
      error: expect.stringContaining("3 times in a row"),
    });
    expect(main.bodies).toHaveLength(3);
    expect(main.asked).toEqual([]);
  });

  test("one good call between them, and it goes on", async () => {
    const useless = say("", { name: "nothing_like_it", input: {} });
    const good = say("", { name: "notes_add", input: { text: "x" } });
    const server = await modelServer(byTurn([useless, useless, good, useless, useless, say("End.")]));
    const main = smallMain({ server, provider });
    expect(await thinkHere(main, briefOf(provider))).toEqual({ kind: "ended" });
    expect(main.effects).toHaveLength(1);
  });

  test("two calls under one id are two calls, each made once", async () => {
    const [a, b] = ["a", "b"].map((text) => ({ name: "notes_add", input: { text }, id: "same" }));
    const again = { name: "notes_add", input: { text: "c" }, id: "same" };
    const server = await modelServer(
      byTurn([{ kind: "say", calls: [a, b].flatMap((one) => one ?? []) }, say("", again), say("End.")]),
    );
    const main = smallMain({ server, provider });
    expect(await thinkHere(main, briefOf(provider))).toEqual({ kind: "ended" });
    expect(main.effects.map(({ arguments: args }) => args)).toEqual([{ text: "a" }, { text: "b" }, { text: "c" }]);
    expect(server.violations()).toEqual([]);
  });

  test("more calls than one message may ask for: the rest is not made", async () => {
    const calls = Array.from({ length: 80 }, (_, n) => ({ name: "notes_add", input: { text: `${n}` } }));
    const server = await modelServer(byTurn([{ kind: "say", calls }, say("End.")]));
    const main = smallMain({ server, provider });
    expect(await thinkHere(main, briefOf(provider))).toEqual({ kind: "ended" });
    expect(main.effects).toHaveLength(32);
    expect(server.requests[1]?.turns.flatMap(({ results }) => results)).toHaveLength(64);
    expect(server.violations()).toEqual([]);
  });

  test("cut at its longest: half a call is not made, and words alone are asked for once more, then given up", async () => {
    const finish = provider === "anthropic" ? "max_tokens" : "length";
    const half: ModelStep = { kind: "say", text: "", calls: [{ name: "notes_add", input: { text: "ha" } }], finish };
    const words: ModelStep = { kind: "say", text: "I think and think", finish };
    const server = await modelServer(byTurn([half, words, words]));
    const main = smallMain({ server, provider });
    expect(await thinkHere(main, briefOf(provider))).toMatchObject({
      kind: "failed",
      transient: false,
      error: expect.stringContaining("max_output_tokens"),
    });
    expect(main.asked).toEqual([]);
    expect(main.bodies).toHaveLength(3);
    expect(server.requests[2]?.turns.at(-1)?.text).toContain("cut at its longest");
    expect(server.violations()).toEqual([]);
  });

  test("declined by the provider: a failure with its reason; an empty answer: the quiet end, and the session can go on", async () => {
    const finish = provider === "anthropic" ? "refusal" : "content_filter";
    const server = await modelServer(inOrder([{ kind: "say", text: "", finish }, say(""), say("Fine.")]));
    const main = smallMain({ server, provider });
    const declined = await thinkHere(main, briefOf(provider));
    expect(declined).toMatchObject({ kind: "failed", transient: false, error: expect.stringContaining("declined") });
    expect(await thinkHere(main, briefOf(provider, { transcript: main.transcript }))).toEqual({ kind: "ended" });
    const more = briefOf(provider, { transcript: main.transcript, events: [thoughtEvent(8, "1")] });
    expect(await thinkHere(main, more)).toEqual({ kind: "ended" });
    expect(server.violations()).toEqual([]);
  });

  test("an answer longer than a session keeps", async () => {
    const server = await modelServer(() => say("x".repeat(2_100_000)));
    const main = smallMain({ server, provider });
    expect(await thinkHere(main, briefOf(provider))).toMatchObject({
      kind: "failed",
      error: expect.stringContaining("longer than a session keeps"),
    });
    expect(main.transcript).toHaveLength(1);
  });
});

test("broken JSON, which only one protocol can say, is told to the model; no arguments at all are none", async () => {
  const calls = [
    { name: "notes_add", input: '{"text": "x"' },
    { name: "notes_add", input: '{"text":"x","__proto__":{"a":1}}' },
    { name: "notes_add", input: '{"text":"x","n":1e999}' },
    { name: "notes_add", input: '{"text":"x","n":12345678901234567890}' },
    { name: "notes_add", input: `{"text":"x","deep":${"[".repeat(50)}${"]".repeat(50)}}` },
    { name: "notes_add", input: JSON.stringify({ text: "x".repeat(210_000) }) },
    { name: "files_list", input: "" },
  ];
  const server = await modelServer(byTurn([{ kind: "say", calls }, say("End.")]));
  const main = smallMain({ server, provider: "openai-compatible" });
  const brief = briefOf("openai-compatible");
  const list = { name: "files.list", description: "Lists.", inputSchema: '{"type":"object","properties":{}}' };
  expect(await thinkHere(main, { ...brief, tools: [...brief.tools, list] })).toEqual({ kind: "ended" });
  expect(main.asked.map(({ tool, arguments: args }) => [tool, args])).toEqual([["files.list", {}]]);
  const results = server.requests[1]?.turns.flatMap((turn) => turn.results).map(({ text }) => text) ?? [];
  expect(results).toEqual([
    expect.stringContaining("not JSON"),
    expect.stringContaining("__proto__"),
    expect.stringContaining("too large to be exact"),
    expect.stringContaining("too large to be exact"),
    expect.stringContaining("nest deeper"),
    expect.stringContaining("longer than 200000"),
    expect.stringContaining('{"ok":true}'),
  ]);
  expect(server.violations()).toEqual([]);
});
