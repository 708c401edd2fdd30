// What no rule lifts, found in a call's facts: Nightjar's own services and its own folder. Promises: pure; what is whose is
// handed in. Refuses: to resolve names or links; the tool's check hands over the folder with its links resolved.
import type { CallFacts, Finding } from "./facts.ts";
import { folded, isBelow, plainFolder } from "./paths.ts";

/** What is Nightjar's own on this computer. */
export interface Home {
  /** Ports on which it listens: for webhooks, for the credential proxy. */
  ports: readonly number[];
  /** Folders that hold settings, rules, secrets and database: the profile, absolute, with links resolved. */
  folders: readonly string[];
}

const loopback =
  /^(localhost|.*\.localhost|127(\.\d+){1,3}|0\.0\.0\.0|0|\[::1?\]|\[::ffff:(127\.[\d.]+|7f[0-9a-f]{2}:[0-9a-f]{1,4}|0\.0\.0\.0|0:0)\])\.?$/i;

function isOwnService(host: string, ports: readonly number[]): boolean {
  const [, name, port] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  if (name === undefined || !loopback.test(name)) return false;
  return port === undefined ? ports.includes(80) || ports.includes(443) : ports.includes(Number(port));
}

/** Findings that deny a call whatever the rules say; the tool's check adds them to the facts. */
export function findProtected(facts: Pick<CallFacts, "host" | "folder">, home: Home): Finding[] {
  const found: Finding[] = [];
  if (facts.host !== null && isOwnService(facts.host, home.ports)) {
    found.push({ kind: "own_service", where: "host", what: `${facts.host} is Nightjar itself.` });
  }
  const { folder } = facts;
  // Upper and lower case are the same name on many a disk; a folder that only looks like ours is refused too.
  const own = (one: string) => folder !== null && isBelow(folded(plainFolder(folder)), folded(plainFolder(one)));
  if (home.folders.some(own)) {
    found.push({
      kind: "profile",
      where: "folder",
      what: "This is the folder where Nightjar keeps its settings and secrets.",
    });
  }
  return found;
}
