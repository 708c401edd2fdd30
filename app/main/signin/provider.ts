// Nightjar as the client of one server's sign-in, as the protocol's own library wants it. Promises: what it gave is handed on to be
// kept once all of it is there. Refuses: to open a page by itself; whoever made it decides that.
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import type { SignInSettings } from "../settings/model.ts";
import type { Revocation, Saved } from "./kept.ts";

export interface ProviderParts {
  /** Where the browser comes back to. */
  redirectUrl: string;
  state: string;
  settings: SignInSettings | null;
  /** Of the client that the person has registered. */
  clientSecret: string | null;
  known: { tokens: StoredOAuthTokens | undefined; client: StoredOAuthClientInformation | undefined };
  /** Whether it may introduce itself to a server that does not know it. */
  registers: boolean;
  toPage: (url: URL) => void;
  keep: (given: Saved) => Promise<void>;
}

function revocationOf(discovered: OAuthDiscoveryState | undefined): Revocation | null {
  const said = discovered?.authorizationServerMetadata;
  // Metadata of OpenID name it too, but not in the library's schema.
  const { revocation_endpoint: url, revocation_endpoint_auth_methods_supported: own } = (said ?? {}) as {
    revocation_endpoint?: unknown;
    revocation_endpoint_auth_methods_supported?: unknown;
  };
  if (typeof url !== "string") return null;
  const methods = own ?? said?.token_endpoint_auth_methods_supported ?? [];
  return { url, methods: Array.isArray(methods) ? methods.map(String) : [] };
}

const isUrl = (id: string): boolean => id.startsWith("https://");

/** As what the person has registered Nightjar by hand; undefined when they have not. */
export function registeredAs(
  settings: SignInSettings | null,
  secret: string | null,
): StoredOAuthClientInformation | undefined {
  if (settings === null || isUrl(settings.clientId)) return undefined;
  return { client_id: settings.clientId, ...(secret === null ? {} : { client_secret: secret }) };
}

export function createProvider({
  redirectUrl,
  state,
  settings,
  clientSecret,
  known,
  registers,
  toPage,
  keep,
}: ProviderParts): OAuthClientProvider {
  let { tokens, client } = known;
  let verifier = "";
  let discovered: OAuthDiscoveryState | undefined;
  const id = settings?.clientId ?? null;
  const registered = registeredAs(settings, clientSecret);
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: "Nightjar",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      application_type: "native",
    },
    state: () => state,
    clientInformation: () => registered ?? client,
    tokens: () => tokens,
    saveTokens: async (given) => {
      // An answer that renews need not name what it leaves as it was.
      tokens = { ...(tokens?.refresh_token === undefined ? {} : { refresh_token: tokens.refresh_token }), ...given };
      await keep({ tokens, client, revocation: revocationOf(discovered) });
    },
    redirectToAuthorization: toPage,
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (given) => {
      discovered = given;
    },
    discoveryState: () => discovered,
    invalidateCredentials: (what) => {
      if (what === "all" || what === "client") client = undefined;
      if (what === "all" || what === "tokens") tokens = undefined;
      if (what === "all" || what === "discovery") discovered = undefined;
    },
  };
  if (id !== null && isUrl(id)) provider.clientMetadataUrl = id;
  if (registers) {
    provider.saveClientInformation = (given) => {
      client = given;
    };
  }
  return provider;
}
