// What servers said when they refused a request: that they want a sign-in, or more allowed. Promises: what one address said holds for
// that address alone, whatever name it has. Refuses: to take any other 403 for a wish.
import { extractWWWAuthenticateParams } from "@modelcontextprotocol/client";
import type { Challenge } from "../../preload/contract/toolhost.ts";
import type { UrlServer } from "../settings/model.ts";

export interface Wanted {
  scope: string | null;
  metadata: URL | undefined;
  /** It knows who asks, and wants more allowed. */
  more: boolean;
}

type Server = Pick<UrlServer, "name" | "url">;

export function createWanted() {
  const said = new Map<string, Wanted & { url: string }>();
  const of = ({ name, url }: Server): Wanted | undefined => {
    const found = said.get(name);
    return found?.url === url ? found : undefined;
  };
  return {
    of,
    set: ({ name, url }: Server, wanted: Wanted): void => void said.set(name, { ...wanted, url }),
    forget: (name: string): void => void said.delete(name),
  };
}

/** Null when a sign-in would not help. */
export function wishOf({ status, header }: Challenge): Wanted | null {
  const asked = extractWWWAuthenticateParams(
    new Response(null, { status, headers: header === null ? {} : { "www-authenticate": header } }),
  );
  const more = status === 403 && asked.error === "insufficient_scope";
  if (status === 403 && !more) return null;
  return { scope: asked.scope ?? null, metadata: asked.resourceMetadataUrl, more };
}
