import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createGround, settleMilliseconds } from "../../../app/renderer/parts/ground.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Elements are told apart by their identity alone. */
function build() {
  const places = new Map<Element, { left: number; top: number }>();
  const ground = createGround((element) => places.get(element) ?? { left: 0, top: 0 });
  const put = (top: number) => {
    const element = {} as Element;
    places.set(element, { left: 0, top });
    const changed = vi.fn();
    return {
      element,
      changed,
      end: ground.add(element, changed),
      to: (at: number) => places.set(element, { left: 0, top: at }),
    };
  };
  return { ground, put };
}

test("what comes is unsettled for a moment; what moves is so again, counted from its last move; the rest is left alone", () => {
  const { ground, put } = build();
  const [one, other] = [put(10), put(500)];
  expect(ground.isSettled(one.element)).toBe(false);
  vi.advanceTimersByTime(settleMilliseconds);
  expect([one, other].map(({ element }) => ground.isSettled(element))).toEqual([true, true]);
  one.to(60);
  ground.look();
  vi.advanceTimersByTime(settleMilliseconds - 1);
  one.to(90);
  ground.look();
  vi.advanceTimersByTime(settleMilliseconds - 1);
  expect([one, other].map(({ element }) => ground.isSettled(element))).toEqual([false, true]);
  vi.advanceTimersByTime(1);
  expect(ground.isSettled(one.element)).toBe(true);
  expect([one.changed.mock.calls.length, other.changed.mock.calls.length]).toEqual([4, 2]);
});

test("a pixel is rounding, but creeping by single pixels is moving", () => {
  const { ground, put } = build();
  const one = put(10);
  vi.advanceTimersByTime(settleMilliseconds);
  one.to(11);
  ground.look();
  expect(ground.isSettled(one.element)).toBe(true);
  one.to(12);
  ground.look();
  expect(ground.isSettled(one.element)).toBe(false);
});

test("what the person moved is excused; what comes before their eyes is unsettled wherever it stood; what left is gone", () => {
  const { ground, put } = build();
  const one = put(10);
  vi.advanceTimersByTime(settleMilliseconds);
  one.to(400);
  ground.excuse();
  ground.look();
  expect(ground.isSettled(one.element)).toBe(true);
  ground.unsettleAll();
  expect(ground.isSettled(one.element)).toBe(false);
  one.end();
  vi.advanceTimersByTime(settleMilliseconds);
  expect(ground.isSettled(one.element)).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
