// An event as the agent process is handed it. Promises: the payload is text until that process parses it.
// Refuses: more of the event than deciding needs.

export interface AgentEvent {
  /** Inbox id. */
  id: number;
  source: string;
  kind: string;
  /** `$event`; null where the source names none. */
  event: string | null;
  /** The payload as JSON text, parsed in the agent process. */
  payload: string;
}
