// Signing in to MCP servers that want it, one at a time each, with the protocol's own library. Promises: a page is opened only when the
// person began it; a token is renewed before it is used, and once after a server refused it. Refuses: plain text of any of it outside of
// the vault; to sign in where a key is set.
import { auth, computeScopeUnion, isStrictScopeSuperset } from "@modelcontextprotocol/client";
import type { Challenge } from "../../preload/contract/toolhost.ts";
import type { Done } from "../../preload/contract/views.ts";
import type { Clock, Wait } from "../engine/ports.ts";
import type { McpServerSettings, UrlServer } from "../settings/model.ts";
import type { Outgoing } from "../tools/outgoing.ts";
import { type Callback, openCallback } from "./callback.ts";
import { createSignInFetch } from "./fetching.ts";
import { createKept, type Kept, type Vault } from "./kept.ts";
import { asItIsNamed, sentenceOf } from "./naming.ts";
import { createProvider, registeredAs } from "./provider.ts";
import { takeBack } from "./revoking.ts";
import { texts } from "./texts.ts";
import { createWanted, wishOf } from "./wanted.ts";
import { refusal } from "./where.ts";

const pageMilliseconds = 600_000;
const takeBackMilliseconds = 10_000;
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

interface UnderWay {
  host: string | null;
  /** @param reason without a full stop; settles when nothing more comes of it */
  stop: (reason: string) => Promise<void>;
}

