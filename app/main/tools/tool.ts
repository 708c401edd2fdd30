// What the tools have in common. Refuses: to decide what is allowed; a check says only what a call is.
import type { JsonObject, ToolCall, ToolCheck, ToolOutcome, ToolSpec } from "../engine/worker/ports.ts";

export interface Tool {
  /** Null while it can not be used at all. */
  spec(): ToolSpec | null;
  check(args: JsonObject): ToolCheck;
  call(call: ToolCall, signal: AbortSignal): Promise<ToolOutcome>;
}
