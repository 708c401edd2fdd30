// Connecting to a server, in the protocol it understands. Promises: the protocol of 2025 first, which costs nothing where it is
// spoken; the one of 2026 only when the server refuses that. Refuses: sampling and roots; they are not offered.
import {
  Client,
  type jsonSchemaValidator,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
} from "@modelcontextprotocol/client";
import type { Challenge, Launch } from "../preload/contract/toolhost.ts";
import { createHttpTransport, withheldOf } from "./http.ts";
import { createWindowsTransport } from "./stdio-windows.ts";
import { createStdioTransport, type ServerTransport } from "./stdio.ts";
import { codeOf, messageOf, quote } from "./words.ts";

/** The schema of what a tool gives back is a stranger's, and nothing here depends on it: all of it is taken for text. */
const believing: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};

export interface Reached {
  client: Client;
  transport: ServerTransport;
}

export interface ReachDeps {
  told: (pid: number, alive: boolean) => void;
  challenged: (challenge: Challenge) => void;
  /** Sets up what the server may ask and tell; called for each client before it connects. */
  prepare: (client: Client) => void;
  toolsChanged: () => void;
  /** The transport that is tried now, so that it can be ended from outside. */
  trying: (transport: ServerTransport) => void;
}

function transportOf(launch: Launch, { told, challenged }: ReachDeps): ServerTransport {
  if (launch.kind === "url") return createHttpTransport(launch, challenged);
  return process.platform === "win32" ? createWindowsTransport(launch, told) : createStdioTransport(launch, told);
}

/** An answer that says that this protocol is not spoken here, by whatever code. */
function refusesProtocol(error: unknown): boolean {
  if (withheldOf(error) !== null) return false;
  if (error instanceof SdkHttpError) return error.status === 400 || error.status === 405 || error.status === 404;
  return error instanceof ProtocolError || (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult);
}

/** Rejects with what went wrong; nothing is left running then. */
export async function reach(launch: Launch, deps: ReachDeps, signal: AbortSignal, timeout: number): Promise<Reached> {
  try {
    return await attempt(launch, deps, signal, timeout, "legacy");
  } catch (error) {
    if (!refusesProtocol(error) || signal.aborted) throw error;
    return await attempt(launch, deps, signal, timeout, "auto").catch(() => {
      throw error;
    });
  }
}

async function attempt(
  launch: Launch,
  deps: ReachDeps,
  signal: AbortSignal,
  timeout: number,
  mode: "legacy" | "auto",
): Promise<Reached> {
  const client = new Client(
    { name: "nightjar", title: "Nightjar", version: "0.1.0" },
    {
      capabilities: { elicitation: { form: { applyDefaults: true }, url: {} } },
      versionNegotiation: { mode },
      jsonSchemaValidator: believing,
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: deps.toolsChanged } },
    },
  );
  const transport = transportOf(launch, deps);
  deps.trying(transport);
  deps.prepare(client);
  try {
    await client.connect(transport, { signal, timeout });
    return { client, transport };
  } catch (error) {
    await transport.close().catch(() => undefined);
    throw error;
  }
}

/** What went wrong while connecting, without a full stop at its end. */
export function whyNotReached(error: unknown, launch: Launch, transport: ServerTransport | null): string {
  const told = withheldOf(error);
  if (told !== null) return told.reason;
  if (launch.kind === "command") {
    const program = quote(launch.command, 200);
    const code = codeOf(error);
    if (code === "ENOENT") {
      return `the program ${program} was not found, or the folder ${quote(launch.cwd, 200)} does not exist. Write the program's whole path, or correct cwd`;
    }
    if (code === "EACCES") return `the program ${program} may not be started (no permission)`;
    const why = transport?.why() ?? null;
    if (why !== null && why !== "it was stopped") return `${why} before it was ready`;
  }
  if (error instanceof SdkHttpError) {
    if (error.status === 401 || error.status === 403) {
      return launch.kind === "url" && launch.signsIn
        ? `it answered ${error.status}: it wants you to sign in, or a key`
        : `it answered ${error.status}: it does not accept the key it was given. Look at key and header in Settings`;
    }
    return `it answered ${error.status ?? "with no status"}: "${quote(error.message, 200)}"`;
  }
  if (error instanceof ProtocolError) return `it refused to begin (${error.code}): "${quote(error.message, 200)}"`;
  return quote(messageOf(error)) || "it broke off";
}
