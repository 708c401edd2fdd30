// What the app was started with in its environment. Promises: secrets that stand there reach main alone where the start script
// hands them over, and no process that main starts later. Refuses: to keep what neither Chromium nor the desktop needs.
import { readFileSync } from "node:fs";
import names from "./environment-names.json" with { type: "json" };

/** In the environment: the variables themselves come on the standard input, as one JSON object. */
export const handedOver = "NIGHTJAR_ENVIRONMENT";

/**
 * What Chromium, the desktop and helpers such as `xdg-open` may want, as patterns of whole names. Everything else is taken out:
 * Linux copies the environment that Electron was started with into each of its processes, the page's too, before any of our
 * code runs. So the start script takes it out before that, by the same list.
 */
const needed = new RegExp(`^(${names.join("|")})$`);

type Variables = Record<string, string | undefined>;

/**
 * Reads the environment once and leaves in `environment` only what is needed.
 * @param environment `process.env`; changed in place.
 * @param readInput gives what came on the standard input.
 * @returns all variables, for references such as `env:NAME`.
 */
export function takeEnvironment(
  environment: Variables,
  readInput: () => string = () => readFileSync(0, "utf8"),
): Readonly<Variables> {
  const all: Variables = { ...environment, ...(environment[handedOver] === undefined ? {} : parse(readInput())) };
  delete all[handedOver];
  for (const name of Object.keys(environment)) if (!needed.test(name)) delete environment[name];
  return all;
}

/** The start script's own words: whatever is not a variable is left out. */
function parse(text: string): Variables {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== "object" || read === null) return {};
    return Object.fromEntries(Object.entries(read).filter(([, value]) => typeof value === "string"));
  } catch {
    return {};
  }
}
