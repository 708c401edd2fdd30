// A certificate made on the spot, for servers on loopback: no key lies in the repository.
import { generateKeyPairSync, sign } from "node:crypto";

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const n = content.length;
  const length = n < 128 ? [n] : n < 256 ? [0x81, n] : [0x82, n >> 8, n & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const hex = (text: string): Buffer => Buffer.from(text, "hex");
const time = (date: Date): Buffer => {
  const text = date.toISOString().replace(/[-:T]|\.\d+/g, "");
  return der(0x18, Buffer.from(text));
};

/** A self-signed P-256 certificate for the DNS `names` and 127.0.0.1, valid from an hour ago for a day (or already expired). */
export function selfSigned(names: string[], expired = false): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(der(0x06, hex("2a8648ce3d040302")));
  const name = sequence(der(0x31, sequence(der(0x06, hex("550403")), der(0x0c, Buffer.from("test")))));
  const alternatives = sequence(...names.map((n) => der(0x82, Buffer.from(n))), der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = sequence(
    sequence(der(0x06, hex("551d11")), der(0x04, alternatives)),
    sequence(der(0x06, hex("551d13")), hex("0101ff"), der(0x04, sequence(hex("0101ff")))),
  );
  const from = Date.now() - (expired ? 172_800_000 : 3_600_000);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time(new Date(from)), time(new Date(from + 86_400_000))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  );
  const signature = sign("sha256", body, privateKey);
  const certificate = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature));
  const base64 =
    certificate
      .toString("base64")
      .match(/.{1,64}/g)
      ?.join("\n") ?? "";
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}
