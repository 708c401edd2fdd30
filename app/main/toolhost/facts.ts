// What a decision is told about a call to a server's tool. Promises: read from the arguments as they would be sent; a server's hints
// change nothing. Refuses: to call it reading, or harmless: what it does is outside Nightjar's gate.
import { findDisguise } from "../engine/permissions/disguise.ts";
import type { CallFacts, Finding } from "../engine/permissions/facts.ts";
import { findProtected, type Home } from "../engine/permissions/protected.ts";
import type { Json, JsonObject } from "../engine/worker/ports.ts";
import { addressed } from "../tools/addressed.ts";
import { findSecretsIn } from "../tools/facts.ts";

export interface ServerFactsParts {
  /** What is Nightjar's own on this computer, as it is now. */
  home: () => Home;
  /** Every value of a secret that is known now. */
  secretValues: () => readonly string[];
  /** Listed origins: what looks like one of their hosts and is not is a finding. */
  destinations: () => readonly string[];
  /** Origins where credentials may go; the same for them. */
  credentialOrigins?: () => readonly string[];
}

const textsMax = 2000;
const findingsMax = 20;

/** @param changed whether the tool is not what the person saw last */
export function factsOf(parts: ServerFactsParts, tool: string, args: JsonObject, changed: boolean): CallFacts {
  return {
    ...{ tool, known: true, reads: false, outward: true, brings: "untrusted" },
    ...{ method: null, host: null, path: null, folder: null, credential: null, ...addressed(args) },
    findings: [
      ...findSecretsIn(parts.secretValues(), [["arguments", JSON.stringify(args)]]),
      ...findOwn(args, parts.home()),
      ...(changed ? [changedTool] : []),
      ...findDisguise(
        args,
        [...parts.destinations(), ...(parts.credentialOrigins?.() ?? [])].map((origin) => new URL(origin).host),
      ),
    ],
  };
}

const changedTool: Finding = {
  kind: "unchecked",
  where: "tool",
  what: "Its server has changed what this tool is said to do or takes since you looked at it last.",
};

/** Places among the arguments that are Nightjar's own: its folders, its ports. */
function findOwn(args: JsonObject, home: Home): Finding[] {
  const found: Finding[] = [];
  const rest: Json[] = [args];
  for (let looked = 0; rest.length > 0 && looked < textsMax && found.length < findingsMax; looked++) {
    const value = rest.pop();
    if (typeof value === "string") found.push(...findProtected(placesIn(value), home));
    else if (typeof value === "object" && value !== null) rest.push(...Object.values(value).slice(0, textsMax));
  }
  return found;
}

function placesIn(text: string): { host: string | null; folder: string | null } {
  const path = text.startsWith("file://") && URL.canParse(text) ? decodeURIComponent(new URL(text).pathname) : text;
  const folder = /^(\/|[A-Za-z]:[\\/])/.test(path) && path.length < 4096 ? path : null;
  const host = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).host : null;
  return { host, folder };
}
