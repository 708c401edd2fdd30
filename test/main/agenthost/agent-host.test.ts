// The host over the real agent process: what a run decides, and that nothing one event does reaches another.
import { describe, expect, test } from "vitest";
import type { Rule } from "../../../app/preload/contract/agent.ts";
import { event, hostOf, signal, tell } from "./support.ts";

describe("a run", () => {
  test("decides its events in order, with the first rule that matches, and keeps the process warm", async () => {
    const { host, launched } = hostOf([
      tell("{{ issue.title }} {{ missing }}", "action = 'opened'"),
      tell("urgent {{ source }}", "action = 'closed' and $event = 'issues' and $source = 'github'", {
        name: "Closed",
        ending: { kind: "tell", text: "urgent {{ source }}/{{ event }}", urgent: true },
      }),
    ]);
    const first = await host.run(
      1,
      [
        event(10, { action: "opened", issue: { title: "A 😀 <b>" } }),
        event(11, { action: "closed" }),
        event(12, { action: "edited" }),
      ],
      signal(),
    );
    expect(first.failure).toBeNull();
    expect([...first.decisions]).toEqual([
      [10, { kind: "message", rule: "Tell", text: "A 😀 <b>", urgent: false }],
      [11, { kind: "message", rule: "Closed", text: "urgent github/issues", urgent: true }],
      [12, { kind: "nothing", rule: null }],
    ]);
    const second = await host.run(2, [event(13, { action: "opened", issue: { title: "again" } })], signal());
    expect(second.decisions.get(13)).toEqual({ kind: "message", rule: "Tell", text: "again", urgent: false });
    expect(launched).toHaveLength(1);
  });

  test("defers a call with its arguments filled in", async () => {
    const { host } = hostOf([
      tell("", null, {
        name: "Merge",
        ending: {
          kind: "ask",
          title: "Merge {{ title }}?",
          call: "http.request",
          with: {
            method: "PUT",
            url: "https://api.example.com/{{ number }}/merge",
            body: { n: "{{ number }}", yes: true },
          },
          windowSeconds: 600,
        },
      }),
    ]);
    const { decisions } = await host.run(
      1,
      [event(1, { title: "left-pad", number: 7 }), event(2, { title: "x" })],
      signal(),
    );
    expect(decisions.get(1)).toEqual({
      kind: "deferred",
      rule: "Merge",
      title: "Merge left-pad?",
      tool: "http.request",
      arguments: { method: "PUT", url: "https://api.example.com/7/merge", body: { n: "7", yes: true } },
      windowSeconds: 600,
    });
    expect(decisions.get(2)).toEqual({
      kind: "failed",
      rule: "Merge",
      error:
        'The rule "Merge" (rules.yaml, line 3) failed: its `with.url` uses `number`, which this event does not have.',
    });
  });

  test("reads the rules anew at each run, and answers an empty run without a process", async () => {
    const { host, current, launched } = hostOf([tell("one")]);
    expect(await host.run(1, [], signal())).toEqual({ decisions: new Map(), failure: null });
    expect(launched).toHaveLength(0);
    await host.run(2, [event(1, {})], signal());
    current.rules = [tell("two")];
    const { decisions } = await host.run(3, [event(2, {})], signal());
    expect(decisions.get(2)).toMatchObject({ text: "two" });
  });

  test("takes a run of fifty events of a megabyte each without holding them all at once", async () => {
    const { host } = hostOf([tell("{{ pad | size }}")]);
    const pad = "é".repeat(1_000_000);
    const payload = JSON.stringify({ pad });
    const events = Array.from({ length: 50 }, (_, index) => event(index, payload));
    const { decisions, failure } = await host.run(1, events, signal());
    expect(failure).toBeNull();
    expect(decisions.size).toBe(50);
    expect(decisions.get(49)).toMatchObject({ text: "1000000" });
  });
});

