// The text that caused something, read once for each event: its words for a card, and what is in disguise in it. Promises: a
// payload never changes, so what was read stands. Refuses: to look through very long ones while a person waits, and says so.
import type { Finding } from "../../engine/permissions/facts.ts";
import { noticedIn } from "../../engine/permissions/noticed.ts";
import { type CauseText, causeText, readMax } from "./cause-text.ts";
import { findings as texts } from "./texts.ts";

const lookedThroughMax = 262_144;
const rememberedMax = 500;

export interface CauseReader {
  /** Null when nothing was written. */
  text(event: number): CauseText | null;
  /** @param hosts that are known: what looks like one of them and is not is a finding. */
  findings(event: number, hosts: readonly string[]): readonly Finding[];
}

interface Read {
  text: CauseText | null;
  /** By the known hosts, joined. */
  findings: { hosts: string; found: readonly Finding[] } | null;
}

function valueOf(payload: string): unknown {
  try {
    return JSON.parse(payload) as unknown;
  } catch {
    return payload;
  }
}

const unread: Finding = { kind: "unchecked", where: "text", what: texts.tooLong };

/** @param payloadOf an event's payload when it is at most that many bytes; null when it is longer or not kept any more. */
export function createCauseReader(payloadOf: (event: number, bytesMax: number) => string | null): CauseReader {
  const remembered = new Map<number, Read>();

  function read(event: number): Read {
    const before = remembered.get(event);
    if (before !== undefined) return before;
    const fresh: Read = { text: causeText(payloadOf(event, readMax)), findings: null };
    if (remembered.size >= rememberedMax) remembered.delete(remembered.keys().next().value as number);
    remembered.set(event, fresh);
    return fresh;
  }

  return {
    text: (event) => read(event).text,
    findings(event, hosts) {
      const entry = read(event);
      const key = hosts.join("\n");
      if (entry.findings?.hosts === key) return entry.findings.found;
      const payload = payloadOf(event, lookedThroughMax);
      const found = payload === null ? (entry.text === null ? [] : [unread]) : noticedIn(valueOf(payload), hosts);
      entry.findings = { hosts: key, found };
      return found;
    },
  };
}
