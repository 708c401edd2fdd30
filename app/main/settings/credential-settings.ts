// An entry of `credentials`: which header the secret travels in, and where it may go. Refuses: headers that decide how a request
// is framed, who it is for or what it does; secrets in the place of `{secret}`; to echo a header's value.
import type { RawCredential } from "./config-schema.ts";
import type { CredentialSettings } from "./model.ts";
import { parseOrigin } from "./origins.ts";
import type { Path } from "./yaml-text.ts";

/** What the secret is written as in a header. */
const place = "{secret}";

const notForSecrets = new Set(
  (
    "host,connection,keep-alive,te,trailer,transfer-encoding,upgrade,content-length,content-type,content-encoding,expect," +
    "http2-settings,accept,accept-encoding,user-agent,idempotency-key,origin,referer,via,forwarded,date,range,set-cookie," +
    "x-http-method,x-http-method-override,x-method-override,x-original-url,x-rewrite-url,x-host,x-real-ip"
  ).split(","),
);
const notForSecretsPrefix = /^(proxy-|sec-|x-forwarded-|x-nightjar-|access-control-|if-)/;

export type ReadHeader = { ok: true; header: CredentialSettings["header"] } | { ok: false; reason: string };

/** @param written as in `Authorization: Bearer {secret}`. @returns a reason that ends a sentence, without a full stop. */
export function readHeader(written: string): ReadHeader {
  const no = (reason: string): ReadHeader => ({ ok: false, reason });
  const [, name, rest] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}):(.*)$/s.exec(written) ?? [];
  if (name === undefined || rest === undefined) {
    return no('must be a header and its value, such as "Authorization: Bearer {secret}"');
  }
  const value = rest.trim();
  if (value.length > 1000 || !/^[\x20-\x7e]*$/.test(value)) {
    return no("must be one line of at most 1000 plain characters");
  }
  if (value.split(place).length !== 2) {
    return no(`must have ${place} in its value exactly once, where the secret goes; never the secret itself`);
  }
  const plain = name.toLowerCase();
  if (notForSecrets.has(plain) || notForSecretsPrefix.test(plain)) {
    return no("names a header that can not carry a credential: such as Authorization or X-Api-Key can");
  }
  return { ok: true, header: { name, value } };
}

export function readCredential(raw: RawCredential, add: (path: Path, reason: string) => void): CredentialSettings {
  const header = readHeader(raw.header);
  if (!header.ok) add(["header"], `The header of the credential ${raw.name} ${header.reason}.`);
  const origins = new Set<string>();
  for (const [index, written] of raw.destinations.entries()) {
    const origin = parseOrigin(written);
    if (origin.ok) origins.add(origin.origin);
    else {
      add(
        ["destinations", index],
        `Destination ${index + 1} of the credential ${raw.name} can not be used: ${origin.reason}.`,
      );
    }
  }
  return {
    name: raw.name,
    secret: raw.secret,
    header: header.ok ? header.header : { name: "", value: "" },
    destinations: [...origins],
    expiresOn: raw.expires ?? null,
  };
}
