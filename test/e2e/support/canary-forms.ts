// A secret in every form in which it could leak, and in every form in which a server that means no harm may send it back.
/** As it is, escaped for JSON and for addresses, in hexadecimal, in UTF-16, and in base64 wherever it may begin. */
export function formsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(shift === 0 ? 0 : shift + 1, -4),
  );
  const texts = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString("hex"),
    ...base64,
  ];
  const urls = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  return [...new Set([...texts, ...urls])].map((text) => Buffer.from(text)).concat(Buffer.from(secret, "utf16le"));
}
/** What servers that mean no harm send back: whole, however it is written and whatever stands around it. */
export function echoesOf(secret: string): string[] {
  const around = ["", "x", "xy"].map((before) => Buffer.from(`${before}${secret} is wrong`));
  const base64 = around.flatMap((bytes) => [bytes.toString("base64"), bytes.toString("base64url")]);
  return [secret, `"${JSON.stringify(secret)}"`, encodeURIComponent(secret), ...base64];
}

/** As long as a message may be. */
export const text3000 = (text: string): string => text.slice(0, 3000);
