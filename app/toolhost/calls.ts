// One call of a tool: sent once, and how it ended. Promises: `not_sent` only when surely nothing was sent, `unknown` in any doubt
// (rule 9). Refuses: to watch the time (main does), to repeat a call.
import {
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
} from "@modelcontextprotocol/client";
import type { CallToolResult, Client, Tool } from "@modelcontextprotocol/client";
import type { HostOutcome } from "../preload/contract/toolhost.ts";
import { brokenOffCode, withheldOf } from "./http.ts";
import { complaint, resultOf } from "./results.ts";
import { messageOf, quote } from "./words.ts";

/** The longest a timer can be: main's clock decides. */
export const foreverMilliseconds = 2_147_483_647;
/** The key under which the call's effect happens once, for servers that know how to use it. */
const effectKeyName = "nightjar/effect-key";

export interface CallRequest {
  tool: string;
  arguments: Record<string, unknown>;
  effectKey: string;
  /** As the server wrote it; null when it is not in its list. */
  inputSchema: Tool["inputSchema"] | null;
}

/** Never rejects. An abort tells the server that nobody waits any more. */
export async function callTool(
  client: Client,
  { tool, arguments: args, effectKey, inputSchema }: CallRequest,
  signal: AbortSignal,
  progress: (message: string | null) => void,
  signsIn: boolean,
): Promise<HostOutcome> {
  try {
    const result = await client.callTool(
      { name: tool, arguments: args, _meta: { [effectKeyName]: effectKey } },
      {
        ...{ signal, timeout: foreverMilliseconds, maxTotalTimeout: foreverMilliseconds },
        onprogress: ({ message }) => progress(message === undefined ? null : quote(message)),
        // Without its output schema: a result is a stranger's text either way, and a call that was made is not called wrong.
        ...(inputSchema === null ? {} : { toolDefinition: { name: tool, inputSchema } }),
      },
    );
    return outcomeOf(result);
  } catch (error) {
    return failureOf(error, signsIn);
  }
}

function outcomeOf(result: CallToolResult): HostOutcome {
  const read = resultOf(result);
  if (result.isError !== true) return { kind: "done", result: read };
  const said = complaint(result.content);
  return {
    kind: "failed",
    reason: said === "" ? "it says that it failed" : `it says that it failed: "${said}"`,
    result: read,
  };
}

const onTheWay = new Set([408, 502, 504]);

/** @param signsIn whether a sign-in, and no key, says who asks */
function failureOf(error: unknown, signsIn: boolean): HostOutcome {
  const told = withheldOf(error);
  if (told !== null) {
    if (told.sent) return { kind: "unknown", reason: told.reason };
    return { kind: "not_sent", reason: told.reason, over: told.stale };
  }
  if (error instanceof ProtocolError && error.code === brokenOffCode) {
    return { kind: "unknown", reason: "its answer broke off" };
  }
  if (error instanceof ProtocolError) {
    return {
      kind: "failed",
      reason: `it answered with an error (${error.code}): "${quote(error.message)}"`,
      result: null,
    };
  }
  // A server that does not know who asks, or wants more allowed first, has not done it.
  if (signsIn && (error instanceof InsufficientScopeError || (error instanceof SdkHttpError && error.status === 401))) {
    return { kind: "not_sent", reason: "it wants a sign-in", over: true };
  }
  if (error instanceof InsufficientScopeError) return byStatus(403, error.message);
  if (error instanceof SdkHttpError) return byStatus(error.status, error.message);
  // The library's plain error comes before anything is written.
  const apart =
    error instanceof SdkError ? error.code === SdkErrorCode.NotConnected : messageOf(error) === "Not connected";
  if (apart) {
    return { kind: "not_sent", reason: "its connection is over", over: true };
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) {
    return { kind: "unknown", reason: "its connection ended before the answer" };
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult) {
    return { kind: "unknown", reason: "its answer is not one of the protocol's" };
  }
  return { kind: "unknown", reason: quote(messageOf(error)) || "it broke off" };
}

function byStatus(status: number | undefined, message: string): HostOutcome {
  const line = `it answered ${status ?? "with no status"}`;
  // Its session is gone, so the call can not have been taken.
  if (status === 404)
    return { kind: "not_sent", reason: `${line} (it does not know this session any more)`, over: true };
  if (status === 429) return { kind: "not_sent", reason: `${line} (too many requests)`, over: false };
  if (status === undefined || onTheWay.has(status)) return { kind: "unknown", reason: line };
  if (status >= 300 && status < 400) {
    return { kind: "failed", reason: `${line}, a redirect, which is not followed`, result: null };
  }
  if (status === 401 || status === 403) {
    return {
      kind: "failed",
      reason: `${line}: its key is missing or is not accepted. Look at it in Settings`,
      result: null,
    };
  }
  return { kind: "failed", reason: `${line}: "${quote(message)}"`, result: null };
}
