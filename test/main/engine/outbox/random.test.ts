import fc from "fast-check";
import { expect, test } from "vitest";
import { afterQuiet } from "../../../../app/main/engine/outbox/quiet-hours.ts";
import { bench, Crash, card } from "./support.ts";

type Step =
  | { do: "say" | "urgent" | "card" | "send now" | "restart" | "heal" | "break" }
  | { do: "on" | "back"; seconds: number }
  | { do: "crash"; at: "sending" | "sent" | "delivered" };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Step>({ do: "say" }, { do: "say" }, { do: "urgent" }, { do: "card" }) },
  {
    weight: 4,
    arbitrary: fc.oneof(fc.nat(120), fc.nat(4000), fc.nat(40_000)).map((seconds): Step => ({ do: "on", seconds })),
  },
  { weight: 1, arbitrary: fc.oneof(fc.nat(400), fc.nat(20_000)).map((seconds): Step => ({ do: "back", seconds })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Step>({ do: "break" }, { do: "heal" }, { do: "restart" }, { do: "send now" }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("sending", "sent", "delivered").map((at): Step => ({ do: "crash", at: at as "sent" })),
  },
);

interface Attempt {
  kind: string;
  bodies: string[];
  marked: boolean;
  ok: boolean;
  forced: boolean;
  wall: number;
  /** Seconds that really went by since the beginning, whatever the clock said. */
  elapsed: number;
}

/** Plays the steps, then mends everything and lets the outbox run dry. */
async function play(steps: readonly Step[], quiet: boolean) {
  const w = bench();
  const attempts: Attempt[] = [];
  const said: { body: string; urgent: boolean }[] = [];
  w.now = Date.parse("2025-03-29T20:00Z") / 1000;
  w.settings.zone = "Europe/Berlin";
  if (quiet) w.settings.quiet = { fromMinute: 22 * 60, untilMinute: 7 * 60 };
  let elapsed = 0;
  let forced = false;
  w.onSend = ({ kind, title, body }) => {
    attempts.push({
      kind,
      bodies: body.split(/\n+/),
      marked: title.endsWith("(perhaps again)"),
      ok: w.answer.ok,
      forced,
      wall: w.now,
      elapsed,
    });
  };

  async function survive(work: () => Promise<unknown>) {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      w.crashAt = null;
      await w.restart().recover();
    }
  }
  /** What the engine does until `seconds` have gone by: sleep until the dispatcher's next moment, dispatch, again. */
  async function live(seconds: number) {
    const until = w.now + seconds;
    for (let turns = 0; ; turns++) {
      if (turns > 2000) throw new Error("The dispatcher asks to be woken without end.");
      const at = w.dispatcher().nextAt(w.now);
      if (at === null || at > until) break;
      if (at > w.now) {
        elapsed += at - w.now;
        w.now = at;
      }
      await survive(() => w.dispatcher().dispatch());
    }
    elapsed += until - w.now;
    w.now = until;
  }

  try {
    for (const [n, s] of steps.entries()) {
      if (s.do === "say" || s.do === "urgent") {
        said.push({ body: `${s.do}${n}`, urgent: s.do === "urgent" });
        w.say(`${s.do}${n}`, { urgent: s.do === "urgent" });
      }
      if (s.do === "card") w.cards.push(card(`card${n}`));
      if (s.do === "heal") w.answer = { ok: true };
      if (s.do === "break") w.answer = { ok: false, error: "broken" };
      if (s.do === "crash") w.crashAt = s.at;
      if (s.do === "back") w.now -= s.seconds;
      if (s.do === "restart")
        await w
          .restart()
          .recover()
          .catch((error: unknown) =>
            survive(async () => {
              throw error;
            }),
          );
      if (s.do === "send now") {
        forced = true;
        await survive(() => w.dispatcher().sendNow());
        forced = false;
      }
      await live(s.do === "on" ? s.seconds : 0);
    }
    w.answer = { ok: true };
    w.crashAt = null;
    await live(3 * 86_400);
    return {
      attempts,
      said,
      messages: w.messages(),
      rows: w.rows(),
      held: w.outbox().heldCount(),
      settings: w.settings,
      cards: w.cards,
    };
  } finally {
    w.close();
  }
}

test("through failures, crashes and clocks that go back: nothing lost, nothing twice unless marked, one digest per gap, order kept, quiet kept", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 40 }), fc.boolean(), async (steps, quiet) => {
      const { attempts, said, messages, rows, held, settings, cards } = await play(steps, quiet);
      const arrived = attempts.filter(({ ok }) => ok);

      expect(held).toBe(0);
      expect(
        messages.every(
          ({ sent_at, delivery }) => sent_at !== null && rows.find(({ id }) => id === delivery)?.status === "sent",
        ),
      ).toBe(true);
      for (const { body, urgent } of said) {
        const times = arrived.filter(({ bodies }) => bodies.includes(body));
        expect(times.length, `${body} arrived`).toBeGreaterThan(0);
        for (const again of times.slice(1)) expect(again.marked, `${body} again, marked`).toBe(true);
        for (const { kind, bodies } of times) {
          expect(kind).toBe(urgent ? "urgent" : "digest");
          if (urgent) expect(bodies).toEqual([body]);
        }
      }
      for (const { title } of cards)
        expect(arrived.some(({ kind, bodies }) => kind === "approval" && bodies.includes(title))).toBe(true);

      const plain = new Set<string>();
      for (const { kind, bodies } of arrived) if (kind === "digest") for (const body of bodies) plain.add(body);
      expect([...plain]).toEqual(said.filter(({ urgent }) => !urgent).map(({ body }) => body));

      const digests = arrived.filter(({ kind }) => kind === "digest");
      for (const [i, digest] of digests.entries()) {
        const before = digests[i - 1];
        if (before === undefined || digest.marked || digest.forced) continue;
        expect(digest.elapsed - before.elapsed).toBeGreaterThanOrEqual(settings.gapSeconds);
      }
      for (const { kind, wall, forced } of attempts)
        if (kind !== "urgent" && !forced) expect(afterQuiet(wall, settings.quiet, settings.zone)).toBe(wall);
    }),
    { numRuns: 120 },
  );
}, 180_000);
