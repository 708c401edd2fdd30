// Where the browser comes back to: a listener on 127.0.0.1 that is there for one sign-in. Promises: it takes one answer, with the state
// it was opened for, and is gone after it or after ten minutes. Refuses: another Host, an Origin, another state, a second answer.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { texts } from "./texts.ts";

const path = "/signed-in";
const targetLengthMax = 8192;

export type CameBack = { ok: true; code: string; issuer: string | null } | { ok: false; reason: string };

export interface Callback {
  /** The whole address, for the server's page to lead back to. */
  url: string;
  state: string;
  /** Never rejects. */
  came: Promise<CameBack>;
  /** Nobody waits any more. @param reason without a full stop */
  close(reason: string): void;
}

const same = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Rejects with Node's error when it can't listen. */
export async function openCallback(): Promise<Callback> {
  const state = randomBytes(32).toString("base64url");
  let settle: (came: CameBack) => void = () => undefined;
  const came = new Promise<CameBack>((resolve) => {
    settle = resolve;
  });
  let host = "";
  const server = createServer((request, response) => {
    const say = (status: number, words: string): void => {
      response.writeHead(status, {
        "content-type": "text/plain; charset=utf-8",
        "content-security-policy": "default-src 'none'",
        ...{ "cache-control": "no-store", "referrer-policy": "no-referrer", connection: "close" },
      });
      response.end(`${words}\n`);
    };
    request.resume();
    const { method, headers, url: target = "" } = request;
    if (headers.host !== host || headers.origin !== undefined) return say(403, texts.page.notHere);
    if (method !== "GET" || target.length > targetLengthMax || !target.startsWith(`${path}?`)) {
      return say(404, texts.page.notHere);
    }
    const query = new URLSearchParams(target.slice(path.length + 1));
    if (!same(query.get("state") ?? "", state)) return say(400, texts.page.another);
    const code = query.get("code");
    const error = query.get("error");
    if (code === null || code === "" || error !== null) {
      say(200, texts.page.refused);
      return end({ ok: false, reason: texts.refusedThere(error, query.get("error_description")) });
    }
    say(200, texts.page.done);
    end({ ok: true, code, issuer: query.get("iss") });
  });
  function end(what: CameBack): void {
    settle(what);
    server.close();
  }
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(0, "127.0.0.1", listening);
  });
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}${path}`, state, came, close: (reason) => end({ ok: false, reason }) };
}
