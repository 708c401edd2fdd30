// Where the window stood when it was last hidden. Promises: it comes back there, whole, on a screen that exists.
// Refuses: to fail over a file it cannot read; the window then opens as the first time.
import { readFileSync } from "node:fs";
import { writePrivateFile } from "./files.ts";

/** The smallest the window gets, in points. */
export const smallest = { width: 360, height: 480 };
export const usual = { width: 1080, height: 760 };

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

function isBounds(value: unknown): value is Bounds {
  if (typeof value !== "object" || value === null) return false;
  const { x, y, width, height } = value as Record<keyof Bounds, unknown>;
  const isSize = (size: unknown) => Number.isInteger(size) && (size as number) > 0;
  return Number.isInteger(x) && Number.isInteger(y) && isSize(width) && isSize(height);
}

export function readBounds(path: string): Bounds | null {
  try {
    const read: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isBounds(read) ? read : null;
  } catch {
    // The first start, or a file nobody can use any more: not worth a word.
    return null;
  }
}

export function writeBounds(path: string, { x, y, width, height }: Bounds): void {
  writePrivateFile(path, JSON.stringify({ x, y, width, height }));
}

/**
 * @param saved from the last time, null when there is none
 * @param screens the usable areas of the screens there are now
 * @returns bounds that lie inside one screen; without a place when the saved one is on none of them
 */
export function fitBounds(saved: Bounds | null, screens: readonly Bounds[]): Partial<Bounds> & typeof usual {
  if (saved === null) return usual;
  const [centerX, centerY] = [saved.x + saved.width / 2, saved.y + saved.height / 2];
  const screen = screens.find(
    ({ x, y, width, height }) => centerX >= x && centerX < x + width && centerY >= y && centerY < y + height,
  );
  if (screen === undefined) return usual;
  const width = Math.min(Math.max(saved.width, smallest.width), screen.width);
  const height = Math.min(Math.max(saved.height, smallest.height), screen.height);
  const within = (at: number, from: number, room: number) => Math.round(Math.min(Math.max(at, from), from + room));
  return {
    width,
    height,
    x: within(saved.x, screen.x, screen.width - width),
    y: within(saved.y, screen.y, screen.height - height),
  };
}
