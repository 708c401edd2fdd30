// What a decision is told about an HTTP call. Promises: read from the call as it would be sent, never from what an agent says of
// it. Refuses: to decide, and to repeat a secret's value in a finding.
import { findDisguise } from "../engine/permissions/disguise.ts";
import type { CallFacts, Finding } from "../engine/permissions/facts.ts";
import { findProtected, type Home } from "../engine/permissions/protected.ts";
import { findSmuggledIn } from "../engine/permissions/smuggling.ts";
import type { JsonObject } from "../engine/worker/ports.ts";
import { addressed } from "./addressed.ts";
import { otherMethods, readingMethods } from "./methods.ts";
import { readings } from "./readings.ts";
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
  const others = otherMethods(method, url, body);
  return {
    ...{ tool, method, host, credential },
    ...(others.length === 0 ? {} : { otherMethods: others }),
    known: true,
    reads: body === null && [method, ...others].every((one) => readingMethods.has(one)),
    outward: true,
    brings: "untrusted",
    scheme: url.protocol === "http:" ? "http" : "https",
    path: url.pathname,
    ...{ folder: null, ...addressed(body === null ? null : (JSON.parse(body) as JsonObject)) },
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
