// Where a key comes from, as it is typed and as main is asked for it. Pure. Refuses: to know what the key is for.
import type { Input } from "../../preload/contract/channels.ts";
import type { SettingsView } from "../../preload/contract/views.ts";
import { keyTexts } from "../texts/model.ts";

export type KeyKeep = "none" | "as_is" | "sealed" | "until_quit" | "env";

export interface KeyForm {
  keep: KeyKeep;
  value: string;
  variable: string;
  /** The reference as it is saved; empty where there is none. */
  saved: string;
}

export type KeyField = "value" | "variable";

/** @param saved the reference there is; null for none. @param none whether it begins without a key */
export function startKey(saved: string | null, none: boolean, { keychain }: Pick<SettingsView, "keychain">): KeyForm {
  const paste: KeyKeep = keychain.usable ? "sealed" : "until_quit";
  const blank = { value: "", variable: "", saved: saved ?? "" };
  if (saved === null) return { ...blank, keep: none ? "none" : paste };
  return saved.startsWith("env:") ? { ...blank, keep: "env", variable: saved.slice(4) } : { ...blank, keep: "as_is" };
}

export function keyProblems({ keep, value, variable }: KeyForm): Partial<Record<KeyField, string>> {
  const { problems } = keyTexts;
  if (keep === "env") return /^[A-Za-z_][A-Za-z0-9_]*$/.test(variable) ? {} : { variable: problems.variable };
  if (keep !== "sealed" && keep !== "until_quit") return {};
  const { length } = value.trim();
  return length === 0 ? { value: problems.value } : length < 8 ? { value: problems.short } : {};
}

/** @param fresh the name in the keychain where it has none yet */
export function keyRequests(
  { keep, value, variable, saved }: KeyForm,
  fresh: string,
): { secret: Input<"settings.setSecret"> | null; reference: string | null } {
  switch (keep) {
    case "none":
      return { secret: null, reference: null };
    case "as_is":
      return { secret: null, reference: saved };
    case "env":
      return { secret: null, reference: `env:${variable}` };
    case "sealed":
    case "until_quit": {
      // Its present name goes on, so that what else refers to it gets the new one too.
      const name = saved.startsWith("keychain:") ? saved.slice("keychain:".length) : fresh;
      const secret = { name, value: value.trim(), untilQuit: keep === "until_quit" };
      return { secret, reference: `keychain:${name}` };
    }
  }
}
