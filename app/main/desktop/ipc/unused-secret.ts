// A kept secret that nothing refers to any more is forgotten: nobody would look for it. Promises: one that something still names
// stays. Refuses: environment variables, which are not Nightjar's to forget.
import type { Done } from "../../../preload/contract/views.ts";
import { referencesIn } from "../../settings/references.ts";
import { done as texts } from "../views/texts.ts";

export type SecretUsers = Parameters<typeof referencesIn>[0];

/**
 * @param reference as the settings named it until now.
 * @param users the settings as they are in force now.
 * @returns what to add to the sentence; empty when nothing was forgotten.
 */
export async function forgetUnused(
  reference: string | null | undefined,
  users: SecretUsers,
  secrets: { forget(name: string): Done | Promise<Done> },
): Promise<string> {
  const name = reference?.startsWith("keychain:") ? reference.slice("keychain:".length) : null;
  if (name === null) return "";
  if (referencesIn(users).some((one) => one.reference === reference)) return "";
  return (await secrets.forget(name)).ok ? ` ${texts.secretForgotten(name)}` : "";
}
