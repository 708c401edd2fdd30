// Acknowledged deliveries per second through HTTP: 32 senders, 2 KB each, one shared commit per turn of the event loop against
// one commit per delivery, on the same server and disk. The senders run in a process of their own. Only the ratios say anything.
import { fork } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { cpus } from "node:os";
import { join } from "node:path";
import { createInbox } from "../../app/main/engine/inbox/inbox.ts";
import { openStore } from "../../app/main/engine/store/store.ts";
import { defaultSettings } from "../../app/main/settings/model.ts";
import type { EndOfTurn } from "../../app/main/webhooks/batch.ts";
import { createListener } from "../../app/main/webhooks/listener.ts";
import { report } from "./report.ts";

const senders = 32;
const bodyBytes = 2048;
const rounds = 5;
const perRound = 1500;
const secret = "bench";

type Connections = "kept" | "fresh";
interface Measured {
  perSecond: number;
  p99Ms: number;
}
interface Order {
  port: number;
  round: string;
  connections: Connections;
}

if (process.argv[2] === "send") await sendAll();
else await compare();

async function compare(): Promise<void> {
  console.log(
    `webhooks: ${senders} senders, ${bodyBytes} bytes, ${perRound} deliveries a round, median of ${rounds} rounds`,
  );
  console.log(`on ${cpus()[0]?.model ?? "?"} x ${cpus().length}, ${process.platform}, Node ${process.version}`);
  for (const connections of ["kept", "fresh"] as const) {
    const shared: Measured[] = [];
    const single: Measured[] = [];
    await measure(undefined, `warm-up-${connections}`, connections);
    for (let round = 0; round < rounds; round++) {
      shared.push(await measure(undefined, `shared-${round}`, connections));
      single.push(await measure((flush) => flush(), `single-${round}`, connections));
    }
    const [a, b] = [middle(shared), middle(single)];
    const ratio = a.perSecond / b.perSecond;
    const p99 = a.p99Ms / b.p99Ms;
    console.log(`  connections ${connections}:`);
    console.log(`    shared commit:           ${a.perSecond.toFixed(0)}/s, p99 ${a.p99Ms.toFixed(1)} ms`);
    console.log(`    one commit per delivery: ${b.perSecond.toFixed(0)}/s, p99 ${b.p99Ms.toFixed(1)} ms`);
    const aim =
      connections === "kept"
        ? ` (aim: 5.5 times or more, below 0.50: ${ratio >= 5.5 && p99 < 0.5 ? "met" : "missed"})`
        : "";
    console.log(`    ${ratio.toFixed(2)} times as many, p99 ${p99.toFixed(2)} of it${aim}`);
    const met = connections === "kept" ? ratio >= 5.5 && p99 < 0.5 : null;
    report({
      bench: "webhooks",
      what: `shared commit ÷ one per delivery, connections ${connections}`,
      measured: `${ratio.toFixed(2)} times as many a second, p99 ${p99.toFixed(2)} of it`,
      aim: met === null ? "" : "5.5 or more, p99 below 0.50",
      met,
    });
  }
}

/** One round on a fresh database; checks that every acknowledged delivery is in it. */
async function measure(endOfTurn: EndOfTurn | undefined, round: string, connections: Connections): Promise<Measured> {
  const base = join(import.meta.dirname, "../../out/bench");
  mkdirSync(base, { recursive: true });
  const folder = mkdtempSync(join(base, "webhooks-"));
  const store = openStore(join(folder, "bench.db"));
  const inbox = createInbox(store);
  const seconds = () => Math.floor(Date.now() / 1000);
  const quiet = { info: () => {}, warn: () => {}, error: console.error };
  const settings = {
    ...defaultSettings,
    hooks: { ...defaultSettings.hooks, port: 0 },
    sources: [{ name: "github", kind: "github" as const, secret: "env:BENCH", identicalBodies: "twin" as const }],
  };
  const listener = createListener({
    settings: () => settings,
    secret: () => ({ state: "ok", value: secret }),
    ingestAll: (events) => inbox.ingestAll(events, seconds()),
    clock: { now: seconds, monotonic: () => performance.now() },
    ids: { next: (prefix) => `${prefix}_${Math.random()}` },
    log: quiet,
    changed: () => {},
    ...(endOfTurn === undefined ? {} : { endOfTurn }),
  });
  const started = await listener.start();
  if (!started.ok) throw new Error(started.sentence);
  const child = fork(import.meta.filename, ["send"]);
  child.send({ port: Number(new URL(started.url).port), round, connections } satisfies Order);
  const [measured] = (await once(child, "message")) as [Measured];
  await once(child, "exit");
  await listener.stop();
  const rows = store.prepare<{ n: number }>("select count(*) n from inbox where status = 'pending'").get()?.n;
  if (rows !== perRound) throw new Error(`${perRound} deliveries were acknowledged, ${rows} are in the inbox.`);
  store.close();
  rmSync(folder, { recursive: true });
  return measured;
}

function middle(all: Measured[]): Measured {
  const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  return { perSecond: median(all.map((one) => one.perSecond)), p99Ms: median(all.map((one) => one.p99Ms)) };
}

async function sendAll(): Promise<void> {
  const [order] = (await once(process, "message")) as [Order];
  const requests = Array.from({ length: perRound }, (_, at) => requestFor(order, at));
  const tookMs: number[] = [];
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: senders }, async () => {
      let socket: Socket | null = null;
      for (;;) {
        const bytes = requests[next++];
        if (bytes === undefined) break;
        const at = performance.now();
        socket ??= connect({ port: order.port, host: "127.0.0.1", noDelay: true });
        socket.write(bytes);
        const [answer] = (await once(socket, "data")) as [Buffer];
        if (!answer.toString("latin1").startsWith("HTTP/1.1 202 "))
          throw new Error(`Not acknowledged: ${answer.toString()}`);
        tookMs.push(performance.now() - at);
        if (order.connections === "fresh") {
          socket.destroy();
          socket = null;
        }
      }
      socket?.destroy();
    }),
  );
  const perSecond = perRound / ((performance.now() - began) / 1000);
  tookMs.sort((a, b) => a - b);
  process.send?.({ perSecond, p99Ms: tookMs[Math.floor(perRound * 0.99)] ?? 0 } satisfies Measured);
  process.disconnect();
}

function requestFor({ port, round }: Order, at: number): Buffer {
  const start = JSON.stringify({ round, at, action: "opened", pad: "" });
  const body = `${start.slice(0, -2)}${"x".repeat(bodyBytes - start.length)}"}`;
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return Buffer.from(
    `POST /hooks/github HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      `X-GitHub-Delivery: ${round}-${at}\r\nX-GitHub-Event: issues\r\nX-Hub-Signature-256: sha256=${signature}\r\n\r\n${body}`,
  );
}
