// How a tool sends a request, with a credential or without. Promises: the tool names a credential and never sees its value.
// Refuses: to know grants, the audit and the proxy; they stand behind this.
import type { GateOutcome } from "./gate.ts";

export interface OutgoingRequest {
  /** By name; null: without any. */
  credential: string | null;
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: string | null;
  /** The call's effect key: the audit finds the call by it. */
  effectKey: string;
  /** In a few words, for the audit. */
  purpose: string;
}

export interface Outgoing {
  /** Why this credential may not go into such a request; null when it may. Told before any card. */
  refusal(credential: string, origin: string, headers: Record<string, string>): string | null;
  /** Never rejects. One request, one outcome, one line in the audit. */
  send(request: OutgoingRequest, signal: AbortSignal): Promise<GateOutcome>;
}