export function createSignIns(deps: SignInsDeps): SignIns {
  const { clock, changed } = deps;
  const wanted = createWanted();
  /** Refused since it was renewed last. */
  const stale = new Set<string>();
  const underWay = new Map<string, UnderWay>();
  const renewing = new Map<string, Promise<string | null>>();
  const ending = new AbortController();

  const find = (name: string): UrlServer | undefined => {
    const found = deps.servers().find((one) => one.name === name);
    return found?.kind === "url" ? found : undefined;
  };
  const keptOf = (name: string): Kept => createKept({ name, url: find(name)?.url ?? null }, deps.vault, deps.untilQuit);
  const secretOf = ({ signIn }: UrlServer): string | null => {
    const found = signIn?.clientSecret == null ? null : deps.vault.resolve(signIn.clientSecret);
    return found?.state === "ok" ? found.value : null;
  };

  async function renew(server: UrlServer): Promise<string | null> {
    const { name } = server;
    const kept = keptOf(name);
    let toPage = false;
    const want = (): string => {
      wanted.set(server, { scope: null, metadata: undefined, more: false, ...wanted.of(server) });
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
      keep: (given) => kept.save(given, clock.now()),
    });
    try {
      const fetchFn = createSignInFetch(deps.send, { name, url: new URL(server.url) }, ending.signal);
      await auth(provider, { serverUrl: server.url, fetchFn });
    } catch (error) {
      // Without a network it is no use either, and says so; a server that refuses wants the person.
      return toPage || (await provider.tokens()) === undefined
        ? want()
        : `its sign-in could not be renewed (${sentenceOf(error)})`;
    }
    if (toPage) return want();
    stale.delete(name);
    changed();
    return null;
  }

  async function signIn(server: UrlServer, callback: Callback, now: UnderWay, signal: AbortSignal): Promise<void> {
    const { name } = server;
    const kept = keptOf(name);
    const asked = wanted.of(server);
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
      keep: async (given) => {
        signal.throwIfAborted();
        await kept.save(given, clock.now());
      },
    });
    const options = {
      serverUrl: server.url,
      fetchFn: createSignInFetch(deps.send, { name, url: new URL(server.url) }, signal),
      ...(asked?.metadata === undefined ? {} : { resourceMetadataUrl: asked.metadata }),
      ...(scope === undefined ? {} : { scope }),
      ...(widens ? { forceReauthorization: true } : {}),
    };
    const oddly = await asItIsNamed(provider, options);
    if (page === null) throw new Error(texts.noPage);
    const { href, host } = page as URL;
    const refused = refusal(new URL(href), new URL(server.url));
    if (refused !== null) throw new Error(refused);
    now.host = host;
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
      const server = find(name);
      if (server === undefined || server.key !== null) return { kind: "none" };
      const asked = wanted.of(server);
      if (asked !== undefined) return { kind: "wanted", scope: asked.scope };
      return { kind: keptOf(name).reference() === null ? "none" : "signed_in" };
    },
    reference: (name) => keptOf(name).reference(),
    ready(server) {
      const { name, key } = server;
      if (key !== null) return Promise.resolve(null);
      const kept = keptOf(name);
      const expires = kept.expiresAt();
      const old = expires !== null && expires - renewSeconds <= clock.now();
      if (kept.reference() === null) return Promise.resolve(wanted.of(server) === undefined ? null : texts.wanted);
      if (!old && !stale.has(name)) return Promise.resolve(null);
      const known = renewing.get(name);
      if (known !== undefined) return known;
      const mine = renew(server).finally(() => renewing.delete(name));
      renewing.set(name, mine);
      return mine;
    },
    challenged(name, challenge) {
      const server = find(name);
      const wish = wishOf(challenge);
      if (server === undefined || server.key !== null || wish === null) return;
      if (wish.more || keptOf(name).reference() === null) wanted.set(server, wish);
      else stale.add(name);
      changed();
    },
    async begin(name) {
      const server = find(name);
      if (server === undefined) return { ok: false, sentence: texts.notHere(name) };
      if (server.key !== null) return { ok: false, sentence: texts.hasKey(name) };
      if (underWay.has(name)) return { ok: false, sentence: texts.already(name) };
      let callback: Callback | null = null;
      const left = new AbortController();
      let finish = (): void => undefined;
      const over = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const now: UnderWay = {
        host: null,
        stop: (reason) => {
          left.abort(new Error(reason));
          callback?.close(reason);
          return over;
        },
      };
      underWay.set(name, now);
      let stopWatch = (): void => undefined;
      try {
        callback = await openCallback().catch((error: unknown) => {
          throw new Error(texts.noListening(sentenceOf(error)));
        });
        const opened = callback;
        changed();
        stopWatch = deps.wait(pageMilliseconds, () => opened.close(texts.lateAnswer));
        await signIn(server, callback, now, AbortSignal.any([ending.signal, left.signal]));
        wanted.forget(name);
        stale.delete(name);
        return { ok: true, sentence: texts.done(name, deps.untilQuit()) };
      } catch (error) {
        return { ok: false, sentence: texts.failed(name, sentenceOf(error)) };
      } finally {
        stopWatch();
        callback?.close(texts.begunAgain);
        underWay.delete(name);
        finish();
        changed();
        if (wanted.of(server) === undefined) deps.signedIn(name);
      }
    },
    async signOut(name) {
      // What is still on its way would be kept after all.
      await underWay.get(name)?.stop(texts.leaves);
      await renewing.get(name);
      const kept = keptOf(name);
      const given = kept.given();
      const server = find(name);
      try {
        await kept.forget();
      } catch (error) {
        return { ok: false, sentence: texts.failed(name, sentenceOf(error)) };
      }
      stale.delete(name);
      wanted.forget(name);
      changed();
      deps.signedIn(name);
      if (given === null) return { ok: true, sentence: texts.out(name, false) };
      const client = given.client ?? (server === undefined ? undefined : registeredAs(server.signIn, secretOf(server)));
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(takeBackMilliseconds)]);
      const fetchFn = createSignInFetch(deps.send, { name, url: new URL(given.url) }, signal);
      return { ok: true, sentence: texts.out(name, await takeBack({ ...given, client }, fetchFn)) };
    },
    close() {
      ending.abort(texts.quits);
      for (const { stop } of underWay.values()) void stop(texts.quits);
    },
  };
}
