import { expect, test, vi } from "vitest";

vi.mock("electron", () => ({ nativeImage: {} }));
const { appLayers, inks, paint, trayLayers } = await import("../../../app/main/desktop/icons.ts");

const share = (pixels: Buffer) => {
  let opaque = 0;
  for (let at = 3; at < pixels.length; at += 4) opaque += (pixels[at] ?? 0) / 255;
  return opaque / (pixels.length / 4);
};

test.each([16, 22, 44])("at %i pixels the bird is neither missing nor a blot, and waiting changes it", (size) => {
  const shown = (waiting: boolean, off: boolean) => paint(size, trayLayers(inks.light, { waiting, off }));
  const calm = shown(false, false);
  const waiting = shown(true, false);
  expect(share(calm)).toBeGreaterThan(0.08);
  expect(share(calm)).toBeLessThan(0.5);
  expect(share(waiting)).toBeGreaterThan(share(calm) + 0.02);
  // Off is another picture, whether something waits or not.
  expect(shown(false, true).equals(calm)).toBe(false);
  expect(shown(true, true).equals(waiting)).toBe(false);
  expect(share(shown(false, true))).toBeLessThan(0.5);
});

test("colours are premultiplied, as Electron's bitmaps must be", () => {
  const pixels = paint(64, appLayers());
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0;
    for (let channel = 0; channel < 3; channel += 1) expect(pixels[at + channel]).toBeLessThanOrEqual(alpha + 1);
  }
});