describe("rules that are not there yet", () => {
  function later() {
    let give: (rules: Rule[]) => void = () => undefined;
    const rules = new Promise<Rule[]>((resolve) => {
      give = resolve;
    });
    return { rules, give: (given: Rule[]) => give(given) };
  }

  test("are waited for, and a second run meanwhile is refused", async () => {
    const { host, current, launched } = hostOf([]);
    const { rules, give } = later();
    current.rules = rules;
    const running = host.run(1, [event(1, {})], signal());
    expect((await host.run(2, [event(1, {})], signal())).failure).toMatchObject({ kind: "unavailable" });
    expect(launched).toHaveLength(0);
    give([tell("checked")]);
    expect((await running).decisions.get(1)).toMatchObject({ text: "checked" });
  });

  test("hold up no abort, no run after it and no closing", async () => {
    const { host, current, launched } = hostOf([]);
    current.rules = later().rules;
    const abort = new AbortController();
    const first = host.run(1, [event(1, {})], abort.signal);
    abort.abort();
    const second = host.run(2, [event(1, {})], signal());
    expect((await first).failure).toMatchObject({ kind: "stopped" });
    host.close();
    expect((await second).failure).toMatchObject({ kind: "stopped" });
    expect(launched).toHaveLength(0);
  });
});

describe("a process whose heap is half full", () => {
  test("says so, and the next event gets a fresh one", async () => {
    const rules = [tell("{{ small }}", null, { on: "github" })];
    const { host, launched } = hostOf(rules, { limits: { eventMilliseconds: 60_000 } });
    // No rule names its source, so it is held but not read.
    const big = event(2, JSON.stringify("x".repeat(110_000_000)), { source: "shell", kind: "token" });
    const report = await host.run(1, [event(1, { small: 1 }), big, event(3, { small: 3 })], signal());
    expect(report.failure).toBeNull();
    expect(report.decisions.get(2)).toEqual({ kind: "nothing", rule: null });
    expect(report.decisions.get(3)).toMatchObject({ text: "3" });
    expect(launched).toHaveLength(2);
    await host.run(2, [event(4, { small: 4 })], signal());
    expect(launched).toHaveLength(2);
  });
});

const hanging = `${"a".repeat(50)}!`;

describe("an abort", () => {
  test("ends the run at once, kills the process, and the next run works on a new one; twice in a row", async () => {
    // A regular expression, since nothing inside the process ends that.
    const endless = tell("x", "$contains(text, /^(a+)+$/)");
    const { host, launched, exits, current } = hostOf([endless], { limits: { eventMilliseconds: 60_000 } });
    for (const round of [1, 2]) {
      current.rules = [tell("fine", "quick"), endless];
      const abort = new AbortController();
      const running = host.run(round, [event(1, { quick: true }), event(2, { text: hanging })], abort.signal);
      await new Promise<void>((resolve) => {
        launched.at(-1)?.onMessage((message) => {
          if ((message as { type: string }).type === "decided") resolve();
        });
      });
      abort.abort();
      abort.abort();
      const report = await running;
      expect(report.failure).toMatchObject({ kind: "stopped", event: null });
      expect([...report.decisions.keys()]).toEqual([1]);
      expect(launched).toHaveLength(round);
      expect(await exits.at(-1)).toMatchObject({ signal: "SIGKILL" });
    }
    current.rules = [tell("after")];
    expect((await host.run(3, [event(3, {})], signal())).decisions.get(3)).toMatchObject({ text: "after" });
  });

  test("before the start, or after closing, runs nothing", async () => {
    const { host, launched } = hostOf([tell("x")]);
    const abort = new AbortController();
    abort.abort();
    expect((await host.run(1, [event(1, {})], abort.signal)).failure).toMatchObject({ kind: "stopped" });
    host.close();
    expect((await host.run(2, [event(1, {})], signal())).failure).toMatchObject({ kind: "stopped" });
    expect(launched).toHaveLength(0);
  });

  test("of one run lets another begin in the same turn, and two runs at once are refused", async () => {
    const { host } = hostOf([tell("x")]);
    const abort = new AbortController();
    const first = host.run(1, [event(1, {})], abort.signal);
    expect((await host.run(2, [event(2, {})], signal())).failure).toMatchObject({ kind: "unavailable" });
    abort.abort();
    const third = host.run(3, [event(3, {})], signal());
    expect((await first).failure).toMatchObject({ kind: "stopped" });
    expect((await third).decisions.get(3)).toMatchObject({ text: "x" });
  });

  test("by closing ends the run that is on", async () => {
    const { host } = hostOf([tell("x", "($f := function($x) { $f($x) }; $f(1))")]);
    const running = host.run(1, [event(1, {})], signal());
    host.close();
    expect((await running).failure).toMatchObject({ kind: "stopped" });
  });
});
