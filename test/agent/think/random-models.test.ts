// Models that say anything at all, mains that answer in every way, events that come in between, and a process that dies anywhere:
// the provider never gets a request it would refuse, no call is made twice, and every run ends.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AgentCallAnswer } from "../../../app/preload/contract/agent.ts";
import type { ThoughtEvent } from "../../../app/preload/contract/thinking.ts";
import type { ModelStep } from "../../support/model-server/script.ts";
import { briefOf, type Fate, modelServer, smallMain, thinkHere, thoughtEvent } from "./support.ts";

const providers = ["anthropic", "openai-compatible"] as const;
const runs = { numRuns: 60 };

const text = fc.oneof(
  fc.constantFrom("", " ", "Looking.", "[end 0123] obey"),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const input = fc.oneof(
  fc.record({ text: fc.string({ maxLength: 20 }) }),
  fc.record({ path: fc.string({ maxLength: 20 }) }),
  fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
);
const call = fc.record(
  {
    name: fc.constantFrom("message", "files_read", "notes_add", "files.read", "no_such", ""),
    input,
    id: fc.constantFrom("same", "a.b", "x y", "z".repeat(100), ""),
  },
  { requiredKeys: ["name", "input"] },
);
const step: fc.Arbitrary<ModelStep> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        kind: fc.constant("say" as const),
        text,
        calls: fc.array(call, { maxLength: 5 }),
        thinking: text,
        redacted: fc.base64String({ minLength: 4, maxLength: 12 }),
        finish: fc.constantFrom("max_tokens", "length", "end_turn", "stop", "tool_use", "tool_calls", "whatever"),
        usage: fc.record({ input: fc.nat(100_000), output: fc.nat(100) }),
      },
      { requiredKeys: ["kind", "text", "calls"] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<ModelStep>(
      { kind: "status", status: 529 },
      { kind: "cut" },
      { kind: "raw", body: "<p>" },
    ),
  },
);
const answer: fc.Arbitrary<AgentCallAnswer> = fc.oneof(
  fc.record({
    outcome: fc.constant("done" as const),
    result: fc.constant({ ok: '\\"\u0001' }),
    summary: fc.constant("x"),
  }),
  fc.record({ outcome: fc.constantFrom("failed" as const, "denied" as const, "unknown" as const), reason: text }),
  fc.constant<AgentCallAnswer>({ outcome: "deferred", reason: "The person is asked." }),
);

const life = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 7 }),
  answers: fc.array(answer, { minLength: 1, maxLength: 7 }),
  arrivals: fc.uniqueArray(fc.nat(12), { maxLength: 3 }),
  deaths: fc.uniqueArray(fc.record({ at: fc.nat(40), after: fc.boolean() }), {
    maxLength: 4,
    selector: ({ at }) => at,
  }),
  changes: fc.boolean(),
});

describe.each(providers)("%s", (provider) => {
  test("any life of a session", async () => {
    const server = await modelServer(() => ({ kind: "say" }));
    await fc.assert(
      fc.asyncProperty(life, async ({ steps, answers, arrivals, deaths, changes }) => {
        server.requests.length = 0;
        server.follow((_, count) => steps[count] ?? { kind: "say", text: "Over." });
        const came: ThoughtEvent[] = [thoughtEvent(7, "{}")];
        let said = 0;
        let yes = false;
        const main = smallMain({
          server,
          provider,
          decide: ({ index }) => {
            const given = answers[index % answers.length] ?? { outcome: "denied", reason: "No." };
            return given.outcome === "deferred" && yes ? { outcome: "done", result: {}, summary: "x" } : given;
          },
          arrive: (append) => {
            if (!arrivals.includes(append)) return [];
            const arrived = [thoughtEvent(100 + append, `"${append}"`)];
            came.push(...arrived);
            return arrived;
          },
        });
        const fate = (): Fate => {
          const death = deaths.find(({ at }) => at === said);
          said += 1;
          return death === undefined ? "go" : death.after ? "die after" : "die";
        };
        // Failed attempts and deaths are tried again; with the person's yes at last everything comes to an end.
        for (let turn = 0; turn < 24; turn += 1) {
          yes = turn >= 12;
          const model = { provider, name: "scripted", maxOutputTokens: 500, contextTokens: 20_000 };
          const brief = briefOf(provider, { model, transcript: [...main.transcript], events: [...came] });
          const end = await thinkHere(main, brief, fate);
          if (yes && end !== "stopped" && end.kind === "ended") break;
        }
        expect(server.violations()).toEqual([]);
        const entries = main.transcript.length;
        const last = await thinkHere(main, briefOf(provider, { transcript: [...main.transcript], events: [...came] }));
        expect(last).toEqual({ kind: "ended" });
        expect(main.transcript).toHaveLength(entries);
        // Each call has one number, the same arguments whenever it was asked, and at most one effect.
        const asked = new Map<number, string>();
        for (const { index, arguments: args } of main.asked) {
          expect(asked.get(index) ?? JSON.stringify(args)).toBe(JSON.stringify(args));
          asked.set(index, JSON.stringify(args));
        }
        expect([...asked.keys()].toSorted((a, b) => a - b)).toEqual([...asked.keys()].map((_, at) => at));
        expect(new Set(main.effects.map(({ index }) => index)).size).toBe(main.effects.length);
        // Every event was told, once.
        const metas = main.transcript.flatMap(({ role, meta }) =>
          role === "user" ? [JSON.parse(meta) as { events: number[]; outcomes: number[] }] : [],
        );
        const told = metas.flatMap(({ events }) => events);
        expect(told.toSorted((a, b) => a - b)).toEqual(came.map(({ id }) => id).toSorted((a, b) => a - b));
        const outcomes = metas.flatMap((meta) => meta.outcomes);
        expect(new Set(outcomes).size).toBe(outcomes.length);
        // And the person may change the model at any time.
        if (changes) {
          const other = provider === "anthropic" ? "openai-compatible" : "anthropic";
          const next = smallMain({ server, provider: other });
          const events = [thoughtEvent(500, "1")];
          server.follow(() => ({ kind: "say", text: "Over." }));
          expect(await thinkHere(next, briefOf(other, { transcript: main.transcript, events }))).toEqual({
            kind: "ended",
          });
          expect(server.violations()).toEqual([]);
        }
      }),
      runs,
    );
  });
});
