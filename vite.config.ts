// One configuration, five targets: `vite build --mode main|preload|agent|toolhost|renderer`.
// Main, preload and tool host become one CommonJS file each, the agent one and what it loads lazily: a sandboxed preload must be CommonJS, and a CommonJS main
// registers its schemes before Electron is ready. Only `electron` and the native `better-sqlite3` stay outside.
import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";

const root = import.meta.dirname;
const external = ["electron", "better-sqlite3"];

/**
 * A bundle for a Node-like process: one CommonJS file at `dist/<name>/index.cjs`; with `lazy`, what the entry imports when it is
 * first needed stands in files of its own beside it.
 */
function nodeTarget(name: string, entry: string, lazy = false): UserConfig {
  return {
    publicDir: false,
    ssr: { noExternal: true, external, target: "node" },
    build: {
      ssr: resolve(root, entry),
      outDir: resolve(root, "dist", name),
      emptyOutDir: true,
      target: "node20.18",
      minify: false,
      sourcemap: false,
      rolldownOptions: {
        external,
        output: {
          format: "cjs",
          entryFileNames: "index.cjs",
          ...(lazy ? { chunkFileNames: "[name].cjs" } : { codeSplitting: false }),
        },
      },
    },
  };
}

const renderer: UserConfig = {
  root: resolve(root, "app/renderer"),
  base: "./",
  publicDir: false,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: resolve(root, "dist/renderer"),
    emptyOutDir: true,
    target: "chrome130",
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // One file, read from the disk: splitting it would save nothing.
    chunkSizeWarningLimit: 1000,
  },
};

const targets: Record<string, UserConfig> = {
  main: nodeTarget("main", "app/main/index.ts"),
  preload: nodeTarget("preload", "app/preload/bridge.ts"),
  agent: nodeTarget("agent", "app/agent/index.ts", true),
  toolhost: nodeTarget("toolhost", "app/toolhost/index.ts"),
  renderer,
};

export default defineConfig(({ mode }) => {
  const target = targets[mode];
  if (target === undefined) {
    throw new Error(`vite build --mode ${mode}: no such target; use one of ${Object.keys(targets).join(", ")}.`);
  }
  return target;
});
