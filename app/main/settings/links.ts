// Where a path leads through symbolic links, and which places on the way would change that. Promises: an answer also for a
// link to nothing. Refuses: to open or change anything.
import { lstatSync, readlinkSync } from "node:fs";
import { basename, dirname, isAbsolute, join, parse, sep } from "node:path";

export interface Trail {
  /** Every name whose change may lead elsewhere: each link passed, then the end. Its folder exists. */
  steps: { folder: string; name: string }[];
  /** The end of the links; the path itself when it is none. */
  target: string;
  linked: boolean;
  /** Whether something is there. */
  found: boolean;
}

/** As many as systems follow. */
const linksMax = 40;
const partsOf = (path: string): string[] => path.split(sep === "/" ? "/" : /[\\/]/).filter((part) => part !== "");

/** @param path absolute; its own folder is taken as it is, only what it links to is followed. */
export function trailOf(path: string): Trail {
  const steps: Trail["steps"] = [];
  let at = dirname(path);
  let rest = [basename(path)];
  let links = 0;
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    const next = join(at, name);
    let link: string | null;
    try {
      link = lstatSync(next).isSymbolicLink() ? readlinkSync(next) : null;
    } catch {
      steps.push({ folder: at, name });
      return { steps, target: join(next, ...rest), linked: links > 0, found: false };
    }
    if (link === null) at = next;
    else {
      steps.push({ folder: at, name });
      links += 1;
      if (links > linksMax) return { steps, target: next, linked: true, found: false };
      if (isAbsolute(link)) at = parse(link).root;
      rest = [...partsOf(isAbsolute(link) ? link.slice(at.length) : link), ...rest];
    }
  }
  steps.push({ folder: dirname(at), name: basename(at) });
  return { steps, target: at, linked: links > 0, found: true };
}
