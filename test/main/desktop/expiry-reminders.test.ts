import { expect, test } from "vitest";
import { createExpiryReminders, remindersOf } from "../../../app/main/desktop/expiry-reminders.ts";
import { defaultSettings, type Settings } from "../../../app/main/settings/model.ts";

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

test("a date that moved moves its reminders, and one that went takes them along", () => {
  const set = new Map<string, number>();
  const forgotten: string[] = [];
  let settings = settingsWith(credential("api", "2027-03-05"));
  const apply = createExpiryReminders({
    settings: () => settings,
    clock: { now: () => at(2027, 1, 1) },
    engine: { remind: (id, due) => void set.set(id, due), forgetReminder: (id) => void forgotten.push(id) },
  });
  apply();
  settings = settingsWith(credential("api", "2028-03-05"));
  apply();
  expect(set.get("expiry:credential:api:0")).toBe(at(2028, 3, 5));
  expect(forgotten).toEqual([]);
  settings = settingsWith();
  apply();
  expect(forgotten.toSorted()).toEqual([0, 14, 3].map((days) => `expiry:credential:api:${days}`));
});
