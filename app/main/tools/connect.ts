// One checked connection: resolve once, check every address, connect to one of those, verify TLS. Whatever goes wrong
// here happened before the first byte of a request: surely nothing was sent. Refuses: addresses the check refuses.
import { promises as dns } from "node:dns";
import { isIP, type LookupFunction, connect as netConnect, type Socket } from "node:net";
import { connect as tlsConnect } from "node:tls";
import { type Address, bareHost, checkAddress } from "./addresses.ts";

/** All addresses of a name. Rejects with the resolver's error. */
export type Lookup = (hostname: string) => Promise<Address[]>;

export const systemLookup: Lookup = async (hostname) =>
  (await dns.lookup(hostname, { all: true, order: "verbatim" })) as Address[];

export type Connected =
  | { ok: true; socket: Socket }
  /** `refused`: by our own rule, now and always. Otherwise the network's state: another time it may work. */
  | { ok: false; refused: boolean; reason: string };

export interface ConnectDeps {
  lookup: Lookup;
  /** Extra authorities, PEM, beside the system's; for tests and company networks. */
  ca: string[] | null;
}

const words: Record<string, string> = {
  ENOTFOUND: "its name was not found (offline?)",
  EAI_AGAIN: "its name could not be looked up (offline?)",
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed while it was being set up",
  ENETUNREACH: "the network can not be reached",
  EHOSTUNREACH: "the host can not be reached",
  ETIMEDOUT: "the connection took too long",
};

/** The `code` of a Node error; empty when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function sayWhy(error: unknown): string {
  const code = codeOf(error);
  if (words[code] !== undefined) return words[code];
  if (/CERT|SSL|TLS|SELF_SIGNED|ISSUER|VERIFY/i.test(code)) return `its certificate or TLS was not accepted (${code})`;
  return `the connection could not be made (${code || (error instanceof Error ? error.message : String(error))})`;
}

async function resolve(url: URL, lookup: Lookup): Promise<Address[]> {
  const host = bareHost(url);
  const literal = isIP(host);
  if (literal === 4 || literal === 6) return [{ address: host, family: literal }];
  return lookup(host);
}

/**
 * Connects to the host of `url`, whose origin the caller has compared with the listed destinations.
 * `signal` ends it at any point (limit or interruption); its reason is told as a sentence.
 */
export async function connectChecked(url: URL, deps: ConnectDeps, signal: AbortSignal): Promise<Connected> {
  const stopped = (): Connected => ({ ok: false, refused: false, reason: String(signal.reason) });
  if (signal.aborted) return stopped();
  let addresses: Address[];
  try {
    addresses = await Promise.race([resolve(url, deps.lookup), abortion(signal)]);
  } catch (error) {
    return signal.aborted ? stopped() : { ok: false, refused: false, reason: sayWhy(error) };
  }
  if (addresses.length === 0) return { ok: false, refused: false, reason: words.ENOTFOUND ?? "" };
  for (const { address } of addresses) {
    const check = checkAddress(url, address);
    if (!check.ok) return { ok: false, refused: true, reason: check.reason };
  }
  return openSocket(url, addresses, deps, signal);
}

/** Rejects when `signal` aborts; never resolves. */
function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error(String(signal.reason))), { once: true });
  });
}

function openSocket(url: URL, addresses: Address[], deps: ConnectDeps, signal: AbortSignal): Promise<Connected> {
  const host = bareHost(url);
  const secure = url.protocol === "https:";
  // The checked addresses stand in for the resolver: it is not asked a second time (no rebinding).
  const lookup: LookupFunction = (_name, wanted, done) => {
    const [first] = addresses;
    if (wanted.all === true || first === undefined) done(null, addresses);
    else done(null, first.address, first.family);
  };
  const options = {
    host,
    port: Number(url.port || (secure ? 443 : 80)),
    autoSelectFamily: addresses.length > 1,
    autoSelectFamilyAttemptTimeout: 1000,
    lookup,
  };
  return new Promise((settle) => {
    const socket: Socket = secure
      ? tlsConnect({
          ...options,
          ...(deps.ca === null ? {} : { ca: deps.ca }),
          ...(isIP(host) === 0 ? { servername: host } : {}),
          ALPNProtocols: ["http/1.1"],
          // Said outright, so that no environment variable can switch it off.
          rejectUnauthorized: true,
          minVersion: "TLSv1.2",
        })
      : netConnect(options);
    const stop = (): void => end({ ok: false, refused: false, reason: String(signal.reason) });
    const end = (result: Connected): void => {
      signal.removeEventListener("abort", stop);
      if (!result.ok) socket.destroy();
      settle(result);
    };
    signal.addEventListener("abort", stop, { once: true });
    // This listener stays: an error between here and the hand-over must not become an uncaught exception.
    socket.on("error", (error) => end({ ok: false, refused: false, reason: sayWhy(error) }));
    socket.once("close", () => end({ ok: false, refused: false, reason: words.ECONNRESET ?? "" }));
    socket.once(secure ? "secureConnect" : "connect", () => {
      const remote = socket.remoteAddress ?? "";
      const check = checkAddress(url, remote);
      end(check.ok ? { ok: true, socket } : { ok: false, refused: true, reason: check.reason });
    });
  });
}
