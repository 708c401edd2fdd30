import { expect, test } from "vitest";
import { systemClock, systemIds, systemWait } from "../../../app/main/desktop/clock.ts";
import { readFaults } from "../../../app/main/desktop/faults.ts";

test("wall time is whole seconds, and a wait is not early by the monotonic clock", async () => {
  expect(Number.isInteger(systemClock.now())).toBe(true);
  expect(Math.abs(systemClock.now() - Date.now() / 1000)).toBeLessThan(2);
  const before = systemClock.monotonic();
  await new Promise<void>((done) => systemWait(20, done));
  expect(systemClock.monotonic() - before).toBeGreaterThanOrEqual(19);
});

test("a cancelled wait never wakes", async () => {
  let woken = false;
  systemWait(1, () => {
    woken = true;
  })();
  await new Promise<void>((done) => systemWait(20, done));
  expect(woken).toBe(false);
});

test("ids carry their prefix and never repeat", () => {
  const ids = new Set(Array.from({ length: 10_000 }, () => systemIds.next("ap")));
  expect(ids.size).toBe(10_000);
  for (const id of ids) expect(id).toMatch(/^ap_[A-Za-z0-9_-]{22}$/);
});

test("a fault point kills at its own name and time, and nowhere else", () => {
  let kills = 0;
  const fault = readFaults("after-approve:kill, effect-sent@3:kill", () => {
    kills += 1;
  });
  fault("other");
  fault("effect-sent");
  fault("effect-sent");
  expect(kills).toBe(0);
  fault("effect-sent");
  expect(kills).toBe(1);
  fault("after-approve");
  expect(kills).toBe(2);
});

test("faults that cannot be read are said, none are none", () => {
  expect(() => readFaults("after-approve", () => undefined)).toThrow(/NIGHTJAR_FAULTS/);
  expect(() => readFaults("x@0:kill", () => undefined)).toThrow(/NIGHTJAR_FAULTS/);
  readFaults(undefined, () => expect.unreachable())("after-approve");
});
