// The tokens of theme.css against the contrast they promise: 4.5:1 for text on what it stands on, 3:1 for marks.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("../../app/renderer/theme.css", import.meta.url), "utf8");

/** Later blocks win over earlier ones, as they do in the browser. */
function tokens(...blocks: number[]): Record<string, string> {
  const roots = [...css.matchAll(/:root \{([^}]*)\}/g)].map((match) => match[1] ?? "");
  expect(roots).toHaveLength(5);
  const pairs = blocks.flatMap((block) => [...(roots[block] ?? "").matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)]);
  return Object.fromEntries(pairs.map((pair) => [pair[1], pair[2]]));
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const dresses = { light: [0], dark: [0, 1], "light, more contrast": [0, 2], "dark, more contrast": [0, 1, 2, 3] };
const texts: [ink: string, grounds: string[]][] = [
  ["ink", ["ground", "panel", "raised", "code", "sleep"]],
  ["ink2", ["ground", "panel", "raised", "code", "sleep"]],
  ["ink3", ["ground", "panel", "raised", "code"]],
  ["accent", ["panel", "raised"]],
  ["warn", ["raised", "ground", "warn-soft"]],
  ["bad", ["raised", "ground", "code", "bad-soft"]],
  ["good", ["raised", "panel"]],
  ["on-accent", ["accent", "accent-deep"]],
];
const marks: [mark: string, grounds: string[]][] = [
  ["control", ["raised"]],
  ["tick", ["raised"]],
  ["accent", ["raised", "sleep"]],
  ["warn", ["raised", "sleep"]],
  ["bad", ["raised", "sleep"]],
];

test.each(Object.entries(dresses))("%s: text and marks can be read", (_dress, blocks) => {
  const colours = tokens(...blocks);
  const tooFaint = [texts.map((pair) => ({ pair, least: 4.5 })), marks.map((pair) => ({ pair, least: 3 }))]
    .flat()
    .flatMap(({ pair: [ink, grounds], least }) =>
      grounds.map((ground) => ({ ink, ground, least, is: contrast(colours[ink] ?? "", colours[ground] ?? "") })),
    )
    .filter(({ is, least }) => !(is >= least));
  expect(tooFaint).toEqual([]);
});
