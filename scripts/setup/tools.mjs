// Promises the static tools by name, each with the arguments it has in this project: what `npm run lint` does is what
// `npm test` checks. Refuses to run a tool from anywhere but the dependencies.
import { inProject } from "./paths.mjs";

const tool = (label, script, ...args) => ({ label, script: inProject("node_modules", ...script.split("/")), args });

/** The checks of `npm test`, in order. */
export const checks = {
  typecheck: tool("type check", "typescript/bin/tsc", "-p", "."),
  lint: tool("lint", "oxlint/bin/oxlint", "--type-aware", "--deny-warnings"),
  formatting: tool("format check", "@biomejs/biome/bin/biome", "format", "."),
  knip: tool("unused code check", "knip/bin/knip.js"),
};

/** What a person calls; `format` writes where the check only looks. */
export const commands = { ...checks, format: tool("format", "@biomejs/biome/bin/biome", "format", "--write", ".") };
