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
