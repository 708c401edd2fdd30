// Which headers a tool call may carry. Promises: a header in a call changes neither who is speaking, where it goes, what
// is done, nor how it is framed. Refuses: credentials, hop-by-hop and method-override headers, line breaks.

export type Headers = { ok: true; headers: Record<string, string> } | { ok: false; reason: string };

const framing = new Set([
  "connection",
  "keep-alive",
  "proxy",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "content-length",
  "expect",
  "http2-settings",
]);
const ours = new Set([
  "host",
  "idempotency-key",
  "user-agent",
  "accept-encoding",
  "origin",
  "referer",
  "via",
  "forwarded",
  ...["x-forwarded", "x-real-ip", "x-client-ip", "true-client-ip", "x-cluster-client-ip", "cf-connecting-ip"],
]);
/** They make a server do something other than the method and address that the card shows. */
const overriding = new Set([
  "x-http-method",
  "x-http-method-override",
  "x-method-override",
  "x-original-url",
  "x-rewrite-url",
  "x-host",
  ...["x-method", "x-original-method", "x-original-host", "x-original-uri", "x-rewrite-uri", "x-override-url"],
  "x-tunneled-method",
]);
/** They make a server take the call for somebody else's. */
const speaking =
  /^(x-)?(sudo|session|(remote|authenticated|forwarded|impersonate|effective|sudo)-(user|email|groups?)|impersonate)$|^x-(goog-iap|goog-authenticated|ms-client-principal)/;
const secretWords = new Set(
  [
    "auth,auth0,authorization,authentication,authtoken,authkey,oauth,bearer,jwt,cookie,cookie2,token,csrftoken,secret",
    "password,passwd,pwd,pass,passphrase,apikey,credential,signature,sessionid,sid",
  ].flatMap((some) => some.split(",")),
);

/** Many a server takes an underscore for a hyphen, or makes variables of both in which they are the same. */
export const foldedName = (name: string): string => name.toLowerCase().replaceAll("_", "-");

/** Why a header of this name is not carried on behalf of somebody; null when it may be. */
export function whyNotCarried(written: string): string | null {
  const name = foldedName(written);
  const words = name.split(/[-.]/).flatMap((word) => [word, word.replace(/s$/, "")]);
  if (words.some((word) => secretWords.has(word)) || /(^|[-.])(api|access|private|secret)-?key/.test(name)) {
    return "it may hold a credential, and a call never carries one";
  }
  if (name.startsWith("proxy-") || name.startsWith("sec-") || framing.has(name)) return "it belongs to the connection";
  if (ours.has(name) || name.startsWith("x-forwarded-")) return "Nightjar sets it itself, or leaves it out";
  if (overriding.has(name) || /(^|-)method-overr?ide/.test(name))
    return "it would change what the call does behind the method and address that are shown";
  if (speaking.test(name)) return "it would change on whose behalf the call is made";
  return null;
}

/** Checks the headers of a call and gives them back with lower-case names. Each refusal names the header, never its value. */
export function checkHeaders(given: Record<string, string>): Headers {
  const headers: Record<string, string> = {};
  const seen = new Set<string>();
  for (const [raw, value] of Object.entries(given)) {
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(raw)) return { ok: false, reason: "a header's name is not one" };
    const name = raw.toLowerCase();
    const why = whyNotCarried(name);
    if (why !== null) return { ok: false, reason: `the header "${name}" is refused: ${why}` };
    if (seen.has(foldedName(name))) return { ok: false, reason: `the header "${name}" is given twice` };
    if (value.length > 4000 || !/^[\t\x20-\x7e]*$/.test(value)) {
      return {
        ok: false,
        reason: `the header "${name}" is too long, or has a line break or other characters that may not be there`,
      };
    }
    if (name === "content-type" && !/^application\/([a-z0-9.+-]+\+)?json(;\s*charset=utf-8)?$/i.test(value.trim())) {
      return { ok: false, reason: 'the header "content-type" is refused: a body is always JSON' };
    }
    seen.add(foldedName(name));
    headers[name] = value.trim();
  }
  return { ok: true, headers };
}
