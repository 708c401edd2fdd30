// What is in disguise in the text that caused something. Promises: each event's text is looked through once, and again only
// when the known hosts are others. Refuses: texts too long to be looked through while a person waits; that is a finding too.
import { findDisguise } from "../../engine/permissions/disguise.ts";
import type { Finding } from "../../engine/permissions/facts.ts";
import { findings as texts } from "./texts.ts";

const lookedThroughMax = 262_144;
const rememberedMax = 500;

function valueOf(payload: string): unknown {
  try {
    return JSON.parse(payload) as unknown;
  } catch {
    return payload;
  }
}

export type CauseFindings = (event: number, payload: string | null, hosts: readonly string[]) => readonly Finding[];

export function createCauseFindings(): CauseFindings {
  let known = "";
  const remembered = new Map<number, readonly Finding[]>();
  return (event, payload, hosts) => {
    if (payload === null) return [];
    const key = hosts.join("\n");
    if (key !== known) {
      known = key;
      remembered.clear();
    }
    const before = remembered.get(event);
    if (before !== undefined) return before;
    const found =
      payload.length > lookedThroughMax
        ? [{ kind: "unchecked" as const, where: "", what: texts.tooLong }]
        : findDisguise(valueOf(payload), hosts);
    if (remembered.size >= rememberedMax) remembered.delete(remembered.keys().next().value as number);
    remembered.set(event, found);
    return found;
  };
}
