// Where the window stood when it was last hidden. Promises: it comes back there, whole, on a screen that exists.
// Refuses: to fail over a file it cannot read; the window then opens as the first time.
import { readFileSync } from "node:fs";
import { z } from "zod";
import { writePrivateFile } from "./files.ts";

/** The smallest the window gets, in points. */
export const smallest = { width: 360, height: 480 };
export const usual = { width: 1080, height: 760 };

const boundsSchema = z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() });
export type Bounds = z.infer<typeof boundsSchema>;

export function readBounds(path: string): Bounds | null {
  try {
    return boundsSchema.parse(JSON.parse(readFileSync(path, "utf8")));
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
