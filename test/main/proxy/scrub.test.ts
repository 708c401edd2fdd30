// Echoes of a secret in what a server sent: every form, every cut into chunks, and nothing else changed.
import fc from "fast-check";
import { expect, test } from "vitest";
import { createScrub, noScrub, type Scrub } from "../../../app/main/proxy/scrub.ts";

const runs = 120;
const upper = (text: string) => text.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
const lower = (text: string) => text.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toLowerCase());
const everyByte = (text: string) =>
  Array.from(Buffer.from(text, "latin1"), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
const unicode = (text: string) =>
  Array.from(text, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

const numbered = (number: (code: number) => string) => (secret: string) =>
  Array.from(secret, (one) => (/[A-Za-z0-9]/.test(one) ? one : number(one.charCodeAt(0)))).join("");
const hex = (code: number) => code.toString(16).padStart(2, "0");

/** How servers write what they were sent. Each holds the secret whole. */
const echoes: Record<string, (secret: string) => string> = {
  plain: (secret) => secret,
  "URL-encoded, upper case": (secret) => upper(encodeURIComponent(secret)),
  "URL-encoded, lower case": (secret) => lower(encodeURIComponent(secret)),
  "URL-encoded, every byte": everyByte,
  "URL-encoded, every byte, upper case": (secret) => upper(everyByte(secret)),
  "URL-encoded in part": (secret) => secret.slice(0, 3) + everyByte(secret.slice(3, 6)) + secret.slice(6),
  "URL-encoded twice": (secret) => encodeURIComponent(everyByte(secret)),
  "form-encoded": (secret) => new URLSearchParams({ a: secret }).toString().slice(2),
  "JSON-escaped": (secret) => JSON.stringify(secret).slice(1, -1),
  "JSON with escaped slashes": (secret) => JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/"),
  "JSON with every character escaped": unicode,
  "HTML by decimal number": numbered((code) => `&#${code};`),
  "HTML by hexadecimal number": numbered((code) => `&#x${hex(code)};`),
  "HTML by hexadecimal number, upper case": numbered((code) => `&#x${hex(code).toUpperCase()};`),
  "JavaScript by byte": numbered((code) => `\\x${hex(code)}`),
  "JSON in JSON": (secret) => JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
  "JSON in JSON with escaped slashes": (secret) =>
    JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1).replaceAll("/", "\\\\/"),
  "HTML-escaped": (secret) =>
    secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
};

/** Printable ASCII as credentials have it, and with characters that are escaped. */
const secrets = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."abcXYZ019-_.~+/="), minLength: 8, maxLength: 60 }),
  fc
    .string({ unit: "grapheme-ascii", minLength: 10, maxLength: 40 })
    .map((text) => `k${text.replaceAll(/[^\x20-\x7e]/g, "-")}9`)
    .filter((text) => (text.match(/[\\%&]/g) ?? []).length <= 6),
);
const noise = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(..."abcXYZ019-_.~+/=%\\&u0"), maxLength: 40 }),
);

function through(scrub: Scrub, bytes: Buffer, cuts: readonly number[]): Buffer {
  const stream = scrub.stream();
  const borders = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  const parts = [0, ...borders].map((from, at) => bytes.subarray(from, borders[at] ?? bytes.length));
  return Buffer.concat([...parts.map((part) => stream.push(part)), stream.end()]);
}

const cutsOf = fc.array(fc.nat(), { maxLength: 30 });

test.each(Object.entries(echoes))("%s: gone, wherever the chunks are cut", (_name, write) => {
  fc.assert(
    fc.property(secrets, noise, noise, cutsOf, (secret, before, after, cuts) => {
      const echo = write(secret);
      const scrub = createScrub([secret]);
      const said = Buffer.from(`${before}|${echo}|${after}`);
      const clean = through(scrub, said, cuts).toString();
      expect(clean).not.toContain(echo);
      expect(clean).toBe(through(scrub, said, []).toString());
      expect(clean).toContain("|[secret]|");
      expect(scrub.text(`${before}|${echo}|`)).not.toContain(echo);
    }),
    { numRuns: runs },
  );
});

test("cut at every single byte, and byte by byte", () => {
  const secret = 'sk-"ant\\/0+a%b&c_d=';
  const scrub = createScrub([secret]);
  for (const [name, write] of Object.entries(echoes)) {
    const bytes = Buffer.from(`x${write(secret)}y`);
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect([name, cut, through(scrub, bytes, [cut]).toString()]).toEqual([name, cut, "x[secret]y"]);
    }
    const each = Array.from(bytes, (_, at) => at);
    expect([name, through(scrub, bytes, each).toString()]).toEqual([name, "x[secret]y"]);
  }
});

