// Serves the window's page under app://bundle/ and nothing else. Promises: exact paths of a fixed list, GET alone, the strict
// policy on every answer. Refuses: other hosts, queries, methods, and any path that is not spelled exactly.
import { protocol, type Session } from "electron";
import type { BundleFiles } from "./bundle-files.ts";

export const pageOrigin = "app://bundle";
export const pageUrl = `${pageOrigin}/index.html`;

/** Nothing from outside, nothing inline, no eval; the page reaches main only through its bridge. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "worker-src 'none'",
].join("; ");

const headers = {
  "content-security-policy": contentSecurityPolicy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
  "cache-control": "no-store",
};

/** Before Electron is ready: makes app:// a standard, secure scheme, so that the page has an origin of its own. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: "app", privileges: { standard: true, secure: true } }]);
}

/** The answer to one request; pure, so that every trick can be tried without a window. */
export function answerPageRequest(files: BundleFiles, request: { method: string; url: string }): Response {
  const refuse = (status: number) =>
    new Response("Not here.", { status, headers: { ...headers, "content-type": "text/plain; charset=utf-8" } });
  if (request.method !== "GET") return refuse(405);
  if (!request.url.startsWith(`${pageOrigin}/`)) return refuse(404);
  // Compared as it was sent: a spelling that only means the same after decoding is not in the list.
  // Where the person is in the page comes along when it is loaded again, and is no part of what is asked for.
  const [path = ""] = request.url.slice(pageOrigin.length).split("#", 1);
  const file = files.get(path);
  if (file === undefined) return refuse(404);
  return new Response(file.bytes, { status: 200, headers: { ...headers, "content-type": file.type } });
}

export function servePage(session: Session, files: BundleFiles): void {
  session.protocol.handle("app", (request) => answerPageRequest(files, request));
  // Files have a scheme of their own that no page of ours has any use for.
  session.protocol.handle("file", () => new Response("Not here.", { status: 403 }));
}
