import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fitBounds, readBounds, smallest, usual, writeBounds } from "../../../app/main/desktop/window-bounds.ts";

const laptop = { x: 0, y: 30, width: 1440, height: 870 };
const second = { x: 1440, y: 0, width: 1920, height: 1080 };

test("the window comes back where it stood, on either screen", () => {
  const left = { x: 100, y: 100, width: 900, height: 600 };
  const right = { x: 1600, y: 20, width: 900, height: 600 };
  expect(fitBounds(left, [laptop, second])).toEqual(left);
  expect(fitBounds(right, [laptop, second])).toEqual(right);
});

test("a screen that is gone, or no memory at all: the usual size, wherever the system puts it", () => {
  expect(fitBounds({ x: 1600, y: 20, width: 900, height: 600 }, [laptop])).toEqual(usual);
  expect(fitBounds(null, [laptop])).toEqual(usual);
});

test("whatever was saved, the window lies inside a screen and is no smaller than it may be", () => {
  const number = fc.integer({ min: -5000, max: 5000 });
  const size = fc.integer({ min: 1, max: 5000 });
  fc.assert(
    fc.property(fc.record({ x: number, y: number, width: size, height: size }), (saved) => {
      const { x, y, width, height } = fitBounds(saved, [laptop, second]);
      expect(width).toBeGreaterThanOrEqual(smallest.width);
      expect(height).toBeGreaterThanOrEqual(smallest.height);
      if (x === undefined || y === undefined) return;
      const inside = [laptop, second].some(
        (screen) =>
          x >= screen.x &&
          y >= screen.y &&
          x + width <= screen.x + screen.width &&
          y + height <= screen.y + screen.height,
      );
      expect(inside).toBe(true);
    }),
  );
});

test("what was written is read; a missing or broken file is no memory", () => {
  const folder = mkdtempSync(join(tmpdir(), "nightjar-bounds-"));
  const path = join(folder, "window.json");
  try {
    expect(readBounds(path)).toBeNull();
    const bounds = { x: -5, y: 10, width: 900, height: 600 };
    writeBounds(path, bounds);
    expect(readBounds(path)).toEqual(bounds);
    for (const broken of [
      "",
      "{",
      "[]",
      '{"x":1.5,"y":0,"width":1,"height":1}',
      '{"x":0,"y":0,"width":0,"height":1}',
    ]) {
      writeFileSync(path, broken);
      expect(readBounds(path)).toBeNull();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
