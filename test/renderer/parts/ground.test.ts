import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createGround, type Place, settleMilliseconds } from "../../../app/renderer/parts/ground.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Elements are told apart by their identity alone. */
function build() {
  const places = new Map<Element, Place>();
  const nowhere = { left: 0, top: 0, pageLeft: 0, pageTop: 0 };
  const ground = createGround((element) => places.get(element) ?? nowhere);
  const put = (top: number) => {
    const element = {} as Element;
    const at = (inWindow: number, onPage: number) =>
      void places.set(element, { ...nowhere, top: inWindow, pageTop: onPage });
    at(top, top);
    const changed = vi.fn();
    return {
      element,
      changed,
      end: ground.add(element, changed),
      /** Moved by whatever came above it. */
      to: (place: number) => at(place, place),
      /** The page was scrolled, or something came above it and was scrolled past. */
      scrolledTo: (inWindow: number, onPage: number) => at(inWindow, onPage),
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

test("a scrolled page is no move, nor is what was scrolled past; what comes before their eyes is unsettled wherever it stood; what left is gone", () => {
  const { ground, put } = build();
  const one = put(10);
  vi.advanceTimersByTime(settleMilliseconds);
  one.scrolledTo(400, 10);
  ground.look();
  one.scrolledTo(400, 90);
  ground.look();
  expect(ground.isSettled(one.element)).toBe(true);
  one.scrolledTo(430, 120);
  ground.look();
  expect(ground.isSettled(one.element)).toBe(false);
  vi.advanceTimersByTime(settleMilliseconds);
  ground.unsettleAll();
  expect(ground.isSettled(one.element)).toBe(false);
  one.end();
  vi.advanceTimersByTime(settleMilliseconds);
  expect(ground.isSettled(one.element)).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
