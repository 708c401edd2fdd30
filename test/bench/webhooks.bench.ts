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
import { createListener } from "../../app/main/webhooks/listener.ts";
import { report } from "./report.ts";

const senders = 32;
const bodyBytes = 2048;
const rounds = 5;
/** Timed deliveries of a round, after as many as it takes until both processes run compiled code. */
const perRound = 6000;
const warmUp = 2000;
const secret = "bench";
const nobodyWakes = new Int32Array(new SharedArrayBuffer(4));

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
/**
 * What a commit costs more on the slower disk that is played beside this one. An ordinary disk waits 1 to 5 ms for a durable
 * commit; how much sharing brings depends on little else.
 */
const slowerMs = 1.3;
const slowerRounds = 3;
/** `none` answers without storing: the most that this machine's HTTP can do, whatever the disk. */
type Commits = "shared" | "single" | "none";

if (process.argv[2] === "send") await sendAll();
else await compare();

async function compare(): Promise<void> {
  console.log(
    `webhooks: ${senders} senders, ${bodyBytes} bytes, ${perRound} deliveries a round after ${warmUp}, median of ${rounds} rounds`,
  );
  console.log(`on ${cpus()[0]?.model ?? "?"} x ${cpus().length}, ${process.platform}, Node ${process.version}`);
  for (const connections of ["kept", "fresh"] as const) {
    const all: Record<Commits, Measured[]> = { shared: [], single: [], none: [] };
    for (let round = 0; round < rounds; round++) {
      for (const commits of ["shared", "single", "none"] as const) {
        all[commits].push(await measure(commits, `${commits}-${round}`, connections));
      }
    }
    const slow: Record<"shared" | "single", Measured[]> = { shared: [], single: [] };
    for (let round = 0; round < slowerRounds && connections === "kept"; round++) {
      for (const commits of ["shared", "single"] as const) {
        slow[commits].push(await measure(commits, `slow-${commits}-${round}`, connections, slowerMs));
      }
    }
    const [shared, single, none] = [middle(all.shared), middle(all.single), middle(all.none)];
    const ratio = shared.perSecond / single.perSecond;
    const p99 = shared.p99Ms / single.p99Ms;
    const tell = ({ perSecond, p99Ms }: Measured) => `${perSecond.toFixed(0)}/s, p99 ${p99Ms.toFixed(1)} ms`;
    console.log(`  connections ${connections}:`);
    console.log(`    shared commit:           ${tell(shared)}`);
    console.log(`    one commit per delivery: ${tell(single)}`);
    console.log(
      `    answered, not stored:    ${tell(none)} (${(none.perSecond / single.perSecond).toFixed(2)} times as many)`,
    );
    const kept = connections === "kept";
    const met = kept ? ratio >= 5.5 && p99 < 0.5 : null;
    report({
      bench: "webhooks",
      what: `shared commit ÷ one per delivery, connections ${connections}`,
      measured: `${ratio.toFixed(2)} times as many a second, p99 ${p99.toFixed(2)} of it`,
      aim: kept ? "5.5 or more, p99 below 0.50" : "",
      met,
    });
    if (kept) {
      const [sharedSlow, singleSlow] = [middle(slow.shared), middle(slow.single)];
      console.log(`    with ${slowerMs} ms more a commit: ${tell(sharedSlow)}, one per delivery ${tell(singleSlow)}`);
      report({
        bench: "webhooks",
        what: `the same, were a commit ${slowerMs} ms slower`,
        measured: `${(sharedSlow.perSecond / singleSlow.perSecond).toFixed(2)} times as many a second, p99 ${(sharedSlow.p99Ms / singleSlow.p99Ms).toFixed(2)} of it`,
        aim: "",
        met: null,
      });
    }
    report({
      bench: "webhooks",
      what: `shared commit ÷ answered without storing, connections ${connections}`,
      measured: `${(shared.perSecond / none.perSecond).toFixed(2)} of the deliveries`,
      aim: "",
      met: null,
    });
  }
}

/** One round on a fresh database; checks that every acknowledged delivery is in it. */
async function measure(commits: Commits, round: string, connections: Connections, extraMs = 0): Promise<Measured> {
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
    sources: [
      {
        name: "github",
        kind: "github" as const,
        secret: "env:BENCH",
        nextSecret: null,
        expiresOn: null,
        identicalBodies: "twin" as const,
        duringRun: "next" as const,
        urgent: [],
      },
    ],
  };
  const listener = createListener({
    settings: () => settings,
    secret: () => ({ state: "ok", value: secret }),
    ingestAll: (events) => {
      if (commits === "none") return events.map(() => ({ ok: true, result: "stored" }));
      const outcomes = inbox.ingestAll(events, seconds());
      if (extraMs > 0) Atomics.wait(nobodyWakes, 0, 0, extraMs);
      return outcomes;
    },
    clock: { now: seconds, monotonic: () => performance.now() },
    ids: { next: (prefix) => `${prefix}_${Math.random()}` },
    log: quiet,
    changed: () => {},
    ...(commits === "single" ? { endOfTurn: (flush) => flush() } : {}),
  });
  const started = await listener.start();
  if (!started.ok) throw new Error(started.sentence);
  const child = fork(import.meta.filename, ["send"]);
  child.send({ port: Number(new URL(started.url).port), round, connections } satisfies Order);
  const [measured] = (await once(child, "message")) as [Measured];
  await once(child, "exit");
  await listener.stop();
  const rows = store.prepare<{ n: number }>("select count(*) n from inbox where status = 'pending'").get()?.n;
  const sent = commits === "none" ? 0 : warmUp + perRound;
  if (rows !== sent) throw new Error(`${sent} deliveries were acknowledged as stored, ${rows} are in the inbox.`);
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
  const requests = Array.from({ length: warmUp + perRound }, (_, at) => requestFor(order, at));
  const tookMs: number[] = [];
  let next = 0;
  let began = 0;
  await Promise.all(Array.from({ length: senders }, () => sendInTurn(order, takeNext, (ms) => tookMs.push(ms))));
  const perSecond = perRound / ((performance.now() - began) / 1000);
  const timed = tookMs.slice(warmUp).sort((a, b) => a - b);
  process.send?.({ perSecond, p99Ms: timed[Math.floor(perRound * 0.99)] ?? 0 } satisfies Measured);
  process.disconnect();

  function takeNext(): Buffer | undefined {
    if (next === warmUp) began = performance.now();
    return requests[next++];
  }
}

/** One sender: the next request as soon as the last was acknowledged. Plain callbacks, so that it costs little of the machine. */
function sendInTurn(order: Order, takeNext: () => Buffer | undefined, took: (ms: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let socket: Socket | null = null;
    let at = 0;
    const opened = () => {
      const fresh = connect({ port: order.port, host: "127.0.0.1", noDelay: true });
      return fresh.on("data", answered).on("error", reject);
    };
    function send(): void {
      const bytes = takeNext();
      if (bytes === undefined) {
        socket?.destroy();
        return resolve();
      }
      at = performance.now();
      socket ??= opened();
      socket.write(bytes);
    }
    function answered(answer: Buffer): void {
      if (answer.toString("latin1", 0, 13) !== "HTTP/1.1 202 ")
        return reject(new Error(`Not acknowledged: ${answer.toString()}`));
      took(performance.now() - at);
      if (order.connections === "fresh") {
        socket?.destroy();
        socket = null;
      }
      send();
    }
    send();
  });
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
