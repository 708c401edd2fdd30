// A server that writes down what reaches it, and answers what it was told to. Refuses: nothing.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface Recorder {
  origin: string;
  requests: string[];
  /** By path: what it answers. */
  answers: Map<string, string>;
  close: () => Promise<void>;
}

export async function record(): Promise<Recorder> {
  const requests: string[] = [];
  const answers = new Map<string, string>();
  const server = createServer((request: IncomingMessage, response) => {
    requests.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    request.resume().on("end", () => {
      const told = answers.get(request.url ?? "") ?? "{}";
      const type = told.startsWith("{") ? "application/json" : "text/plain";
      response.writeHead(200, { "content-type": type }).end(told);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const close = () => new Promise<void>((closed) => server.close(() => closed()));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, answers, close };
}
