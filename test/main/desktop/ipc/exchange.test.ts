// A source's secret gives way to another: what beginning, finishing and giving up come to.
import { afterEach, beforeEach, expect, test } from "vitest";
import { build } from "./support.ts";

let open: ReturnType<typeof build>;
beforeEach(() => {
  open = build();
  open.world.settings = { ...open.world.settings, sources: [exchanging("keychain:old", "keychain:new")] };
  open.world.secrets = { "keychain:old": "ok", "keychain:new": "ok" };
});
afterEach(() => open.world.db.close());

const exchanging = (secret: string, nextSecret: string | null, name = "github") => ({
  ...{ name, kind: "github" as const, secret, nextSecret },
  ...{ expiresOn: null, identicalBodies: "twin" as const, duringRun: "next" as const, urgent: [] },
});
const finish = (keep: "next" | "present") => open.handlers["settings.finishExchange"]({ name: "github", keep });

test("beginning goes to the settings, and the window hears what now holds", async () => {
  const begun = await open.handlers["settings.exchangeSecret"]({ name: "github", next: "keychain:new" });
  expect(open.done).toEqual([["rotateSource", "github", "keychain:new"]]);
  expect(begun).toMatchObject({ ok: true, sentence: expect.stringContaining("accepted with either secret") });
  expect(open.told).toEqual(expect.arrayContaining(["settings", "status"]));
});

test.each([
  ["next", "old", "Only the new secret of github is accepted now."],
  ["present", "new", "goes on with its old secret alone."],
] as const)("keeping %s, the other one is forgotten", async (keep, gone, said) => {
  const finished = await finish(keep);
  expect(finished.sentence).toContain(said);
  expect(finished.sentence).toContain(`The secret ${gone} is forgotten too.`);
  expect(open.done).toEqual([
    ["finishRotation", "github", keep],
    ["forget", gone],
  ]);
});

test("a secret that another source or a credential still names stays, and so does a variable", async () => {
  const { world } = open;
  world.settings = {
    ...world.settings,
    sources: [...world.settings.sources, exchanging("env:X", "keychain:old", "b")],
  };
  await finish("next");
  expect(open.done).toEqual([["finishRotation", "github", "next"]]);
  const header = { name: "X", value: "{secret}" };
  const credential = { name: "c", secret: "keychain:old", header, destinations: [], expiresOn: null };
  world.settings = {
    ...world.settings,
    sources: [exchanging("keychain:old", "keychain:new")],
    credentials: [credential],
  };
  await finish("next");
  world.settings = { ...world.settings, sources: [exchanging("env:OLD", "keychain:new")] };
  await finish("next");
  expect(open.done.map((one) => (one as unknown[])[0])).toEqual(Array.from({ length: 3 }, () => "finishRotation"));
});

test("it is not finished with a secret that is not there while the other one works", async () => {
  open.world.secrets = { "keychain:old": "ok", "keychain:new": "unreadable" };
  const refused = await finish("next");
  expect(refused).toMatchObject({ ok: false, sentence: expect.stringMatching(/keychain:new can't be used.*without/) });
  expect(open.done).toEqual([]);
  expect(await finish("present")).toMatchObject({ ok: true });
  open.world.settings = { ...open.world.settings, sources: [exchanging("keychain:old", "keychain:new")] };
  open.world.secrets = {};
  expect(await finish("next")).toMatchObject({ ok: true });
});
