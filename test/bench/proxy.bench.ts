// What the credential proxy adds to a request over a bare reverse proxy (fastify and undici, connections kept), in the same run:
// grant, credential, audit commit, a connection of its own, and the search for echoes. Server and callers run in other processes.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import { join } from "node:path";
import Fastify from "fastify";
import { Pool } from "undici";
import { createGate } from "../../app/main/tools/gate.ts";
import { openProxyWorld } from "../support/proxy.ts";
import { report } from "./report.ts";

const rounds = 5;
const warmUp = 400;
/** One caller after the other: what a single request waits. Then many at once: what is left of the throughput. */
const loads = [
  { callers: 1, perRound: 400 },
  { callers: 32, perRound: 1600 },
];
const answerBytes = 2048;
const secret = "sk-bench-0123456789abcdef0123456789";

interface Order {
  port: number;
  token: string;
  callers: number;
  requests: number;
}
interface Measured {
  medianMs: number;
  p99Ms: number;
  perSecond: number;
}

const role = process.argv[2];
if (role === "serve") serve();
else if (role === "call")
  process.on("message", (order) => void call(order as Order).then((one) => process.send?.(one)));
else await compare();

function serve(): void {
  const body = JSON.stringify({ text: "x".repeat(answerBytes) });
  const server = createServer((incoming, response) => {
    incoming.resume();
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
}

async function call({ port, token, callers, requests }: Order): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const took: number[] = [];
  let left = requests;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const began = performance.now();
      const headers = { "x-nightjar-grant": token, "content-type": "application/json" };
      const sent = request(
        { agent, port, host: "127.0.0.1", method: "POST", path: "/v1/messages", headers },
        (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`));
          answer.resume().on("end", () => {
            took.push(performance.now() - began);
            resolve();
          });
        },
      );
      sent.on("error", reject).end('{"model":"x"}');
    });
  const began = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (left-- > 0) await one();
    }),
  );
  const perSecond = requests / ((performance.now() - began) / 1000);
  agent.destroy();
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.floor(took.length * share)] ?? 0;
  return { medianMs: at(0.5), p99Ms: at(0.99), perSecond };
}

async function bareProxy(origin: string) {
  const pool = new Pool(origin, { connections: 64 });
  const app = Fastify({ logger: false });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, stream, done) => done(null, stream));
  app.all("*", async (incoming, reply) => {
    const { statusCode, headers, body } = await pool.request({
      ...{ method: "POST", path: incoming.url, body: incoming.raw },
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    });
    const type = headers["content-type"];
    return reply.code(statusCode).header("content-type", type).send(body);
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const port = (app.server.address() as { port: number }).port;
  return { port, close: () => Promise.all([app.close(), pool.destroy()]) };
}

async function ask(caller: ChildProcess, order: Order): Promise<Measured> {
  caller.send(order);
  const [measured] = (await once(caller, "message")) as [Measured];
  return measured;
}

async function compare(): Promise<void> {
  const server = fork(import.meta.filename, ["serve"]);
  const [{ port: upstream }] = (await once(server, "message")) as [{ port: number }];
  const caller = fork(import.meta.filename, ["call"]);
  const origin = `http://127.0.0.1:${upstream}`;
  const log = { info: () => undefined, warn: () => undefined, error: (facts: object) => console.error(facts) };
  // On the disk the project lies on: what a commit costs is part of the answer.
  const disk = join(import.meta.dirname, "../../out");
  mkdirSync(disk, { recursive: true });
  const folder = mkdtempSync(join(disk, "bench-"));
  const parts = {
    ...{ gate: createGate({ log }), log, secret: () => ({ state: "ok" as const, value: secret }) },
    credentials: () => [
      {
        ...{ name: "api", secret: "keychain:api", header: { name: "authorization", value: "Bearer {secret}" } },
        ...{ destinations: [origin], expiresOn: null },
      },
    ],
  };
  const worlds = { disk: openProxyWorld(parts, folder), memory: openProxyWorld(parts) };
  const grant = {
    ...{ credential: "api", destination: origin, methods: ["POST"], pathPrefix: "/v1", uses: 1_000_000 },
    ...{ seconds: 3600, purpose: "bench", run: null, effectKey: null },
  };
  const bare = await bareProxy(origin);
  const ways: { name: string; port: number; token: string }[] = [
    { name: "no proxy", port: upstream, token: "none" },
    { name: "bare reverse proxy", port: bare.port, token: "none" },
  ];
  for (const [name, { proxy }] of Object.entries(worlds)) {
    const url = await proxy.start();
    ways.push({ name: `proxy, audit on ${name}`, port: Number(new URL(url).port), token: proxy.grant(grant).token });
  }
  for (const { callers, perRound } of loads) {
    for (const { port, token } of ways) await ask(caller, { port, token, callers, requests: warmUp });
    const measured = new Map<string, Measured[]>(ways.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const { name, port, token } of ways) {
        measured.get(name)?.push(await ask(caller, { port, token, callers, requests: perRound }));
      }
    }
    say(callers, measured);
  }
  await Promise.all([bare.close(), ...Object.values(worlds).map((world) => world.close())]);
  caller.disconnect();
  server.kill();
  rmSync(folder, { recursive: true });
}

function say(callers: number, measured: ReadonlyMap<string, Measured[]>): void {
  const middle = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  const of = (name: string, what: keyof Measured) => middle((measured.get(name) ?? []).map((one) => one[what]));
  const many = `${callers} caller${callers === 1 ? "" : "s"}`;
  for (const name of measured.keys()) {
    const [median, p99, rate] = [of(name, "medianMs"), of(name, "p99Ms"), of(name, "perSecond")];
    console.log(`${many}: ${name.padEnd(24)} ${median.toFixed(2)} ms, p99 ${p99.toFixed(1)} ms, ${rate.toFixed(0)}/s`);
  }
  for (const name of ["proxy, audit on disk", "proxy, audit on memory"]) {
    const added = of(name, "medianMs") - of("bare reverse proxy", "medianMs");
    report({
      bench: "proxy",
      what: `${many}, ${name}: added over a bare reverse proxy`,
      measured: `${added.toFixed(2)} ms`,
      aim: callers === 1 ? "2 ms" : "",
      met: callers === 1 ? added <= 2 : null,
    });
  }
}
