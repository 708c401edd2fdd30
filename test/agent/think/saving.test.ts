// Before a session is summed up, the model is asked once to write down what must last: committed like every step, so that a death
// anywhere around it neither asks twice nor loses what it wrote, and nothing that goes wrong with it costs the run.
import { describe, expect, test } from "vitest";
import type { AgentCallAnswer, FromAgent } from "../../../app/preload/contract/agent.ts";
import type { ThoughtEvent } from "../../../app/preload/contract/thinking.ts";
import { type ModelRequestSeen, type ModelStep, type Script, say } from "../../support/model-server/script.ts";
import { briefOf, type Fate, modelServer, smallMain, thinkHere, thoughtEvent, tool, tools } from "./support.ts";

const lasting = [...tools, tool("memory.remember", { text: { type: "string" } }, ["text"])];
const remember = (text: string) => ({ name: "memory_remember", input: { text } });
const lastText = ({ turns }: ModelRequestSeen): string => turns.at(-1)?.text ?? "";
const isSaving = (request: ModelRequestSeen): boolean => lastText(request).includes("has nearly outgrown its room");
const isSummingUp = (request: ModelRequestSeen): boolean => lastText(request).includes("has grown too long");

/** Works on with many words, saves what it is asked to, sums up, and is then done. By the request alone, so that it can come again. */
const working =
  (saving: ModelStep = say("", remember("Tea, not coffee.")), rest: ModelStep = say("Done.")): Script =>
  (request) => {
    if (isSaving(request)) return saving;
    if (isSummingUp(request)) return say("SUMMARY");
    if (request.text.includes("SUMMARY")) return rest;
    return say(`Step ${request.said}. ${"word ".repeat(1000)}`, { name: "files_read", input: { path: "a" } });
  };

/** What each entry is, in a word. */
const kinds = (transcript: readonly { role: string; meta: string; body: string }[]) =>
  transcript.map(({ role, meta }) => (meta.includes('"saving":true') ? "saving" : role));

