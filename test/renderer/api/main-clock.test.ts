import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createMainClock } from "../../../app/renderer/api/main-clock.ts";

const startMilliseconds = Date.UTC(2026, 10, 30, 12, 0, 0, 250);
let visible = true;
let visibilityChanged = () => {};

beforeEach(() => {
  visible = true;
  vi.useFakeTimers({ now: startMilliseconds });
});
afterEach(() => vi.useRealTimers());

function clock() {
  return createMainClock({
    millisecondsNow: () => Date.now(),
    visible: () => visible,
    onVisibility: (listener) => {
      visibilityChanged = listener;
    },
  });
}

function show(is: boolean): void {
  visible = is;
  visibilityChanged();
}

test("follows main's time, not the page's", () => {
  const main = clock();
  main.learn(5000);
  expect(main.now()).toBeCloseTo(5000, 3);
  vi.advanceTimersByTime(90_000);
  expect(main.now()).toBeCloseTo(5090, 3);
});

test("a floored stamp of the same clock does not set the time back", () => {
  const main = clock();
  main.learn(Math.floor(startMilliseconds / 1000));
  expect(main.now()).toBeCloseTo(startMilliseconds / 1000, 3);
});

test("ticks at whole steps of main's time, once for all subscribers", () => {
  const main = clock();
  const setTimer = vi.spyOn(globalThis, "setTimeout");
  const first = vi.fn();
  const second = vi.fn();
  main.every(1, first);
  main.every(1, second);
  expect(setTimer).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(700);
  expect(first).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  vi.advanceTimersByTime(10_000);
  expect(first).toHaveBeenCalledTimes(11);
});

test("a minute step wakes the page once a minute", () => {
  const main = clock();
  const tick = vi.fn();
  main.every(60, tick);
  vi.advanceTimersByTime(600_000);
  expect(tick).toHaveBeenCalledTimes(10);
});

test("no timer stands while the window is hidden; showing it draws at once and goes on", () => {
  const main = clock();
  const tick = vi.fn();
  main.every(1, tick);
  show(false);
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(3_600_000);
  expect(tick).not.toHaveBeenCalled();
  show(true);
  expect(tick).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(tick).toHaveBeenCalledTimes(2);
});

test("the last subscriber's leaving stops the timer", () => {
  const main = clock();
  const stop = main.every(1, () => {});
  expect(vi.getTimerCount()).toBe(1);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
