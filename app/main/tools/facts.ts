// What a decision is told about an HTTP call. Promises: read from the call as it would be sent, never from what an agent says of
// it. Refuses: to decide, and to repeat a secret's value in a finding.
import { findDisguise } from "../engine/permissions/disguise.ts";
import type { CallFacts, Finding } from "../engine/permissions/facts.ts";
import { findProtected, type Home } from "../engine/permissions/protected.ts";
import { findSmuggledIn } from "../engine/permissions/smuggling.ts";

export interface FactsParts {
  /** What is Nightjar's own on this computer, as it is now. */
  home: () => Home;
  /** Every value of a secret that is known now. */
  secretValues: () => readonly string[];
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
  { home, secretValues }: FactsParts,
  tool: string,
  call: CallToRead,
  destinations: readonly string[],
): CallFacts {
  const { method, url, headers, body, credential } = call;
  const host = url.host;
  return {
    ...{ tool, method, host, credential },
    known: true,
    reads: readingMethods.has(method),
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
        destinations.map((origin) => new URL(origin).host),
      ),
      ...findSmuggledIn(url.href),
    ],
  };
}

const placesOf = ({ url, headers, body }: CallToRead): [where: string, text: string][] => [
  ["url", `${url.href} ${decoded(url.href)}`],
  ...Object.entries(headers).map(([name, value]): [string, string] => [`headers.${name}`, value]),
  ["body", body ?? ""],
];

/** Where the value of a secret stands among these texts. */
export function findSecretsIn(values: readonly string[], places: readonly [where: string, text: string][]): Finding[] {
  return places
    .filter(([, text]) => values.some((value) => value.length >= secretLengthMin && holds(text, value)))
    .map(([where]) => ({ kind: "secret", where, what: "The value of a secret stands in it." }));
}

/** As it is, as it stands in JSON, and in base64. */
function holds(text: string, value: string): boolean {
  const json = JSON.stringify(value).slice(1, -1);
  const base64 = Buffer.from(value)
    .toString("base64")
    .replace(/[^A-Za-z0-9+/]+$/, "")
    .slice(0, -1);
  return text.includes(value) || text.includes(json) || (base64.length >= secretLengthMin && text.includes(base64));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
