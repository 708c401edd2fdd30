// Under which name a sign-in may introduce itself, and what is said when it does so wrongly. Refuses: any name of another origin.
import { auth, IssuerMismatchError, type OAuthClientProvider, OAuthError } from "@modelcontextprotocol/client";
import { showable } from "./showable.ts";
import { texts } from "./texts.ts";

/**
 * Servers of the protocol's first version, which know no metadata of their own, may name themselves by another path than they are asked
 * at. What stays at the server's own origin can't be somebody else's sign-in.
 */
export async function asItIsNamed(
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

/** What a stranger put into an answer is not repeated, for it may hold what they were sent; the kind of an error alone is. */
export function sentenceOf(error: unknown): string {
  if (error instanceof IssuerMismatchError && error.kind === "authorization_response") return texts.anotherIssuer;
  if (error instanceof OAuthError) return texts.answeredNo(/^[a-z_]{1,60}$/.test(error.code) ? error.code : null);
  return showable(error instanceof Error ? error.message : String(error), 500).replace(/\.$/, "");
}
