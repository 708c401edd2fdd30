// What a person changes about the model, its limits, servers and folders. Promises: written, on disk and in force when it says ok,
// and read back as it was meant. Refuses: to remove what is not there.
import type { Done } from "../../preload/contract/views.ts";
import type { Change, Guard } from "./access-changes.ts";
import { folderFlaw, plainPath } from "./folder-settings.ts";
import { type Imported, type ReadImport, readImport, readTyped, type ToEnter } from "./import-servers.ts";
import type { FolderSettings, LimitSettings, Settings } from "./model.ts";
import { serverName } from "./server-settings.ts";
import {
  dropFolder,
  dropModel,
  dropServer,
  type ModelInput,
  putEnabled,
  putFolder,
  putLimits,
  putModel,
  putServers,
  type ServerInput,
} from "./thinking-edit.ts";

export interface ImportReport {
  done: Done;
  /** What stands in config.yaml now; empty when nothing was written. */
  imported: Imported["servers"];
  refused: { name: string; reason: string }[];
  /** The secrets that the servers need. `value` is what was pasted: it goes into the keychain, and nowhere else. */
  toEnter: ToEnter[];
}

export type ServerRead = { ok: true; server: ServerInput; toEnter: ToEnter[] } | { ok: false; sentence: string };

export interface ThinkingChanges {
  /** Adds it, or takes the place of the one there is. */
  saveModel(model: ModelInput): Done;
  /** From then on Nightjar stays with its rules. */
  removeModel(): Done;
  /** Only what is named changes. */
  saveLimits(limits: Partial<LimitSettings>): Done;
  saveServer(server: ServerInput): Done;
  removeServer(name: string): Done;
  enableServer(name: string, enabled: boolean): Done;
  /** What it would be written as: secrets among its variables become references, and their values are handed back to be sealed. */
  readServer(server: ServerInput): ServerRead;
  /** What `importServers` would do; nothing is written. */
  readServers(text: string): ReadImport;
  /** @param text what other apps have: `{"mcpServers": {…}}`, or its inside alone. Those that stand already are refused. */
  importServers(text: string): ImportReport;
  saveFolder(folder: FolderSettings): Done;
  removeFolder(path: string): Done;
}

const notAsMeant = "it can not be written so that it reads back the same. Write it into config.yaml by hand.";
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Nothing but this part of the settings is different. */
const only = (part: keyof Settings, refuse?: Guard["refuse"]): Guard => ({
  ...(refuse && { refuse }),
  // Lines move when something is written above them.
  verify: (after, before) =>
    same({ ...after, [part]: 0, permissions: 0 }, { ...before, [part]: 0, permissions: 0 }) ? null : notAsMeant,
});

/** Why nothing can be done to it. */
const unknownServer =
  (name: string) =>
  ({ mcpServers }: Settings): string | null =>
    mcpServers.some((one) => one.name === name) ? null : "there is no server of that name.";

const names = (some: readonly { name: string }[]): string => some.map(({ name }) => name).join(", ");

export function createThinkingChanges(change: Change, settings: () => Settings): ThinkingChanges {
  return {
    saveModel: (model) => change("The model", "saved", putModel(model), only("model")),
    removeModel: () =>
      change(
        "The model",
        "removed",
        dropModel,
        only("model", ({ model }) => (model === null ? "there is none." : null)),
      ),
    saveLimits: (limits) => change("The limits", "saved", putLimits(limits), only("limits")),
    saveServer: (server) =>
      change(
        `The server ${server.name.slice(0, 70)}`,
        "saved",
        putServers([server]),
        only("mcpServers", () =>
          serverName.test(server.name)
            ? null
            : "its name must be 1 to 64 of A-Z, a-z, 0-9, dot, - and _, and begin with a letter or digit.",
        ),
      ),
    removeServer: (name) =>
      change(`The server ${name.slice(0, 70)}`, "removed", dropServer(name), only("mcpServers", unknownServer(name))),
    enableServer: (name, enabled) =>
      change(
        `The server ${name.slice(0, 70)}`,
        "saved",
        putEnabled(name, enabled),
        only("mcpServers", unknownServer(name)),
      ),
    readServer(server) {
      if (server.kind === "url") return { ok: true, server, toEnter: [] };
      const read = readTyped(server, settings());
      if (read.ok) return read;
      return { ok: false, sentence: `The server ${server.name.slice(0, 70)} could not be saved. ${read.reason}` };
    },
    readServers: (text) => readImport(text, settings()),
    importServers(text) {
      const read = readImport(text, settings());
      if (!read.ok) return { done: { ok: false, sentence: read.sentence }, imported: [], refused: [], toEnter: [] };
      const { servers, refused, toEnter } = read.imported;
      if (servers.length === 0) {
        const sentence =
          refused.length === 0 ? "There is no server in what was pasted." : "No server was added; each has its reason.";
        return { done: { ok: false, sentence }, imported: [], refused, toEnter: [] };
      }
      const what =
        servers.length === 1 ? `The server ${names(servers)}` : `${servers.length} servers (${names(servers)})`;
      const done = change(what, "added", putServers(servers.map(({ server }) => server)), only("mcpServers"));
      return done.ok ? { done, imported: servers, refused, toEnter } : { done, imported: [], refused, toEnter: [] };
    },
    saveFolder: (folder) =>
      change(
        `The folder ${folder.path.slice(0, 200)}`,
        "saved",
        putFolder({ ...folder, path: plainPath(folder.path) }),
        only("folders", () => {
          const why = folderFlaw(folder.path);
          return why === null ? null : `${why}.`;
        }),
      ),
    removeFolder: (path) =>
      change(
        `The folder ${path.slice(0, 200)}`,
        "removed",
        dropFolder(path),
        only("folders", ({ folders }) =>
          folders.some((one) => one.path === plainPath(path)) ? null : "there is no such folder in the settings.",
        ),
      ),
  };
}
