// A vault that forgets everything with its process; what is put in is found again.
import type { Vault } from "../../../app/main/signin/kept.ts";

export function memoryVault(): Vault & { values: Map<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    resolve: (reference) => {
      const value = values.get(reference.replace(/^keychain:/, ""));
      return value === undefined ? { state: "missing" } : { state: "ok", value };
    },
    set: (name, value) => {
      values.set(name, value);
      return Promise.resolve({ ok: true, sentence: "" });
    },
    forget: (name) => {
      values.delete(name);
      return Promise.resolve({ ok: true, sentence: "" });
    },
  };
}