describe.each(["anthropic", "openai-compatible"] as const)("%s", (provider) => {
  const model = { provider, name: "scripted", maxOutputTokens: 1000, contextTokens: 9000 };
  const done: AgentCallAnswer = { outcome: "done", result: { text: "read" }, summary: "Read." };

  async function play(
    script: Script,
    more: { decide?: (tool: string) => AgentCallAnswer; death?: number; quiet?: true } = {},
  ) {
    const server = await modelServer(script);
    const came: ThoughtEvent[] = [thoughtEvent(7, '"It is broken"')];
    const main = smallMain({
      ...{ server, provider },
      decide: (call) => more.decide?.(call.tool) ?? done,
      // While it saves, something comes: it is told after the summary, where it can't be lost.
      arrive: () => {
        if (more.quiet || kinds(main.transcript).at(-1) !== "saving") return [];
        came.push(thoughtEvent(8, '"meanwhile"'));
        return came.slice(-1);
      },
    });
    let said = 0;
    let saves = 0;
    const fate = (message: FromAgent): Fate => {
      said += 1;
      if (saves === 0 && message.type === "append" && message.entry.meta.includes('"saving":true')) saves = said;
      if (more.death === undefined || Math.floor(more.death / 2) + 1 !== said) return "go";
      return more.death % 2 === 0 ? "die" : "die after";
    };
    for (;;) {
      const brief = { model, tools: lasting, transcript: [...main.transcript], events: [...came] };
      const end = await thinkHere(main, briefOf(provider, brief), fate);
      if (end !== "stopped") return { main, server, end, said, saves };
    }
  }

  test("once before the summary, which comes next; what was news is told in it or after it", async () => {
    const { main, server, end } = await play(working());
    expect(end).toEqual({ kind: "ended" });
    const order = kinds(main.transcript);
    const at = order.indexOf("saving");
    expect(order.slice(at)).toEqual(["saving", "assistant", "tool", "summary", "user", "assistant"]);
    expect(main.effects.filter(({ tool: name }) => name === "memory.remember")).toEqual([
      expect.objectContaining({ arguments: { text: "Tea, not coffee." } }),
    ]);
    const summary = main.transcript[at + 3]?.body ?? "";
    expect(summary).toContain("It is broken");
    expect(summary).not.toContain("outgrown its room");
    expect(main.transcript[at + 4]?.body).toContain("meanwhile");
    expect(server.requests.filter(isSaving)).toHaveLength(1);
    expect(Math.max(...main.bodies.map(({ length }) => length))).toBeLessThan(9000 * 4.2);
    expect(server.violations()).toEqual([]);
  });

  test("from a death anywhere since it was asked it goes on to the same transcript, and writes down once", async () => {
    const whole = await play(working());
    for (let death = (whole.saves - 1) * 2; death < whole.said * 2; death += 1) {
      const { main, server } = await play(working(), { death });
      expect(main.transcript, `dies at ${death / 2}`).toEqual(whole.main.transcript);
      expect(main.effects, `dies at ${death / 2}`).toEqual(whole.main.effects);
      expect(server.violations()).toEqual([]);
      await server.close();
    }
  });

  test("a longer session is asked again before its next summary, never twice before one", async () => {
    const server = await modelServer((request, count) => {
      if (isSaving(request) || isSummingUp(request)) return working()(request, count);
      return count > 40
        ? say("Done.")
        : say(`Step ${count}. ${"word ".repeat(1000)}`, { name: "files_read", input: { path: "a" } });
    });
    const main = smallMain({ server, provider });
    expect(await thinkHere(main, briefOf(provider, { model, tools: lasting }))).toEqual({ kind: "ended" });
    const order = kinds(main.transcript).filter((kind) => kind === "saving" || kind === "summary");
    expect(order.length).toBeGreaterThan(4);
    expect(order).toEqual(order.map((_kind, at) => (at % 2 === 0 ? "saving" : "summary")));
    expect(server.violations()).toEqual([]);
  });

  test("where remembering waits for the person, the work does not: the call outlives the summary", async () => {
    const waits = (name: string): AgentCallAnswer =>
      name === "memory.remember" ? { outcome: "deferred", reason: "The person is asked." } : done;
    const { main, end, server } = await play(working(), { decide: waits, quiet: true });
    expect(end).toEqual({ kind: "ended" });
    const summary = main.transcript.find(({ role }) => role === "summary");
    expect(summary?.meta).toContain("Tea, not coffee.");
    expect(kinds(main.transcript).at(-1)).toBe("assistant");
    const transcript = main.transcript.slice(main.transcript.findIndex(({ role }) => role === "summary"));
    server.follow(() => say("Thank you."));
    const main2 = smallMain({ server, provider });
    main2.transcript.push(...transcript);
    await thinkHere(main2, briefOf(provider, { model, tools: lasting, transcript, events: [] }));
    expect(main2.effects).toEqual([expect.objectContaining({ tool: "memory.remember" })]);
    expect(server.violations()).toEqual([]);
  });

  const tooLong: ModelStep = {
    kind: "status",
    status: 400,
    body: '{"error":{"message":"prompt is too long: 9 tokens > 8 maximum"}}',
  };
  test.each<[string, ModelStep]>([
    ["finds nothing to write down", say("Nothing.")],
    ["says nothing at all", say("")],
    ["is cut", { kind: "say", text: "I will", finish: provider === "anthropic" ? "max_tokens" : "length" }],
    ["is refused", { kind: "say", text: "", finish: provider === "anthropic" ? "refusal" : "content_filter" }],
    ["asks for what there is not", say("", { name: "no_such_tool", input: {} })],
    ["has no room even for that", tooLong],
  ])("when it %s, the summary comes all the same", async (_what, saving) => {
    const { main, end, server } = await play(working(saving));
    expect(end).toEqual({ kind: "ended" });
    expect(kinds(main.transcript).filter((kind) => kind === "saving" || kind === "summary")).toEqual([
      "saving",
      "summary",
    ]);
    expect(main.transcript.find(({ role }) => role === "summary")?.body).toContain("SUMMARY");
    expect(server.violations()).toEqual([]);
  });

  test("a model's server that can't be reached just then: the run fails and is asked again when it comes back", async () => {
    const { main, end, server } = await play(working({ kind: "status", status: 529 }));
    expect(end).toMatchObject({ kind: "failed", transient: true });
    expect(kinds(main.transcript).at(-1)).toBe("saving");
    server.follow(working());
    const again = { model, tools: lasting, transcript: [...main.transcript], note: "The last run was stopped." };
    expect(await thinkHere(main, briefOf(provider, again))).toEqual({ kind: "ended" });
    expect(kinds(main.transcript).filter((kind) => kind === "saving")).toHaveLength(1);
    // A summary counts as having told of the last run: so it does.
    expect(main.transcript.find(({ role }) => role === "summary")?.body).toContain("The last run was stopped.");
  });

  test("without a tool to write down with, nothing is asked", async () => {
    const server = await modelServer(working());
    const main = smallMain({ server, provider });
    expect(await thinkHere(main, briefOf(provider, { model, tools }))).toEqual({ kind: "ended" });
    expect(kinds(main.transcript)).toContain("summary");
    expect(kinds(main.transcript)).not.toContain("saving");
  });
});
