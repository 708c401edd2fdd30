// Random bodies, signatures and headers: only what is signed as it stands is stored; the row says what was signed.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { githubHeaders, githubSecret, openRig, post, type Rig, standardHeaders, start } from "../main/webhooks/rig.ts";
import { github } from "../../app/main/webhooks/verify/github.ts";
import { standardWebhooks } from "../../app/main/webhooks/verify/standard-webhooks.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig.close());

const json = fc.json({ maxDepth: 4, stringUnit: "binary" });
let made = 0;
const freshId = () => `p-${++made}`;
const rowCount = () => rig.store.prepare<{ n: number }>("select count(*) n from inbox").get()?.n ?? -1;

/** One change of one byte, or one byte more or less. */
function mutate(bytes: Buffer, at: number, how: "flip" | "drop" | "add", mask: number): Buffer {
  const place = bytes.length === 0 ? 0 : at % bytes.length;
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place + 1)];
  if (how === "drop") return Buffer.concat([before, after]);
  if (how === "add") return Buffer.concat([bytes.subarray(0, place), Buffer.from([mask]), bytes.subarray(place)]);
  return Buffer.concat([before, Buffer.from([(bytes[place] ?? 0) ^ mask]), after]);
}
const mutation = fc.tuple(
  fc.nat(),
  fc.constantFrom("flip" as const, "drop" as const, "add" as const),
  fc.integer({ min: 1, max: 255 }),
);

test("any JSON, signed, is stored as it was sent and once", async () => {
  await fc.assert(
    fc.asyncProperty(json, fc.array(fc.nat(200), { maxLength: 5 }), async (text, cuts) => {
      const body = Buffer.from(text);
      const id = freshId();
      const places = [0, ...cuts.map((cut) => cut % (body.length + 1)).sort((a, b) => a - b), body.length];
      const parts = places
        .slice(1)
        .map((place, at) => body.subarray(places[at], place))
        .filter((part) => part.length > 0);
      const answer = await post(rig.port, "/hooks/std", standardHeaders(body, id, start), parts);
      expect(answer.status).toBe(202);
      expect((await post(rig.port, "/hooks/std", standardHeaders(body, id, start), body)).status).toBe(200);
      const row = rig.store.prepare<{ payload: string }>("select payload from inbox where source_id = ?").all(id);
      expect(row).toEqual([{ payload: text }]);
    }),
    { numRuns: 40 },
  );
});

test("a body changed by one byte after it was signed is refused and leaves no row", async () => {
  await fc.assert(
    fc.asyncProperty(json, mutation, async (text, [at, how, mask]) => {
      const signed = Buffer.from(text);
      const sent = mutate(signed, at, how, mask);
      fc.pre(sent.length > 0);
      const before = rowCount();
      const first = await post(rig.port, "/hooks/github", githubHeaders(signed, freshId()), sent);
      const second = await post(rig.port, "/hooks/std", standardHeaders(signed, freshId(), start), sent);
      rig.clock.ms += 120_000;
      expect([first.status, second.status, rowCount()]).toEqual([401, 401, before]);
    }),
    { numRuns: 40 },
  );
});

test("a signature that is not the one does not hold, whatever it looks like", () => {
  const body = Buffer.from('{"a":1}');
  const delivery = (headers: Record<string, string>) => ({ headers, body, now: start, decoyKey: Buffer.alloc(32) });
  const right = githubHeaders(body, "")["x-hub-signature-256"] ?? "";
  const standard = standardHeaders(body, "m", start);
  const near = (text: string) =>
    mutation.map(([at, how, mask]) => mutate(Buffer.from(text, "latin1"), at, how, mask).toString("latin1"));
  fc.assert(
    fc.property(fc.oneof(near(right), fc.string(), fc.string({ unit: "binary" })), (signature) => {
      fc.pre(signature !== right);
      expect(github.verify(githubSecret, delivery({ "x-hub-signature-256": signature })).kind).toBe("forged");
    }),
    { numRuns: 400 },
  );
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const signature = standard["webhook-signature"] ?? "";
  fc.assert(
    fc.property(near(signature), (changed) => {
      // A space before or after is no change: signatures are separated by spaces.
      fc.pre(!changed.split(" ").includes(signature));
      expect(standardWebhooks.verify(secret, delivery({ ...standard, "webhook-signature": changed })).kind).toBe(
        "forged",
      );
    }),
    { numRuns: 400 },
  );
});

test("random bytes as a signed body: JSON in UTF-8 is stored, all else is 400", async () => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const isJson = (bytes: Uint8Array) => {
    try {
      JSON.parse(decoder.decode(bytes));
      return true;
    } catch {
      return false;
    }
  };
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    json.map((text) => Uint8Array.from(Buffer.from(text))),
  );
  const nearly = fc.tuple(bytes, mutation).map(([of, [at, how, mask]]) => mutate(Buffer.from(of), at, how, mask));
  await fc.assert(
    fc.asyncProperty(fc.oneof(bytes, nearly), async (of) => {
      const body = Buffer.from(of);
      const before = rowCount();
      const answer = await post(rig.port, "/hooks/std", standardHeaders(body, freshId(), start), body);
      const good = isJson(body);
      expect([answer.status, rowCount() - before]).toEqual(good ? [202, 1] : [400, 0]);
    }),
    { numRuns: 100 },
  );
});
