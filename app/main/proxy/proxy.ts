// The credential proxy as a whole: grants out, requests through, all of it off with one call. Promises: tokens die with the app;
// what is revoked is cut at once. Refuses: to hand a value of a credential to anybody.
import { randomBytes } from "node:crypto";
import type { CredentialState } from "../../preload/contract/permissions.ts";
import type { NewGrant, Which } from "../engine/permissions/grants.ts";
import type { Ledger } from "../engine/permissions/ledger.ts";
import type { Clock, Log } from "../engine/ports.ts";
import type { CredentialSettings } from "../settings/model.ts";
import type { Gate } from "../tools/gate.ts";
import type { Outgoing } from "../tools/outgoing.ts";
import { createAudit } from "./audit.ts";
import { createCredentials, type SecretResult } from "./credentials.ts";
import { createForward, type Forwarded, type ForwardLimits, forwardLimits, type ForwardRequest } from "./forward.ts";
import { createInFlight } from "./in-flight.ts";
import { createProxyServer, type ProxyServer, serverLimits } from "./server.ts";

export interface ProxyDeps {
  ledger: Ledger;
  gate: Gate;
  credentials: () => readonly CredentialSettings[];
  /** Further ones, for grants that main makes itself; no tool's call can name them. They go before those of the same name. */
  ownCredentials?: () => readonly CredentialSettings[];
  secret: (reference: string) => SecretResult;
  clock: Clock;
  log: Log;
  limits?: Partial<ForwardLimits>;
}

export interface Proxy {
  /** What tools send through. */
  outgoing: Outgoing;
  /** Whether the secret of the person's credential of that name could be sent; null when there is none of that name. */
  credentialState(name: string): CredentialState | null;
  /** A token, and where it is good: the path of a request is the path at the grant's destination. */
  grant(grant: NewGrant): { id: string; token: string; url: string };
  /** One request under a grant of its own, streamed, for main itself: a model's. Never rejects. */
  through(grant: NewGrant, request: Omit<ForwardRequest, "token">, signal: AbortSignal): Promise<Forwarded>;
  /**
   * Revokes and cuts what is under way with it. Never throws: what the disk refuses is cut all the same, and revoked before
   * anything else leaves.
   * @returns how many were live; null when it could not be written down yet
   */
  revoke(which: Which, why: string): number | null;
  /**
   * The switch: closes the gate, cuts everything under way and revokes every grant. Null opens the gate again. While the disk
   * does not take that down, nothing leaves. Never throws.
   */
  close(reason: string | null): void;
  /** Why nothing leaves now; null while it does. */
  closed(): string | null;
  /** Before the first request: settles what an earlier life left open; until that is on disk nothing leaves. Never throws. */
  recover(): void;
  /** Listens on a free port of 127.0.0.1. Rejects with Node's error. @returns the address */
  start(): Promise<string>;
  /** Null while it does not listen. */
  url(): string | null;
  /** Stops listening and writes down what waits. */
  stop(): Promise<void>;
}

/** 256 random bits. */
export const freshToken = (): string => `njg_${randomBytes(32).toString("base64url")}`;

export function createProxy({ ledger, gate, clock, log, ...deps }: ProxyDeps): Proxy {
  const audit = createAudit(ledger, clock, log);
  const credentials = createCredentials(deps.credentials, deps.secret);
  const own = deps.ownCredentials ?? (() => []);
  const granted = createCredentials(() => [...own(), ...deps.credentials()], deps.secret);
  const inFlight = createInFlight();
  const limits = { ...forwardLimits, ...deps.limits };
  const { forward, send } = createForward({ audit, gate, credentials, granted, inFlight, limits });
  let server: ProxyServer | null = null;
  let url: string | null = null;

  /** What is to be on disk before anything leaves: that an earlier life is over, and why every grant is revoked. */
  let unsettled = false;
  let unrevoked: { which: Which; why: string }[] = [];

  /** What the disk refuses keeps everything in, and is tried again with the next request. Never throws. */
  function caughtUp(): boolean {
    try {
      if (unsettled) ledger.recover(clock.now());
      unsettled = false;
      for (const { which, why } of unrevoked) revokeNow(which, why);
      unrevoked = [];
      return true;
    } catch (error) {
      log.error({ error: String(error) }, "What must be on disk before anything leaves could not be written.");
      return false;
    }
  }
  const notSent = { kind: "not_sent" as const, reason: "the disk takes nothing down, so nothing is sent" };
  /** A closed gate refuses by itself, and says why it is closed. */
  const ready = (): boolean => gate.closed() !== null || caughtUp();
  const sendReady: Outgoing["send"] = async (request, signal) => (ready() ? send(request, signal) : notSent);
  const forwardReady: typeof forward = async (request, signal) => (ready() ? forward(request, signal) : notSent);

  function revokeNow(which: Which, why: string): number {
    const revoked = ledger.grants.revoke(which, why, clock.now());
    inFlight.cut(revoked, `the grant was revoked: ${why}`);
    return revoked.length;
  }

  /** No grant is made while something is owed, so what is revoked late is what was meant. */
  function revoke(which: Which, why: string): number | null {
    try {
      return revokeNow(which, why);
    } catch (error) {
      log.error({ error: String(error) }, "A grant could not be revoked on disk; nothing leaves until it is.");
      unrevoked = which === "all" ? [{ which, why }] : [...unrevoked, { which, why }];
      // Whose grants a run's are only the disk knows; of two evils all is cut.
      inFlight.cut(which !== "all" && "id" in which ? [which.id] : "all", `the grant was revoked: ${why}`);
      return null;
    }
  }

  return {
    outgoing: {
      send: sendReady,
      refusal: (credential, origin, headers) => {
        const refused = credentials.refusal(credential, origin);
        if (refused !== null) return refused;
        const own = credentials.headerOf(credential);
        return own !== null && Object.hasOwn(headers, own) ? `the header "${own}" is the credential's own` : null;
      },
    },
    credentialState: credentials.state,
    grant: (grant) => {
      if (url === null) throw new Error("A grant is good only while the credential proxy listens.");
      // Before it is made: what is revoked late must not take this one along.
      if (!caughtUp()) throw new Error("No grant could be written down.");
      return { ...ledger.grants.make(grant, clock.now()), url };
    },
    through: async (grant, request, signal) => {
      const closed = gate.closed();
      if (closed !== null) return { kind: "not_sent", reason: closed };
      if (!caughtUp()) return notSent;
      let token: string;
      try {
        ({ token } = ledger.grants.make(grant, clock.now()));
      } catch (error) {
        log.error({ error: String(error) }, "A grant could not be written down.");
        return notSent;
      }
      return forward({ ...request, token }, signal);
    },
    revoke,
    closed: () => gate.closed(),
    close: (reason) => {
      // First of all: what is under way ends now, whatever the disk says to the rest.
      if (reason !== null) gate.close(reason);
      if (reason !== null) unrevoked = [{ which: "all", why: reason }];
      caughtUp();
      // Every way out asks first whether the grants are revoked by now.
      if (reason === null) gate.close(null);
    },
    recover: () => {
      unsettled = true;
      caughtUp();
    },
    start: async () => {
      if (url !== null) return url;
      const opening = createProxyServer(forwardReady, log, serverLimits);
      url = `http://127.0.0.1:${await opening.listen()}`;
      server = opening;
      return url;
    },
    url: () => url,
    stop: async () => {
      url = null;
      await server?.close();
      server = null;
      audit.flush();
    },
  };
}
