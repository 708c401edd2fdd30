// A real server on loopback that records every connection and byte, and then behaves as a test tells it to.
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { onTestFinished } from "vitest";
import type { Log } from "../../../app/main/engine/ports.ts";

export interface Recorder {
  port: number;
  origin: string;
  connections: number;
  /** Each whole request (head and as much body as its content-length says), as text. */
  requests: string[];
  /** Resolves when the next connection (after the call) is closed. */
  closed: () => Promise<void>;
  /** Resolves when the first whole request has come. */
  asked: Promise<void>;
}

const whole = (text: string): boolean => {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return false;
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return Buffer.byteLength(text) >= head + 4 + length;
};

/** @param answer called once per whole request, with the raw socket. `onConnect` instead sees the socket at once. */
export async function record(
  answer: (socket: Socket, request: string) => void,
  options: { tls?: { key: string; cert: string }; onConnect?: (socket: Socket) => void } = {},
): Promise<Recorder> {
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let tellAsked = (): void => {};
  const asked = new Promise<void>((resolve) => {
    tellAsked = resolve;
  });
  const recorder: Recorder = {
    port: 0,
    origin: "",
    connections: 0,
    requests: [],
    closed: () => new Promise((resolve) => waiting.push(resolve)),
    asked,
  };
  const onSocket = (socket: Socket): void => {
    let text = "";
    let done = false;
    socket.on("error", () => {});
    options.onConnect?.(socket);
    socket.on("data", (data) => {
      text += data.toString("utf8");
      if (done || !whole(text)) return;
      done = true;
      recorder.requests.push(text);
      tellAsked();
      answer(socket, text);
    });
  };
  const server: Server = options.tls ? createTlsServer(options.tls, onSocket) : createServer(onSocket);
  server.on("tlsClientError", () => {});
  server.on("connection", (socket: Socket) => {
    recorder.connections++;
    sockets.add(socket);
    socket.on("close", () => {
      sockets.delete(socket);
      for (const tell of waiting.splice(0)) tell();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  recorder.port = typeof address === "object" && address !== null ? address.port : 0;
  recorder.origin = `${options.tls ? "https" : "http"}://127.0.0.1:${recorder.port}`;
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return recorder;
}

/** An answer with its proper length. */
export const reply =
  (status: string, body = "", headers: string[] = []) =>
  (socket: Socket): void => {
    const lines = [`HTTP/1.1 ${status}`, `content-length: ${Buffer.byteLength(body)}`, ...headers, "", body];
    socket.write(lines.join("\r\n"));
  };

export const json = "content-type: application/json";

export const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} };
