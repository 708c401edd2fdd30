// Nobody learns from the time an answer takes which sources exist: each refusal costs the same hashing, whatever refused it.
// Counted, not timed, so that a busy machine changes nothing.
import type * as Crypto from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  githubHeaders,
  type Headers,
  openRig,
  post,
  type Rig,
  source,
  standardHeaders,
  start,
  tokenSecret,
} from "./rig.ts";

const work = vi.hoisted(() => ({ macs: 0, bytes: 0 }));
vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof Crypto>();
  return {
    ...crypto,
    createHmac: (...parameters: Parameters<typeof crypto.createHmac>) => {
      const hmac = crypto.createHmac(...parameters);
      const update: (data: string | Uint8Array) => Crypto.Hmac = hmac.update.bind(hmac);
      work.macs++;
      hmac.update = (data: string | Uint8Array) => {
        work.bytes += data.length;
        return update(data);
      };
      return hmac;
    },
  };
});

let rig: Rig;
beforeEach(async () => {
  rig = await openRig();
});
afterEach(() => rig.close());

const body = JSON.stringify({ pad: "x".repeat(50_000) });
const zeros = { "x-hub-signature-256": `sha256=${"0".repeat(64)}` };
const forged = `v1,${"A".repeat(43)}=`;

async function costOf(name: string, headers: Headers): Promise<{ status: number; macs: number; bytes: number }> {
  // Far enough apart to be no flood.
  rig.clock.ms += 10_000;
  work.macs = 0;
  work.bytes = 0;
  const { status } = await post(rig.port, `/hooks/${name}`, headers, body);
  return { status, ...work };
}

test("unknown, forged, unsigned, without a usable secret: the same hashing, give or take the few bytes of a header", async () => {
  const costs = [
    await costOf("nobody", {}),
    await costOf("nobody", zeros),
    await costOf("github", {}),
    await costOf("github", zeros),
    await costOf("std", {}),
    await costOf("std", { ...standardHeaders(body, "msg_1", start), "webhook-signature": forged }),
    await costOf("std", { ...standardHeaders(body, "msg_1", start), "webhook-timestamp": "x" }),
    await costOf("shell", {}),
    await costOf("shell", { authorization: "Bearer wrong" }),
  ];
  rig.secrets = Object.assign(rig.secrets, { "env:GITHUB": { state: "missing" }, "env:TOKEN": { state: "empty" } });
  Object.assign(rig.secrets, { "env:STD": { state: "ok", value: "not base64!" } });
  costs.push(await costOf("github", zeros), await costOf("shell", { authorization: "Bearer x" }));
  costs.push(await costOf("std", standardHeaders(body, "msg_1", start)));
  Object.assign(rig.secrets, { "env:NEXT": { state: "ok", value: "the next one" } });
  const kinds = { github: "github", std: "standard-webhooks", shell: "token" } as const;
  for (const next of ["env:NEXT", "env:GONE"]) {
    rig.change(
      {},
      Object.entries(kinds).map(([name, kind]) => ({ ...source(name, kind, `env:${kind}`), nextSecret: next })),
    );
    costs.push(await costOf("github", zeros), await costOf("github", {}), await costOf("shell", {}));
    costs.push(await costOf("std", standardHeaders(body, "msg_1", start)));
    costs.push(await costOf("shell", { authorization: "Bearer x" }), await costOf("nobody", zeros));
  }
  for (const { status, macs, bytes } of costs) {
    expect([status, macs]).toEqual([401, 8]);
    expect(Math.abs(bytes - 2 * body.length)).toBeLessThan(400);
  }
});

test("what is accepted pays for its own proof alone", async () => {
  expect(await costOf("github", githubHeaders(body, "d-1"))).toMatchObject({ status: 202, macs: 1 });
  expect(await costOf("shell", { authorization: `Bearer ${tokenSecret}` })).toMatchObject({ status: 202, macs: 2 });
});
