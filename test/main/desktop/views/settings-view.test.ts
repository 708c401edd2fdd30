import { afterEach, beforeEach, expect, test } from "vitest";
import { defaultSettings } from "../../../../app/main/settings/model.ts";
import { openViews } from "./parts.ts";

let open: ReturnType<typeof openViews>;
beforeEach(() => {
  open = openViews(10_000);
});
afterEach(() => open.world.db.close());

test("when a source was last accepted comes from the inbox after a restart, and from the listener once it knows", () => {
  const { world, views } = open;
  const named = (name: string) => ({
    name,
    kind: "github" as const,
    secret: "env:X",
    nextSecret: null,
    expiresOn: null,
    identicalBodies: "twin" as const,
    duringRun: "next" as const,
    urgent: [],
  });
  world.settings = { ...defaultSettings, sources: [named("github"), named("quiet")] };
  const put = (source: string, received_at: number) =>
    world.db.put("inbox", { source, source_id: String(received_at), payload: "{}", received_at });
  put("github", 8_000);
  put("github", 9_000);
  put("other", 9_500);
  const last = () => views.settings().sources.map(({ lastAcceptedAt }) => lastAcceptedAt);
  expect(last()).toEqual([9_000, null]);

  const refusedOnly = {
    lastAcceptedAt: null,
    lastRefusedAt: 9_900,
    lastRefusal: "no",
    refusedToday: 1,
    nextProved: null,
  };
  world.listener = { ...world.listener, sources: new Map([["github", refusedOnly]]) };
  expect(last()).toEqual([9_000, null]);
  expect(views.settings().sources[0]).toMatchObject({ lastRefusedAt: 9_900, refusedToday: 1, nextProvedAt: null });

  world.listener = { ...world.listener, sources: new Map([["github", { ...refusedOnly, lastAcceptedAt: 9_990 }]]) };
  expect(last()).toEqual([9_990, null]);
});

test("a rule that speaks at once is told from those that wait for the gap", () => {
  const { world, views } = open;
  const rule = { line: 1, on: "github", event: null, if: null };
  world.rules = [
    { ...rule, name: "Quiet", ending: { kind: "tell", text: "x", urgent: false } },
    { ...rule, name: "Loud", ending: { kind: "tell", text: "x", urgent: true } },
    { ...rule, name: "Rest", ending: { kind: "nothing" } },
  ];
  expect(views.settings().rules.map(({ name, urgent }) => [name, urgent])).toEqual([
    ["Quiet", false],
    ["Loud", true],
    ["Rest", false],
  ]);
});

test("of a source with two secrets both are told, and since when the sender uses the one that comes", () => {
  const { world, views } = open;
  const github = {
    ...{ name: "github", kind: "github" as const, secret: "env:OLD", nextSecret: "env:NEW" },
    ...{ expiresOn: "2027-01-01", identicalBodies: "twin" as const, duringRun: "next" as const, urgent: [] },
  };
  world.settings = { ...defaultSettings, sources: [github] };
  world.secrets = { "env:OLD": "ok", "env:NEW": "empty" };
  const proved = (reference: string) => {
    const facts = { lastAcceptedAt: 1, lastRefusedAt: null, lastRefusal: null, refusedToday: 0 };
    const sources = new Map([["github", { ...facts, nextProved: { reference, at: 9_000 } }]]);
    world.listener = { ...world.listener, sources };
    return views.settings().sources[0];
  };
  const row = { secret: "env:OLD", secretState: "ok", nextSecret: "env:NEW", nextSecretState: "empty" };
  expect(proved("env:NEW")).toMatchObject({ ...row, expiresOn: "2027-01-01", nextProvedAt: 9_000 });
  expect(proved("env:ANOTHER")).toMatchObject({ ...row, nextProvedAt: null });
});
