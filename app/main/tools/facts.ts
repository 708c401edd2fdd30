// What a decision is told about an HTTP call. Promises: read from the call as it would be sent, never from what an agent says of
// it. Refuses: to decide, and to repeat a secret's value in a finding.
import { findDisguise } from "../engine/permissions/disguise.ts";
import type { CallFacts, Finding } from "../engine/permissions/facts.ts";
import { findProtected, type Home } from "../engine/permissions/protected.ts";
import { findSmuggledIn } from "../engine/permissions/smuggling.ts";
import { base64Core } from "./secret-forms.ts";

export interface FactsParts {
  /** What is Nightjar's own on this computer, as it is now. */
  home: () => Home;
  /** Every value of a secret that is known now. */
  secretValues: () => readonly string[];
  /** Origins where credentials may go: known like those that are listed, as calls that name one go there. */
  credentialOrigins?: () => readonly string[];
}

/** The ports of addresses that are listened on. */
export const portsOf = (urls: readonly (string | null)[]): number[] =>
  urls.flatMap((url) => (url === null ? [] : [Number(new URL(url).port)]));

export interface CallToRead {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: string | null;
  credential: string | null;
}

const readingMethods = new Set(["GET", "HEAD", "OPTIONS"]);
/** A shorter value stands in many a text by chance. */
const secretLengthMin = 8;

/** @param destinations listed origins: what looks like one of their hosts and is not is a finding. */
export function factsOf(
  { home, secretValues, credentialOrigins = () => [] }: FactsParts,
  tool: string,
  call: CallToRead,
  destinations: readonly string[],
): CallFacts {
  const { method, url, headers, body, credential } = call;
  const host = url.host;
  return {
    ...{ tool, method, host, credential },
    known: true,
    reads: readingMethods.has(method) && body === null && !saysOtherMethod(url),
    outward: true,
    brings: "untrusted",
    scheme: url.protocol === "http:" ? "http" : "https",
    path: url.pathname,
    ...{ folder: null, recipient: null, amount: null },
    findings: [
      ...findProtected({ host, folder: null }, home()),
      ...findSecretsIn(secretValues(), placesOf(call)),
      ...findDisguise(
        { url: decoded(url.href) || url.href, headers, body: body === null ? null : (JSON.parse(body) as unknown) },
        [...destinations, ...credentialOrigins()].map((origin) => new URL(origin).host),
      ),
      ...findSmuggledIn(url.href, headers),
    ],
  };
}

const placesOf = ({ url, headers, body }: CallToRead): [where: string, text: string][] => [
  ["url", url.href],
  ...Object.entries(headers).map(([name, value]): [string, string] => [`headers.${name}`, `${name}: ${value}`]),
  ["body", body ?? ""],
];

/** Where the value of a secret stands among these texts, in any form that a server would undo. */
export function findSecretsIn(values: readonly string[], places: readonly [where: string, text: string][]): Finding[] {
  const needles = values.filter((value) => value.length >= secretLengthMin).map(needlesOf);
  const holds = (text: string): boolean => {
    const [lower, base64] = [text.toLowerCase(), oneAlphabet(text)];
    return needles.some(
      (one) =>
        one.plain.some((form) => text.includes(form)) ||
        lower.includes(one.hex) ||
        one.base64.some((form) => base64.includes(form)),
    );
  };
  return places
    .filter(([, text]) => needles.length > 0 && readings(text).some(holds))
    .map(([where]) => ({ kind: "secret", where, what: "The value of a secret stands in it." }));
}

/** Base64 and base64url differ in two characters. */
const oneAlphabet = (text: string) => text.replaceAll("-", "+").replaceAll("_", "/");

/** In base64 it looks otherwise at each of three places in its group. */
const needlesOf = (value: string) => ({
  plain: [value, JSON.stringify(value).slice(1, -1), value.replaceAll(" ", "+")],
  hex: Buffer.from(value).toString("hex"),
  base64: [0, 1, 2].map((before) => oneAlphabet(base64Core(value, before))),
});

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const escapes = /(?:%[0-9a-f]{2})+|\\u00([0-9a-f]{2})|&(?:#(\d{2,3})|#x([0-9a-f]{2})|(amp|lt|gt|quot|apos));/gi;

/** As it is, and unescaped again and again; an escape that means nothing hides none of the others. */
function readings(text: string): string[] {
  const read = [text];
  for (let last = text; read.length <= unescapesMax; ) {
    const next = last.replaceAll(escapes, (run, unicode?: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? run;
      if (decimal !== undefined) return String.fromCharCode(Number(decimal));
      const code = unicode ?? hex;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return Buffer.from(run.replaceAll("%", ""), "hex").toString("utf8");
    });
    if (next === last) break;
    read.push(next);
    last = next;
  }
  return read;
}
const unescapesMax = 3;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

const queryMethod = /(^|-)(http-?)?method(-?override)?-*$/;

/** A verb in the query under a name that frameworks take for the method: `?_method=DELETE`. */
export function saysOtherMethod({ search }: URL): boolean {
  return search
    .slice(1)
    .split(/[&;]/)
    .some((part) => {
      const [name = "", value = ""] = part.split("=").map((one) => readings(one.slice(0, 200)).at(-1) ?? "");
      return (
        queryMethod.test(name.toLowerCase().replaceAll(/[_.[\]]/g, "-")) &&
        /^\s*(post|put|patch|delete)\s*$/i.test(value)
      );
    });
}
