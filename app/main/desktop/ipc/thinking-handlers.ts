// Model, limits, servers and folders, as the person changes them. Promises: a pasted secret goes into the keychain and nowhere else; a
// server whose secret changed starts anew. Refuses: a folder that the page names; it is chosen in the system's own dialog.
import type { Input } from "../../../preload/contract/channels.ts";
import type { ServersAdded, ServersRead } from "../../../preload/contract/thinking-settings.ts";
import type { Done, SecretState, Topic } from "../../../preload/contract/views.ts";
import type { FolderSettings, McpServerSettings } from "../../settings/model.ts";
import { referencesIn } from "../../settings/references.ts";
import type { ToEnter } from "../../settings/import-servers.ts";
import type { ThinkingChanges } from "../../settings/thinking-changes.ts";
import { folders as folderTexts, servers as texts } from "../views/thinking-texts.ts";
import { serverLine } from "../views/thinking-view.ts";
import { type TriedFacts, triedText } from "../views/try-text.ts";
import type { Views } from "../views/views.ts";
import { visible, visibleExact } from "../views/visible-text.ts";
import { not, ok } from "./done.ts";
import type { Handlers } from "./gate.ts";
import { forgetUnused, type SecretUsers } from "./unused-secret.ts";

type Eventually<T> = T | Promise<T>;

export interface ThinkingParts {
  views: Views;
  settings: ThinkingChanges & {
    current(): SecretUsers & { mcpServers: readonly McpServerSettings[]; folders: readonly FolderSettings[] };
  };
  secrets: {
    set(name: string, value: string, untilQuit: boolean): Eventually<Done>;
    forget(name: string): Eventually<Done>;
    resolve(reference: string): { state: SecretState };
  };
  /** Whether secrets can be sealed. */
  keychain: () => { usable: boolean };
  models: { tryOut(signal: AbortSignal): Promise<TriedFacts | null> };
  servers: { start(name: string): Promise<void>; acknowledge(name: string, print: string): boolean };
  signIns: { begin(server: string): Promise<Done>; signOut(server: string): Promise<Done> };
  /** The system's own dialog; null when the person closed it. */
  chooseFolder: () => Promise<string | null>;
  changed: (topics: readonly Topic[]) => void;
}

/** A model on this computer may first have to be read from the disk. */
const tryMilliseconds = 90_000;

/** Starts the servers that use this secret, or all those named; nobody waits for them. */
export function startServers(
  { settings, servers }: Pick<ThinkingParts, "settings" | "servers">,
  names: readonly string[],
) {
  for (const { name, enabled } of settings.current().mcpServers)
    if (enabled && names.includes(name)) void servers.start(name);
}

/** The servers that are handed the secret of that name. */
export const usersOf = (secret: string, settings: SecretUsers): string[] =>
  referencesIn(settings).flatMap(({ what, name, reference }) =>
    what === "server" && reference === `keychain:${secret}` ? [name] : [],
  );

const nameOf = (reference: string): string => reference.replace(/^keychain:/, "");

