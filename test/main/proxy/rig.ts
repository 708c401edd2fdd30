// What the proxy's tests stand on: the real proxy on a free port, recording servers behind it, callers that send raw bytes.
import { connect } from "node:net";
import { onTestFinished } from "vitest";
import type { NewGrant } from "../../../app/main/engine/permissions/grants.ts";
import type { SecretResult } from "../../../app/main/proxy/credentials.ts";
import type { ProxyDeps } from "../../../app/main/proxy/proxy.ts";
import type { CredentialSettings } from "../../../app/main/settings/model.ts";
import { openProxyWorld, type ProxyWorld } from "../../support/proxy.ts";

export const secret = 'sk-live-"s/e+c&r=e%t"-0123456789';

export interface UseRow {
  outcome: string;
  credential: string | null;
  method: string;
  destination: string;
  path: string;
  status: number | null;
  reason: string | null;
  sent_bytes: number;
  received_bytes: number;
}

export interface Rig extends ProxyWorld {
  url: string;
  port: number;
  /** Change them as a person would. */
  credentials: CredentialSettings[];
  secrets: Record<string, SecretResult>;
  log: string[];
  token(destination: string, more?: Partial<NewGrant>): string;
  /** What the audit says, ended uses included. */
  uses(): UseRow[];
}

export const credential = (destination: string, more: Partial<CredentialSettings> = {}): CredentialSettings => ({
  ...{ name: "api", secret: "keychain:api", header: { name: "Authorization", value: "Bearer {secret}" } },
  ...{ destinations: [destination], expiresOn: null },
  ...more,
});

export async function openRig(destination: string, more: Partial<ProxyDeps> = {}): Promise<Rig> {
  const credentials = [credential(destination)];
  const secrets: Rig["secrets"] = { "keychain:api": { state: "ok", value: secret } };
  const log: string[] = [];
  const note = (facts: object, sentence: string) => void log.push(`${sentence} ${JSON.stringify(facts)}`);
  const world = openProxyWorld({
    ...{ credentials: () => credentials, secret: (reference) => secrets[reference] ?? { state: "missing" } },
    log: { info: note, warn: note, error: note },
    ...more,
  });
  const url = await world.proxy.start();
  onTestFinished(world.close);
  return {
    ...world,
    ...{ url, port: Number(new URL(url).port), credentials, secrets, log },
    token: (to, grant = {}) =>
      world.proxy.grant({
        ...{ credential: "api", destination: to, methods: ["GET", "POST", "PUT"], pathPrefix: "/", uses: 1000 },
        ...{ seconds: 600, purpose: "a test", run: 1, effectKey: null },
        ...grant,
      }).token,
    uses: () => world.store.prepare<UseRow>("select * from uses order by id").all(),
  };
}

export interface Answer {
  status: number;
  head: string;
  body: string;
}

/** Sends bytes as they are and gives back what came until the connection was closed or the answer was whole. */
export function raw(port: number, text: string | Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" });
    let seen = "";
    socket.on("error", (error: NodeJS.ErrnoException) => (error.code === "ECONNRESET" ? finish() : reject(error)));
    socket.on("close", finish);
    socket.on("data", (data) => {
      seen += data.toString("latin1");
      const head = seen.indexOf("\r\n\r\n");
      const length = /\r\ncontent-length: (\d+)/i.exec(seen)?.[1];
      if (head < 0) return;
      if (length !== undefined ? seen.length >= head + 4 + Number(length) : seen.endsWith("0\r\n\r\n"))
        socket.destroy();
    });
    socket.write(text);
    function finish(): void {
      const [head = "", ...rest] = seen.split("\r\n\r\n");
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), head, body: rest.join("\r\n\r\n") });
    }
  });
}

/** One request in plain HTTP; `lines` are whole header lines. */
export function ask(rig: Rig, target: string, lines: string[] = [], method = "GET", body = ""): Promise<Answer> {
  const host = lines.some((line) => /^host:/i.test(line)) ? [] : [`Host: 127.0.0.1:${rig.port}`];
  const length = body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return raw(rig.port, [`${method} ${target} HTTP/1.1`, ...host, ...length, ...lines, "", body].join("\r\n"));
}

export const grantLine = (token: string): string => `X-Nightjar-Grant: ${token}`;

/** The ends of uses are written a moment after the answer: this waits for them, not for time. */
export async function ended(rig: Rig, count: number): Promise<UseRow[]> {
  for (;;) {
    const rows = rig.uses();
    if (rows.length >= count && rows.every(({ outcome }) => outcome !== "sending")) return rows;
    await new Promise((turn) => setImmediate(turn));
  }
}
