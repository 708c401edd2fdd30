// Signing in to MCP servers that want it, one at a time each, with the protocol's own library. Promises: a page is opened only when the
// person began it; a token is renewed before it is used, and once after a server refused it. Refuses: plain text of any of it outside of
// the vault; to sign in where a key is set.
import {
  auth,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  isStrictScopeSuperset,
  IssuerMismatchError,
  type OAuthClientProvider,
} from "@modelcontextprotocol/client";
import type { Challenge } from "../../preload/contract/toolhost.ts";
import type { Done } from "../../preload/contract/views.ts";
import type { Clock, Wait } from "../engine/ports.ts";
import type { McpServerSettings, UrlServer } from "../settings/model.ts";
import type { Outgoing } from "../tools/outgoing.ts";
import { type Callback, openCallback } from "./callback.ts";
import { createSignInFetch } from "./fetching.ts";
import { createKept, type Kept, type Vault } from "./kept.ts";
import { createProvider } from "./provider.ts";
import { texts } from "./texts.ts";
import { refusal } from "./where.ts";

const pageMilliseconds = 600_000;
/** Before it ends; the clocks of two machines differ. */
const renewSeconds = 60;

export type SignInState =
  | { kind: "none" }
  /** The server wants it; `scope` is what it wants allowed, where it said so. */
  | { kind: "wanted"; scope: string | null }
  /** In the person's browser, at this host. */
  | { kind: "under_way"; host: string | null }
  | { kind: "signed_in" };

export interface SignIns {
  state(server: string): SignInState;
  /** The reference of the token that the proxy puts in; null when nobody is signed in. */
  reference(server: string): string | null;
  /** Before a connection. Null, or why it is no use to begin, without a full stop. Never rejects. */
  ready(server: UrlServer): Promise<string | null>;
  /** The server refused a request. */
  challenged(server: string, challenge: Challenge): void;
  /** From here through the person's browser and back. Never rejects. */
  begin(server: string): Promise<Done>;
  signOut(server: string): Promise<Done>;
  close(): void;
}

export interface SignInsDeps {
  servers: () => readonly McpServerSettings[];
  send: Outgoing["send"];
  vault: Vault;
  /** Whether a secret can't be sealed. */
  untilQuit: () => boolean;
  /** Opens a page in the person's browser. False when it could not. */
  open: (url: string) => Promise<boolean>;
  clock: Clock;
  wait: Wait;
  /** What `state` tells has changed. */
  changed: () => void;
  /** The server can be tried anew. */
  signedIn: (server: string) => void;
}

interface Wanted {
  scope: string | null;
  metadata: URL | undefined;
  more: boolean;
}

