// Draws Nightjar's mark, a bird in flight under a small moon, at any size. Promises: bitmaps only, no files to ship or lose.
// Refuses: nothing; pure until the last function.
import { type NativeImage, nativeImage } from "electron";

type Rgb = readonly [number, number, number];

export const inks = {
  light: [0xe7, 0xe9, 0xee] as Rgb,
  dark: [0x1f, 0x23, 0x28] as Rgb,
  black: [0, 0, 0] as Rgb,
  amber: [0xe9, 0xa2, 0x3b] as Rgb,
  night: [0x1c, 0x22, 0x3a] as Rgb,
};

/** Signed distance to a disc, negative inside; the unit is the picture's width. */
const disc = (x: number, y: number, cx: number, cy: number, r: number) => Math.hypot(x - cx, y - cy) - r;

/** One wing-shaped crescent: inside the first disc, outside the second. */
const crescent = (outer: number, inner: number) => Math.max(outer, -inner);

/** The bird: two swept wings, a body and a tail. */
function bird(x: number, y: number): number {
  const mirrored = x < 0.5 ? 1 - x : x;
  const wing = crescent(disc(mirrored, y, 0.66, 0.66, 0.34), disc(mirrored, y, 0.7, 0.83, 0.36));
  const bodyX = (x - 0.5) / 0.085;
  const bodyY = (y - 0.6) / 0.25;
  const body = (Math.hypot(bodyX, bodyY) - 1) * 0.085;
  return Math.min(wing, body);
}

const moon = (x: number, y: number) => disc(x, y, 0.8, 0.17, 0.12);

/** Rounded square, for the window's own icon. */
function tile(x: number, y: number): number {
  const radius = 0.22;
  const dx = Math.max(Math.abs(x - 0.5) - (0.5 - radius), 0);
  const dy = Math.max(Math.abs(y - 0.5) - (0.5 - radius), 0);
  return Math.hypot(dx, dy) - radius;
}

interface Layer {
  distance: (x: number, y: number) => number;
  ink: Rgb;
}

/** BGRA, premultiplied, as Electron's bitmaps are. @param size width and height in pixels */
export function paint(size: number, layers: readonly Layer[]): Buffer {
  const pixels = Buffer.alloc(size * size * 4);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const at = (row * size + column) * 4;
      for (const layer of layers) {
        const distance = layer.distance((column + 0.5) / size, (row + 0.5) / size) * size;
        const cover = Math.min(1, Math.max(0, 0.5 - distance));
        for (let channel = 0; channel < 4; channel += 1) {
          const source = channel === 3 ? 255 : (layer.ink[2 - channel] ?? 0);
          pixels[at + channel] = Math.round(source * cover + (pixels[at + channel] ?? 0) * (1 - cover));
        }
      }
    }
  }
  return pixels;
}

/** A bar from corner to corner, cut free from what it crosses: nothing leaves. */
const bar = (x: number, y: number) =>
  Math.max(Math.abs(x + y - 1) / Math.SQRT2 - 0.05, Math.hypot(x - 0.5, y - 0.5) - 0.56);

export function trayLayers(
  ink: Rgb,
  { waiting, off }: { waiting: boolean; off: boolean },
  moonInk: Rgb = inks.amber,
): Layer[] {
  const free = (shape: Layer["distance"]) =>
    off ? (x: number, y: number) => crescent(shape(x, y), bar(x, y) - 0.07) : shape;
  const layers: Layer[] = [{ distance: free(bird), ink }];
  if (waiting) layers.push({ distance: free(moon), ink: moonInk });
  if (off) layers.push({ distance: bar, ink });
  return layers;
}

/** The mark shrunk a little onto a night-blue tile. */
export function appLayers(): Layer[] {
  const shrink = (shape: Layer["distance"]) => (x: number, y: number) =>
    shape((x - 0.5) / 0.72 + 0.5, (y - 0.5) / 0.72 + 0.5) * 0.72;
  return [
    { distance: tile, ink: inks.night },
    { distance: shrink(bird), ink: inks.light },
    { distance: shrink(moon), ink: inks.amber },
  ];
}

/** @param points size on a plain screen; a double-sized picture for dense screens comes with it */
export function image(points: number, layers: readonly Layer[]): NativeImage {
  const picture = nativeImage.createEmpty();
  for (const scaleFactor of [1, 2]) {
    const size = points * scaleFactor;
    picture.addRepresentation({ scaleFactor, width: size, height: size, buffer: paint(size, layers) });
  }
  return picture;
}
