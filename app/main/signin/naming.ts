// Under which name a sign-in may introduce itself, and what is said when it does so wrongly. Refuses: any name of another origin.
import { auth, IssuerMismatchError, type OAuthClientProvider } from "@modelcontextprotocol/client";
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

/** What a stranger put into the answer of a page is not repeated. */
export const sentenceOf = (error: unknown): string =>
  error instanceof IssuerMismatchError && error.kind === "authorization_response"
    ? texts.anotherIssuer
    : wordsOf(error);

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