export function createSignIns(deps: SignInsDeps): SignIns {
  const { clock, changed } = deps;
  const wanted = new Map<string, Wanted>();
  /** Refused since it was renewed last. */
  const stale = new Set<string>();
  const underWay = new Map<string, { callback: Callback | null; host: string | null }>();
  const renewing = new Map<string, Promise<string | null>>();
  const ending = new AbortController();

  const find = (name: string): UrlServer | undefined => {
    const found = deps.servers().find((one) => one.name === name);
    return found?.kind === "url" ? found : undefined;
  };
  const keptOf = (name: string): Kept => createKept(name, deps.vault, deps.untilQuit);
  const secretOf = ({ signIn }: UrlServer): string | null => {
    const found = signIn?.clientSecret == null ? null : deps.vault.resolve(signIn.clientSecret);
    return found?.state === "ok" ? found.value : null;
  };

  async function renew(server: UrlServer): Promise<string | null> {
    const { name } = server;
    const kept = keptOf(name);
    let toPage = false;
    const want = (): string => {
      wanted.set(name, { scope: null, metadata: undefined, more: false, ...wanted.get(name) });
      changed();
      return texts.wanted;
    };
    const tokens = kept.tokens();
    if (tokens?.refresh_token === undefined) return want();
    const provider = createProvider({
      ...{ redirectUrl: "http://127.0.0.1/signed-in", state: "", settings: server.signIn, registers: false },
      ...{ clientSecret: secretOf(server), known: { tokens, client: kept.client() } },
      toPage: () => {
        toPage = true;
      },
      keep: (given, client) => kept.save(given, client, clock.now()),
    });
    try {
      const fetchFn = createSignInFetch(deps.send, { name, url: new URL(server.url) }, ending.signal);
      await auth(provider, { serverUrl: server.url, fetchFn });
    } catch (error) {
      // Without a network it is no use either, and says so; a server that refuses wants the person.
      return toPage ? want() : `its sign-in could not be renewed (${sentenceOf(error)})`;
    }
    if (toPage) return want();
    stale.delete(name);
    changed();
    return null;
  }

  async function signIn(server: UrlServer, callback: Callback): Promise<void> {
    const { name } = server;
    const kept = keptOf(name);
    const asked = wanted.get(name);
    const before = kept.tokens();
    const scope =
      asked?.more === true ? computeScopeUnion(before?.scope, asked.scope ?? undefined) : (asked?.scope ?? undefined);
    const widens = asked?.more === true && isStrictScopeSuperset(scope, before?.scope);
    let page: URL | null = null;
    const provider = createProvider({
      ...{ redirectUrl: callback.url, state: callback.state, settings: server.signIn, registers: true },
      // Its address is another one each time, so it introduces itself anew.
      ...{ clientSecret: secretOf(server), known: { tokens: undefined, client: undefined } },
      toPage: (url) => {
        page = url;
      },
      keep: (given, client) => kept.save(given, client, clock.now()),
    });
    const options = {
      serverUrl: server.url,
      fetchFn: createSignInFetch(deps.send, { name, url: new URL(server.url) }, ending.signal),
      ...(asked?.metadata === undefined ? {} : { resourceMetadataUrl: asked.metadata }),
      ...(scope === undefined ? {} : { scope }),
      ...(widens ? { forceReauthorization: true } : {}),
    };
    const oddly = await asItIsNamed(provider, options);
    if (page === null) throw new Error(texts.noPage);
    const { href, host } = page as URL;
    const refused = refusal(new URL(href), new URL(server.url));
    if (refused !== null) throw new Error(refused);
    underWay.set(name, { callback, host });
    changed();
    if (!(await deps.open(href))) throw new Error(texts.noPage);
    const came = await callback.came;
    if (!came.ok) throw new Error(came.reason);
    await auth(provider, {
      ...{ ...options, ...oddly },
      authorizationCode: came.code,
      ...(came.issuer === null ? {} : { iss: came.issuer }),
    });
  }

  return {
    state(name) {
      const now = underWay.get(name);
      if (now !== undefined) return { kind: "under_way", host: now.host };
      const asked = wanted.get(name);
      if (asked !== undefined) return { kind: "wanted", scope: asked.scope };
      return { kind: find(name)?.key === null && keptOf(name).reference() !== null ? "signed_in" : "none" };
    },
    reference: (name) => keptOf(name).reference(),
    ready(server) {
      const { name, key } = server;
      if (key !== null) return Promise.resolve(null);
      const kept = keptOf(name);
      const expires = kept.expiresAt();
      const old = expires !== null && expires - renewSeconds <= clock.now();
      if (kept.reference() === null) return Promise.resolve(wanted.has(name) ? texts.wanted : null);
      if (!old && !stale.has(name)) return Promise.resolve(null);
      const known = renewing.get(name);
      if (known !== undefined) return known;
      const mine = renew(server).finally(() => renewing.delete(name));
      renewing.set(name, mine);
      return mine;
    },
    challenged(name, { status, header }) {
      const server = find(name);
      if (server === undefined || server.key !== null) return;
      const asked = extractWWWAuthenticateParams(
        new Response(null, { status, headers: header === null ? {} : { "www-authenticate": header } }),
      );
      const more = status === 403 && asked.error === "insufficient_scope";
      if (status === 403 && !more) return;
      const first = keptOf(name).reference() === null;
      if (!more && !first) stale.add(name);
      if (more || first) wanted.set(name, { scope: asked.scope ?? null, metadata: asked.resourceMetadataUrl, more });
      changed();
    },
    async begin(name) {
      const server = find(name);
      if (server === undefined) return { ok: false, sentence: texts.notHere(name) };
      if (server.key !== null) return { ok: false, sentence: texts.hasKey(name) };
      if (underWay.has(name)) return { ok: false, sentence: texts.already(name) };
      underWay.set(name, { callback: null, host: null });
      let callback: Callback | null = null;
      let stopWatch = (): void => undefined;
      try {
        callback = await openCallback().catch((error: unknown) => {
          throw new Error(texts.noListening(sentenceOf(error)));
        });
        const opened = callback;
        underWay.set(name, { callback, host: null });
        changed();
        stopWatch = deps.wait(pageMilliseconds, () => opened.close(texts.lateAnswer));
        await signIn(server, callback);
        wanted.delete(name);
        stale.delete(name);
        return { ok: true, sentence: texts.done(name, deps.untilQuit()) };
      } catch (error) {
        return { ok: false, sentence: texts.failed(name, sentenceOf(error)) };
      } finally {
        stopWatch();
        callback?.close(texts.begunAgain);
        underWay.delete(name);
        changed();
        if (!wanted.has(name)) deps.signedIn(name);
      }
    },
    async signOut(name) {
      try {
        await keptOf(name).forget();
      } catch (error) {
        return { ok: false, sentence: texts.failed(name, sentenceOf(error)) };
      }
      stale.delete(name);
      wanted.delete(name);
      changed();
      deps.signedIn(name);
      return { ok: true, sentence: texts.out(name) };
    },
    close() {
      ending.abort(texts.quits);
      for (const { callback } of underWay.values()) callback?.close(texts.quits);
    },
  };
}

/**
 * Servers of the protocol's first version, which know no metadata of their own, may name themselves by another path than they are asked
 * at. What stays at the server's own origin can't be somebody else's sign-in.
 */
async function asItIsNamed(
  provider: OAuthClientProvider,
  options: Parameters<typeof auth>[1],
): Promise<{ skipIssuerMetadataValidation?: true }> {
  try {
    await auth(provider, options);
    return {};
  } catch (error) {
    if (!(error instanceof IssuerMismatchError) || error.kind !== "metadata") throw error;
    const named = URL.parse(error.received ?? "")?.origin;
    if (named === undefined || named !== new URL(options.serverUrl).origin) throw error;
    await auth(provider, { ...options, skipIssuerMetadataValidation: true });
    return { skipIssuerMetadataValidation: true };
  }
}

/** What a stranger put into the answer of a page is not repeated. */
const sentenceOf = (error: unknown): string =>
  error instanceof IssuerMismatchError && error.kind === "authorization_response"
    ? texts.anotherIssuer
    : wordsOf(error);

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