test.each([
  ["base64", (bytes: Buffer) => bytes.toString("base64")],
  ["base64url", (bytes: Buffer) => bytes.toString("base64url")],
  ["base64 in a URL", (bytes: Buffer) => encodeURIComponent(bytes.toString("base64"))],
  ["base64 in JSON with escaped slashes", (bytes: Buffer) => bytes.toString("base64").replaceAll("/", "\\/")],
] as const)("%s at all three alignments: no run of it is left that tells the secret", (_name, pack) => {
  fc.assert(
    fc.property(secrets, fc.string({ maxLength: 7 }), fc.string({ maxLength: 7 }), cutsOf, (secret, a, b, cuts) => {
      const packed = pack(Buffer.from(`${a}${secret}${b}`));
      const clean = through(createScrub([secret]), Buffer.from(`<${packed}>`), cuts).toString();
      expect(clean).toContain("[secret]");
      // What is left of the echo: at most what stood around it, and two characters at each end that others share.
      const left = Buffer.byteLength(a) + Buffer.byteLength(b) + 6;
      expect(
        decodeURIComponent(clean.slice(1, -1).replace("[secret]", "")).replaceAll("\\", "").length,
      ).toBeLessThanOrEqual(Math.ceil((left * 4) / 3) + 4);
    }),
    { numRuns: runs },
  );
});

test("what holds no echo comes out byte for byte, whatever the chunks", () => {
  const scrub = createScrub(["a-secret-that-is-not-there"]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), cutsOf, (bytes, cuts) => {
      expect(through(scrub, Buffer.from(bytes), cuts)).toEqual(Buffer.from(bytes));
    }),
    { numRuns: runs },
  );
  const text = "Grüße 🌙 ".repeat(50);
  expect(through(createScrub(["Gr-secret-1"]), Buffer.from(text), [1, 2, 3, 4, 5, 6, 7]).toString()).toBe(text);
});

test("nothing is held back that can become no echo: an event of a stream goes on at once", () => {
  const stream = createScrub(["sk-live-0123456789"]).stream();
  expect(stream.push(Buffer.from('data: {"text":"hello"}\n\n')).toString()).toBe('data: {"text":"hello"}\n\n');
  expect(stream.push(Buffer.from("ask")).toString()).toBe("a");
  expect(stream.push(Buffer.from(" me")).toString()).toBe("sk me");
  expect(stream.push(Buffer.from("sk-live-01")).toString()).toBe("");
  expect(stream.push(Buffer.from("99")).toString()).toBe("sk-live-0199");
});

test("several echoes, echoes beside one another, and one that begins within another's beginning", () => {
  const scrub = createScrub(["abcabcabd"]);
  const say = (text: string, cuts: number[] = []) => through(scrub, Buffer.from(text), cuts).toString();
  expect(say("abcabcabdabcabcabd")).toBe("[secret][secret]");
  expect(say("abcabcabcabd", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])).toBe("abc[secret]");
  expect(say("x abcabcabd y abcabcabd z", [5, 17])).toBe("x [secret] y [secret] z");
});

test("an answer that ends within an echo: its beginning is scrubbed too, a short one is no secret", () => {
  const secret = "sk-live-0123456789";
  for (let most = 1; most <= secret.length; most++) {
    const clean = through(createScrub([secret]), Buffer.from(`key ${secret.slice(0, most)}`), [2, 7]).toString();
    expect(clean).toBe(most < 8 ? `key ${secret.slice(0, most)}` : "key [secret]");
  }
});

test("several values at once", () => {
  expect(createScrub(["first-secret", "other.secret"]).text("a first-secret b other.secret")).toBe(
    "a [secret] b [secret]",
  );
  expect(noScrub.text("x")).toBe("x");
  expect(through(noScrub, Buffer.from("abc"), [1]).toString()).toBe("abc");
});

test("a large body costs linear time, hostile or not", () => {
  const secret = `sk-${"a".repeat(60)}b`;
  const scrub = createScrub([secret]);
  const took = (size: number) => {
    const bytes = Buffer.from(`sk-${"a".repeat(59)}`.repeat(size));
    const began = performance.now();
    through(scrub, bytes, []);
    return performance.now() - began;
  };
  took(10_000);
  const [once, eightTimes] = [Math.min(took(10_000), took(10_000)), took(80_000)];
  expect(eightTimes).toBeLessThan(once * 8 * 5 + 50);
});

test("beyond ASCII: in UTF-8, latin1, base64 of either, URL-encoded and escaped", () => {
  const secret = "pässwörd-12345";
  const scrub = createScrub([secret]);
  const json = secret.replaceAll(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const html = secret.replaceAll(/[^ -~]/g, (one) => `&#${one.charCodeAt(0)};`);
  for (const text of [secret, encodeURIComponent(secret), json, html]) {
    expect(through(scrub, Buffer.from(`x${text}y`), [3, 4]).toString()).toBe("x[secret]y");
    expect(scrub.text(`x${text}y`)).toBe("x[secret]y");
  }
  expect(through(scrub, Buffer.from(`x${secret}y`, "latin1"), [3]).toString()).toBe("x[secret]y");
  for (const encoding of ["utf8", "latin1"] as const) {
    expect(scrub.text(Buffer.from(`user:${secret}`, encoding).toString("base64"))).toContain("[secret]");
  }
});

test("the name of a header, where capitals are lost", () => {
  const secret = "Sk_Live-51HabcDEF";
  const scrub = createScrub([secret]);
  for (const held of [secret, Buffer.from(secret).toString("base64url")]) {
    expect(scrub.isInName(`x-${held.toLowerCase()}`)).toBe(true);
  }
  expect(scrub.isInName("x-request-id")).toBe(false);
});
