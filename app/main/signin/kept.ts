// What a sign-in leaves behind, in the vault: the token, what renews it, and who Nightjar is to that server. Promises: each secret is an
// entry of its own, so that every value is known to whoever scrubs. Refuses: to hand out for one address what another one gave.
import type { StoredOAuthClientInformation, StoredOAuthTokens } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { Resolved, Secrets } from "../settings/secrets.ts";
import { texts } from "./texts.ts";

export type Vault = Pick<Secrets, "resolve" | "set" | "forget">;

/** Everything of it that is no secret. */
const factsSchema = z.object({
  /** The address of the MCP server that it is for: a name can be given to another one. */
  url: z.string(),
  /** Where it can be taken back, and how one says who asks. */
  revocation: z.object({ url: z.string(), methods: z.array(z.string()) }).nullable(),
  issuer: z.string().optional(),
  scope: z.string().optional(),
  /** Seconds since the epoch; null: the server did not say. */
  expiresAt: z.number().nullable(),
  client: z.record(z.string(), z.json()).nullable(),
});
type Facts = z.infer<typeof factsSchema>;
export type Revocation = NonNullable<Facts["revocation"]>;

/** What the server is asked to take back. */
export interface Given {
  url: string;
  revocation: Revocation | null;
  client: StoredOAuthClientInformation | undefined;
  token: string | undefined;
  refresh: string | undefined;
}

export interface Kept {
  /** The reference of the token, for the proxy; null when nobody is signed in. */
  reference(): string | null;
  tokens(): StoredOAuthTokens | undefined;
  client(): StoredOAuthClientInformation | undefined;
  expiresAt(): number | null;
  /** Rejects with a sentence without a full stop. */
  save(given: Saved, now: number): Promise<void>;
  /** Whatever address it is for; null when there is nothing. */
  given(): Given | null;
  forget(): Promise<void>;
}

export interface Saved {
  tokens: StoredOAuthTokens;
  client: StoredOAuthClientInformation | undefined;
  revocation: Revocation | null;
}

const parts = ["token", "refresh", "client", "facts"] as const;
type Part = (typeof parts)[number];
const headerText = /^[\x21-\x7e]+$/;

/**
 * @param server its address is null where there is none any more
 * @param untilQuit whether nothing can be sealed
 */
export function createKept(server: { name: string; url: string | null }, vault: Vault, untilQuit: () => boolean): Kept {
  const name = (part: Part): string => `signin.${server.name}.${part}`;
  const held = (part: Part): string | undefined => {
    const found: Resolved = vault.resolve(`keychain:${name(part)}`);
    return found.state === "ok" ? found.value : undefined;
  };

  function facts(): Facts | null {
    try {
      const read = factsSchema.safeParse(JSON.parse(held("facts") ?? ""));
      return read.success ? read.data : null;
    } catch {
      return null;
    }
  }

  /** Those of this address. */
  function own(): Facts | null {
    const known = facts();
    return known?.url === server.url ? known : null;
  }

  function clientOf(known: Facts | null): StoredOAuthClientInformation | undefined {
    const who = known?.client ?? null;
    const secret = held("client");
    if (who === null) return undefined;
    return { ...who, ...(secret === undefined ? {} : { client_secret: secret }) } as StoredOAuthClientInformation;
  }

  async function put(part: Part, value: string | undefined): Promise<void> {
    if (value === undefined) {
      if (vault.resolve(`keychain:${name(part)}`).state !== "missing") await vault.forget(name(part));
      return;
    }
    const kept = await vault.set(name(part), value, untilQuit());
    if (!kept.ok) throw new Error(texts.notKept(kept.sentence).replace(/\.$/, ""));
  }

  return {
    reference: () => (own() === null || held("token") === undefined ? null : `keychain:${name("token")}`),
    tokens() {
      const token = held("token");
      const known = own();
      if (token === undefined || known === null) return undefined;
      const refresh = held("refresh");
      return {
        ...{ access_token: token, token_type: "Bearer" },
        ...(refresh === undefined ? {} : { refresh_token: refresh }),
        ...(known.scope === undefined ? {} : { scope: known.scope }),
        ...(known.issuer === undefined ? {} : { issuer: known.issuer }),
      };
    },
    client: () => clientOf(own()),
    expiresAt: () => own()?.expiresAt ?? null,
    given() {
      const known = facts();
      if (known === null) return null;
      const { url, revocation } = known;
      return { url, revocation, client: clientOf(known), token: held("token"), refresh: held("refresh") };
    },
    async save({ tokens, client, revocation }, now) {
      if (server.url === null) throw new Error(texts.notHere(server.name).replace(/\.$/, ""));
      if (!headerText.test(tokens.access_token)) throw new Error(texts.strangeToken);
      const { client_secret: secret, ...who } = { client_secret: undefined, ...client } as Record<string, unknown>;
      // Before all else: a token that renews may be good for once.
      await put("refresh", tokens.refresh_token);
      await put("client", typeof secret === "string" ? secret : undefined);
      const known: Facts = {
        ...{ url: server.url, revocation },
        ...(tokens.issuer === undefined ? {} : { issuer: tokens.issuer }),
        ...(tokens.scope === undefined ? {} : { scope: tokens.scope }),
        expiresAt: tokens.expires_in === undefined ? null : now + Number(tokens.expires_in),
        client: client === undefined ? null : (withoutSecrets(who) as Facts["client"]),
      };
      await put("facts", JSON.stringify(known));
      await put("token", tokens.access_token);
    },
    async forget() {
      for (const part of parts) await put(part, undefined);
    },
  };
}

/** What registers a client anew is nothing that Nightjar ever needs. */
const withoutSecrets = ({ registration_access_token: _token, ...rest }: Record<string, unknown>) => rest;
