// A session of ten steps, interrupted at every single thing the agent process says, before main took it and after: it goes on
// from what was committed, with the same requests, the same calls, each effect once, and the same transcript at the end.
import { describe, expect, test } from "vitest";
import type { ModelProvider, ThoughtEvent } from "../../../app/preload/contract/thinking.ts";
import { byTurn, type ModelStep, say } from "../../support/model-server/script.ts";
import type { ModelServer } from "../../support/model-server/server.ts";
import { briefOf, modelServer, type SmallMain, smallMain, thinkHere, thoughtEvent } from "./support.ts";

const note = (text: string) => ({ name: "notes_add", input: { text } });
const read = (path: string) => ({ name: "files_read", input: { path } });

/** The fourth waits for the person; the others are made, or can't be. */
const steps: ModelStep[] = [
  { kind: "say", text: "Let me look.", thinking: "Hm, what is this?", calls: [read("a.txt")] },
  say("Two at once.", note("one"), note("two")),
  say("", { name: "no_such_tool", input: {} }, note("three")),
  { kind: "say", redacted: "b3BhcXVl", text: "This needs a yes.", calls: [note("ask"), read("b.txt")] },
  say("", { name: "message", input: { text: "Here it is." } }),
  say("", note("four")),
  say("", { name: "notes_add", input: { words: "wrong" } }),
  { kind: "say", thinking: "Nearly there.", text: "", calls: [note("five"), read("c.txt")] },
  say("", { name: "message", input: { text: "And that." } }),
  say("Done."),
];

interface Story {
  /** Further events, by the append that brings them. */
  arrivals: Record<number, ThoughtEvent[]>;
  requests: number;
}

const stories: [name: string, story: Story][] = [
  [
    "the session waits for the person, and nothing comes meanwhile",
    { arrivals: { 12: [thoughtEvent(9, '"later"')] }, requests: 10 },
  ],
  [
    "an event comes while a call waits: it is answered with a placeholder, its outcome told later",
    { arrivals: { 7: [thoughtEvent(8, '"meanwhile"')], 12: [thoughtEvent(9, '"later"')] }, requests: 11 },
  ],
];

/** Where a process dies: at the nth thing it says, before main took it or after. */
interface Death {
  at: number;
  after: boolean;
}

interface Played {
  main: SmallMain;
  said: number;
}

/** Plays the whole session: until it waits, then with the person's yes, until it ends. */
async function play(server: ModelServer, provider: ModelProvider, story: Story, death: Death | null): Promise<Played> {
  let approved = false;
  let said = 0;
  const came: ThoughtEvent[] = [thoughtEvent(7, '{"issue":"It is broken"}')];
  const main = smallMain({
    server,
    provider,
    decide: (call) =>
      call.arguments["text"] === "ask" && !approved
        ? { outcome: "deferred", reason: "The person is asked." }
        : { outcome: "done", result: { of: call.arguments }, summary: "Done." },
    arrive: (append) => {
      const arrived = story.arrivals[append] ?? [];
      came.push(...arrived);
      return arrived;
    },
  });
  const once = async (): Promise<object> => {
    for (;;) {
      const end = await thinkHere(
        main,
        briefOf(provider, { transcript: [...main.transcript], events: [...came] }),
        () => {
          said += 1;
          if (death === null || said !== death.at + 1) return "go";
          return death.after ? "die after" : "die";
        },
      );
      if (end !== "stopped") return end;
    }
  };
  expect(await once()).toEqual({ kind: "ended" });
  approved = true;
  expect(await once()).toEqual({ kind: "ended" });
  return { main, said };
}

/** Without what was sent twice because nobody was there to take the answer. */
const withoutRepeats = <T>(list: readonly T[]): T[] =>
  list.filter((one, at) => at === 0 || JSON.stringify(one) !== JSON.stringify(list[at - 1]));

describe.each(["anthropic", "openai-compatible"] as const)("%s", (provider) => {
  test.each(stories)("%s", async (_name, story) => {
    const server = await modelServer(byTurn(steps));
    const whole = await play(server, provider, story, null);
    expect(whole.main.effects.map(({ index }) => index)).toEqual([
      ...new Set(whole.main.effects.map(({ index }) => index)),
    ]);
    expect(whole.main.effects).toHaveLength(11);
    expect(whole.main.bodies).toHaveLength(story.requests);
    const indexes = (played: Played) => withoutRepeats(played.main.asked.map(({ index, arguments: a }) => [index, a]));
    const final = (played: Played) => played.main.effects.toSorted((a, b) => a.index - b.index);

    for (let at = 0; at < whole.said; at += 1) {
      for (const after of [false, true]) {
        const where = `dies at ${at}${after ? ", after main took it" : ""}`;
        const played = await play(server, provider, story, { at, after });
        expect(played.main.transcript, where).toEqual(whole.main.transcript);
        expect(withoutRepeats(played.main.bodies), where).toEqual(whole.main.bodies);
        expect(final(played), where).toEqual(final(whole));
        expect([...new Set(indexes(played).map(([index]) => index))], where).toEqual([
          ...new Set(indexes(whole).map(([index]) => index)),
        ]);
      }
    }
    expect(server.violations()).toEqual([]);
  });
});
