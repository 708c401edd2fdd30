import { afterEach, expect, test } from "vitest";
import { createExpiryReminders, remindersOf } from "../../../app/main/desktop/expiry-reminders.ts";
import { defaultSettings, type Settings } from "../../../app/main/settings/model.ts";
import { createWorld, endWorlds, type World } from "../../support/engine.ts";

afterEach(endWorlds);

const at = (year: number, month: number, day: number, hour = 9): number =>
  new Date(year, month - 1, day, hour).getTime() / 1000;
const credential = (name: string, expiresOn: string | null): Settings["credentials"][number] => ({
  ...{ name, expiresOn, secret: `keychain:${name}`, destinations: ["https://a.b"] },
  header: { name: "Authorization", value: "Bearer {secret}" },
});
const settingsWith = (...credentials: Settings["credentials"]): Settings => ({ ...defaultSettings, credentials });

test("two weeks before, three days before and on the day, at nine; what is over is left out", () => {
  const settings = settingsWith(credential("api", "2027-03-05"), credential("other", null));
  expect(remindersOf(settings, at(2027, 1, 1)).map(({ id, due }) => [id, due])).toEqual([
    ["expiry:credential:api:14", at(2027, 2, 19)],
    ["expiry:credential:api:3", at(2027, 3, 2)],
    ["expiry:credential:api:0", at(2027, 3, 5)],
  ]);
  expect(remindersOf(settings, at(2027, 3, 2)).map(({ id }) => id)).toEqual(["expiry:credential:api:0"]);
  expect(remindersOf(settings, at(2027, 3, 5))).toEqual([]);
  expect(remindersOf(settings, at(2027, 3, 4))[0]?.text).toMatch(/credential api stops working today/);
});

const day = 86_400;
const names = (world: World) =>
  world
    .rows<{ id: string }>("select id from timers where done = 0 and id like 'remind:%' order by due")
    .map(({ id }) => id);
const remindersIn = (world: World, settings: () => Settings) =>
  createExpiryReminders({ settings, clock: world.clock, engine: world.engine });
/** The day so many days from the world's now, as it is written in the file. */
const inDays = (world: World, days: number): string => {
  const date = new Date((world.clock.now() + days * day) * 1000);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
};

test("a date that moved moves its reminders, and one that went takes them along", async () => {
  const world = await createWorld();
  let settings = settingsWith(credential("api", inDays(world, 60)));
  const apply = remindersIn(world, () => settings);
  const due = () =>
    world.rows<{ due: number }>("select due from timers where id = 'remind:expiry:credential:api:0'")[0]?.due ?? 0;
  apply();
  const before = due();
  settings = settingsWith(credential("api", inDays(world, 90)));
  apply();
  expect(due() - before).toBeGreaterThan(29 * day);
  expect(names(world)).toEqual([14, 3, 0].map((days) => `remind:expiry:credential:api:${days}`));
  settings = settingsWith();
  apply();
  expect(names(world)).toEqual([]);
});

test("what was removed while Nightjar was not running is not reminded of; other reminders are left alone", async () => {
  const world = await createWorld();
  remindersIn(world, () =>
    settingsWith(credential("gone", inDays(world, 60)), credential("kept", inDays(world, 60))),
  )();
  world.engine.remind("other", world.clock.now() + day, "Another's.");
  await world.restart();
  remindersIn(world, () => settingsWith(credential("kept", inDays(world, 60))))();
  expect(names(world)).toEqual(["remind:other", ...[14, 3, 0].map((days) => `remind:expiry:credential:kept:${days}`)]);
});

test("one that came due while Nightjar was not running is said late, unless its secret has another date by now", async () => {
  for (const moved of [false, true]) {
    const world = await createWorld();
    const expires = inDays(world, 20);
    remindersIn(world, () => settingsWith(credential("api", expires)))();
    world.engine.stop();
    await world.clock.advance(10 * day);
    const settings = settingsWith(credential("api", moved ? inDays(world, 2) : expires));
    remindersIn(world, () => settings)();
    expect(names(world).includes("remind:expiry:credential:api:14"), String(moved)).toBe(!moved);
  }
});
