// Seals secrets with the system's own keychain, through Electron's safe storage. Promises: the newer asynchronous calls where
// this Electron has all of them and they work, else the older ones. Refuses: a backend that only obscures (Linux without a keyring).
import { safeStorage } from "electron";

export interface SealerState {
  usable: boolean;
  /** `gnome_libsecret`, `kwallet6`, `basic_text`, `keychain`, `dpapi`, … */
  backend: string;
  /** What it means for the person, and their choices when it is not usable. */
  sentence: string;
}

export interface SystemSealer {
  usable(): SealerState;
  seal(text: string): Promise<Uint8Array>;
  open(sealed: Uint8Array): Promise<string>;
}

/** The part of Electron's safe storage that is used; the asynchronous half is missing before Electron 40-odd. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(sealed: Buffer): string;
  getSelectedStorageBackend?(): string;
  isAsyncEncryptionAvailable?(): Promise<boolean>;
  encryptStringAsync?(text: string): Promise<Buffer>;
  decryptStringAsync?(sealed: Buffer): Promise<{ result: string }>;
}

const choices =
  "Unlock or install a keyring (GNOME Keyring, KWallet) and start Nightjar again, name an environment variable instead " +
  "(env:NAME), or keep the secret until you quit.";

function stateOf(backend: string, available: boolean): SealerState {
  if (backend === "basic_text" || backend === "unknown") {
    const why = backend === "basic_text" ? "This desktop has no keyring" : "This desktop's keyring is not known";
    return { usable: false, backend, sentence: `${why}, so a secret kept on disk would not be protected. ${choices}` };
  }
  if (!available) {
    return { usable: false, backend, sentence: `The keychain (${backend}) could not be opened. ${choices}` };
  }
  return { usable: true, backend, sentence: `Secrets are sealed by your system's keychain (${backend}).` };
}

function backendName(storage: SafeStorage, platform: NodeJS.Platform): string {
  if (platform === "darwin") return "keychain";
  if (platform === "win32") return "dpapi";
  return storage.getSelectedStorageBackend?.() ?? "unknown";
}

interface Pair {
  seal(text: string): Promise<Buffer>;
  open(sealed: Buffer): Promise<string>;
}

type Newer = "isAsyncEncryptionAvailable" | "encryptStringAsync" | "decryptStringAsync";

const isNewer = (storage: SafeStorage): storage is SafeStorage & Required<Pick<SafeStorage, Newer>> =>
  storage.isAsyncEncryptionAvailable !== undefined &&
  storage.encryptStringAsync !== undefined &&
  storage.decryptStringAsync !== undefined;

/** The asynchronous calls; null where one of them is missing or they do not work here. They open what the older ones sealed. */
async function newerPair(storage: SafeStorage): Promise<Pair | null> {
  if (!isNewer(storage)) return null;
  try {
    if (!(await storage.isAsyncEncryptionAvailable())) return null;
  } catch {
    return null;
  }
  return {
    seal: (text) => storage.encryptStringAsync(text),
    open: async (sealed) => (await storage.decryptStringAsync(sealed)).result,
  };
}

/** After Electron is ready. @param storage Electron's own unless a test hands in another */
export async function createSealer(
  storage: SafeStorage = safeStorage,
  platform: NodeJS.Platform = process.platform,
): Promise<SystemSealer> {
  const backend = backendName(storage, platform);
  const newer = await newerPair(storage);
  const { seal, open } = newer ?? {
    seal: async (text: string) => storage.encryptString(text),
    open: async (sealed: Buffer) => storage.decryptString(sealed),
  };
  const state = stateOf(backend, newer !== null || storage.isEncryptionAvailable());
  return {
    usable: () => state,
    async seal(text) {
      if (!state.usable) throw new Error(state.sentence);
      return seal(text);
    },
    async open(sealed) {
      if (!state.usable) throw new Error(state.sentence);
      return open(Buffer.from(sealed));
    },
  };
}
