// What is no HTTP, or comes too slowly: one short answer and the connection ends. Promises: a delivery that is being
// answered on the same connection gets its own answer first. Refuses: to read on after an error.
import type { Socket } from "node:net";
import { type Answer, hugeHeaders, notHttp, tooSlow } from "./answers.ts";

export interface ClientErrors {
  /** For each request when it begins and when its answer is written or given up. */
  begin(socket: Socket): void;
  end(socket: Socket): void;
  /** Node's `clientError` event. */
  handle(error: NodeJS.ErrnoException, socket: Socket): void;
}

export function createClientErrors(): ClientErrors {
  const busy = new WeakMap<Socket, number>();
  const owed = new WeakMap<Socket, Answer>();

  return {
    begin: (socket) => void busy.set(socket, (busy.get(socket) ?? 0) + 1),
    end(socket) {
      const left = (busy.get(socket) ?? 1) - 1;
      busy.set(socket, left);
      const answer = owed.get(socket);
      if (left === 0 && answer !== undefined) hangUp(socket, answer);
    },
    handle(error, socket) {
      if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
      const answer = answerTo(error.code);
      if ((busy.get(socket) ?? 0) > 0 && answer === notHttp) owed.set(socket, answer);
      else hangUp(socket, answer);
    },
  };
}

function answerTo(code: string | undefined): Answer {
  if (code === "HPE_HEADER_OVERFLOW") return hugeHeaders;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return tooSlow;
  return notHttp;
}

const reasons: Record<number, string> = {
  400: "Bad Request",
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
};

function hangUp(socket: Socket, { status, body }: Answer): void {
  if (socket.destroyed) return;
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