export function thinkingHandlers(parts: ThinkingParts) {
  const { views, settings, secrets, keychain, models, servers, signIns, chooseFolder, changed } = parts;

  function told(outcome: Done): Done {
    changed(["settings", "permissions", "status"]);
    return outcome;
  }

  /** A change after which some references may not be needed any more. */
  async function settled(references: readonly (string | null | undefined)[], outcome: Done): Promise<Done> {
    if (!outcome.ok) return told(outcome);
    let sentence = outcome.sentence;
    for (const reference of new Set(references)) sentence += await forgetUnused(reference, settings.current(), secrets);
    return told(ok(sentence));
  }

  const referencesOf = (server: string): string[] =>
    referencesIn(settings.current()).flatMap(({ what, name, reference }) =>
      what === "server" && name === server ? [reference] : [],
    );

  /** Puts away what was pasted. What could not be kept is still to be entered. */
  async function keep(all: readonly ToEnter[]) {
    const untilQuit = !keychain().usable;
    const kept: string[] = [];
    const left: ToEnter[] = [];
    for (const one of all) {
      const done = one.value === null ? null : await secrets.set(nameOf(one.reference), one.value, untilQuit);
      if (done?.ok === true) kept.push(one.for);
      else if (secrets.resolve(one.reference).state !== "ok") left.push(one);
    }
    const sentence = [
      ...(kept.length > 0 ? [texts.sealed(kept, untilQuit)] : []),
      ...(left.length > 0 ? [texts.enter(left.map((one) => one.for))] : []),
    ].join(" ");
    return { sentence, left: left.map(({ reference, server, for: what }) => ({ reference, server, for: what })) };
  }

  async function saveServer(server: Input<"servers.save">): Promise<Done> {
    const before = referencesOf(server.name);
    const read = settings.readServer(server);
    if (!read.ok) return told(not(read.sentence));
    // The secrets first, so that it never starts without them.
    const { sentence } = await keep(read.toEnter);
    const saved = await settled(before, settings.saveServer(read.server));
    if (saved.ok) startServers(parts, [server.name]);
    return saved.ok && sentence !== "" ? ok(`${saved.sentence} ${sentence}`) : saved;
  }

  async function importServers(text: string): Promise<ServersAdded> {
    const { done, imported, refused, toEnter } = settings.importServers(text);
    const { sentence, left } = await keep(toEnter);
    const added = imported.map(({ name }) => name);
    startServers(parts, added);
    changed(["settings", "permissions", "status"]);
    return {
      done: done.ok && sentence !== "" ? ok(`${done.sentence} ${sentence}`) : done,
      ...{ added, refused: refused.map(shown), toEnter: left },
    };
  }

  function known(name: string, act: (server: McpServerSettings) => Done): Done {
    const server = settings.current().mcpServers.find((one) => one.name === name);
    return told(server === undefined ? not(texts.unknown(visible(name))) : act(server));
  }

  return {
    "thinking.get": () => views.thinking(),
    "model.save": (model) => {
      const before = settings.current().model?.key;
      return settled([before], settings.saveModel(model));
    },
    "model.remove": () => {
      const before = settings.current().model?.key;
      return settled([before], settings.removeModel());
    },
    "model.try": async () => {
      const signal = AbortSignal.timeout(tryMilliseconds);
      const tried = await models.tryOut(signal);
      return told(triedText(tried, signal.aborted ? tryMilliseconds / 1000 : null));
    },
    "limits.save": (limits) => told(settings.saveLimits(limits)),
    "servers.read": ({ text }): ServersRead => {
      const read = settings.readServers(text);
      if (!read.ok) return { ok: false, sentence: visible(read.sentence) };
      const { servers: all, refused, toEnter } = read.imported;
      return {
        ok: true,
        refused: refused.map(shown),
        servers: all.map(({ name, server, notes }) => ({
          ...{ name, enabled: server.enabled, kind: server.kind, notes: notes.map(visible) },
          line: serverLine(server),
          cwd: server.kind === "url" || server.cwd === null ? null : visibleExact(server.cwd),
          env:
            server.kind === "url"
              ? []
              : Object.entries(server.env).map(([key, value]) => ({
                  name: visibleExact(key),
                  value: visibleExact(value),
                })),
          sealed: toEnter.filter((one) => one.server === name && one.value !== null).map((one) => visible(one.for)),
        })),
      };
    },
    "servers.import": ({ text }) => importServers(text),
    "servers.save": saveServer,
    "servers.remove": async ({ name }) => {
      const before = referencesOf(name);
      const removed = await settled(before, settings.removeServer(name));
      if (removed.ok) await signIns.signOut(name);
      return removed;
    },
    "servers.signIn": async ({ name }) => told(await signIns.begin(name)),
    "servers.signOut": async ({ name }) => told(await signIns.signOut(name)),
    "servers.enable": ({ name, enabled }) => {
      const done = settings.enableServer(name, enabled);
      if (done.ok) startServers(parts, [name]);
      return told(done.ok ? ok(texts.enabled(visible(name), enabled)) : done);
    },
    "servers.start": ({ name }) =>
      known(name, ({ enabled }) => {
        if (!enabled) return not(texts.disabled(visible(name)));
        startServers(parts, [name]);
        return ok(texts.started(visible(name)));
      }),
    "servers.acknowledge": ({ name, print }) =>
      known(name, () =>
        servers.acknowledge(name, print) ? ok(texts.accepted(visible(name))) : not(texts.changedAgain(visible(name))),
      ),
    "folders.choose": async ({ write }) => {
      const path = await chooseFolder();
      if (path === null) return not(folderTexts.none);
      const found = settings.current().folders.find((one) => one.path === path);
      if (found !== undefined) return not(folderTexts.known(visibleExact(path)));
      return told(settings.saveFolder({ path, write, trusted: false }));
    },
    "folders.change": (folder) =>
      settings.current().folders.some(({ path }) => path === folder.path)
        ? told(settings.saveFolder(folder))
        : told(not(folderTexts.unknown)),
    "folders.remove": ({ path }) => told(settings.removeFolder(path)),
  } satisfies Partial<Handlers>;
}

const shown = ({ name, reason }: { name: string; reason: string }) => ({
  name: visible(name),
  reason: visible(reason),
});
