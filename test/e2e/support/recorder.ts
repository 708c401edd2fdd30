// A server on loopback that records every request it gets, and answers as a test wants: the outside world of a tool call.
// Promises: what was received is in `requests`, in order. Refuses: nothing; it is the outside.
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Recorded {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Recorder {
  origin: string;
  requests: Recorded[];
  /** Resolves when `count` requests have come. */
  received(count: number): Promise<void>;
  /** What to answer from now on; `silent` takes the request and never answers. */
  answer: "ok" | "silent" | { status: number };
  /** Answers what was kept silent so far. */
  release(): void;
  stop(): Promise<void>;
}

export async function startRecorder(): Promise<Recorder> {
  const silent: (() => void)[] = [];
  const waiters: { count: number; resolve: () => void }[] = [];
  const recorder: Recorder = {
    origin: "",
    requests: [],
    answer: "ok",
    received: (count) =>
      new Promise((resolve) => {
        if (recorder.requests.length >= count) resolve();
        else waiters.push({ count, resolve });
      }),
    release: () => {
      for (const answer of silent.splice(0)) answer();
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      recorder.requests.push({ method, url, headers, body: Buffer.concat(chunks).toString("utf8") });
      const wish = recorder.answer;
      const reply = (): void => {
        response.writeHead(typeof wish === "object" ? wish.status : 200, { "content-type": "application/json" });
        response.end('{"merged":true}');
      };
      if (wish === "silent") silent.push(reply);
      else reply();
      for (const waiter of waiters) if (recorder.requests.length >= waiter.count) waiter.resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  recorder.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return recorder;
}
