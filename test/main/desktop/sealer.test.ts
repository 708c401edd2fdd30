import { expect, test, vi } from "vitest";
import type { SafeStorage } from "../../../app/main/desktop/sealer.ts";

vi.mock("electron", () => ({ safeStorage: {} }));
const { createSealer } = await import("../../../app/main/desktop/sealer.ts");

/** Turns each byte over: enough to tell sealed from clear. */
const flip = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0xff));

function storage(backend: string, available: boolean, asynchronous = false): SafeStorage & { calls: string[] } {
  const calls: string[] = [];
  const note = <T>(name: string, value: T): T => {
    calls.push(name);
    return value;
  };
  const sync = {
    calls,
    isEncryptionAvailable: () => available,
    encryptString: (text: string) => note("encryptString", flip(Buffer.from(text))),
    decryptString: (sealed: Buffer) => note("decryptString", flip(sealed).toString()),
    getSelectedStorageBackend: () => backend,
  };
  if (!asynchronous) return sync;
  return {
    ...sync,
    isAsyncEncryptionAvailable: async () => available,
    encryptStringAsync: async (text: string) => note("encryptStringAsync", flip(Buffer.from(text))),
    decryptStringAsync: async (sealed: Buffer) => note("decryptStringAsync", { result: flip(sealed).toString() }),
  };
}

test.each([
  [false, ["encryptString", "decryptString"]],
  [true, ["encryptStringAsync", "decryptStringAsync"]],
])("seals and opens (asynchronous calls: %s)", async (asynchronous, calls) => {
  const fake = storage("gnome_libsecret", true, asynchronous);
  const sealer = await createSealer(fake, "linux");
  expect(sealer.usable()).toMatchObject({ usable: true, backend: "gnome_libsecret" });
  const sealed = await sealer.seal("wörd 🔑");
  expect(Buffer.from(sealed).toString()).not.toContain("w");
  expect(await sealer.open(sealed)).toBe("wörd 🔑");
  expect(fake.calls).toEqual(calls);
});

test.each([
  ["basic_text", true],
  ["basic_text", false],
  ["unknown", true],
  ["gnome_libsecret", false],
])("on Linux, %s (available: %s) seals nothing and names the choices", async (backend, available) => {
  const fake = storage(backend, available);
  const sealer = await createSealer(fake, "linux");
  const state = sealer.usable();
  expect(state.usable).toBe(false);
  expect(state.sentence).toMatch(/keyring.*env:NAME.*until you quit/);
  await expect(sealer.seal("secret")).rejects.toThrow(state.sentence);
  await expect(sealer.open(new Uint8Array(3))).rejects.toThrow(state.sentence);
  expect(fake.calls).toEqual([]);
});

test.each([
  ["darwin", "keychain"],
  ["win32", "dpapi"],
] as const)("on %s the backend is %s", async (platform, backend) => {
  const { getSelectedStorageBackend: _linuxOnly, ...rest } = storage("", true);
  expect((await createSealer(rest, platform)).usable()).toMatchObject({ usable: true, backend });
});

const without = ({ decryptStringAsync: _missing, ...rest }: SafeStorage): SafeStorage => rest;

test.each<[string, (whole: SafeStorage) => SafeStorage]>([
  ["one of them is missing", without],
  ["they say they do not work", (whole) => ({ ...whole, isAsyncEncryptionAvailable: async () => false })],
  [
    "they fail to say",
    (whole) => ({ ...whole, isAsyncEncryptionAvailable: () => Promise.reject(new Error("no bus")) }),
  ],
])("the older calls are used for both where %s", async (_name, broken) => {
  const fake = storage("gnome_libsecret", true, true);
  const sealer = await createSealer(broken(fake), "linux");
  expect(sealer.usable().usable).toBe(true);
  expect(await sealer.open(await sealer.seal("a secret"))).toBe("a secret");
  expect(fake.calls).toEqual(["encryptString", "decryptString"]);
});

test("neither works: nothing is sealed", async () => {
  const sealer = await createSealer(storage("kwallet6", false, true), "linux");
  expect(sealer.usable()).toMatchObject({ usable: false, backend: "kwallet6" });
  await expect(sealer.seal("secret")).rejects.toThrow(/kwallet6/);
});

test("what the older calls sealed, the newer ones open", async () => {
  const older = await createSealer(storage("kwallet6", true), "linux");
  const newer = await createSealer(storage("kwallet6", true, true), "linux");
  expect(await newer.open(await older.seal("from before"))).toBe("from before");
});

test("what can't be opened is an error, not a text", async () => {
  const fail = () => Promise.reject(new Error("wrong key"));
  const sealer = await createSealer({ ...storage("kwallet6", true, true), decryptStringAsync: fail }, "linux");
  await expect(sealer.open(new Uint8Array(3))).rejects.toThrow("wrong key");
});
