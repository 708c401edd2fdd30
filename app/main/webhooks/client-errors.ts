// What is no HTTP, or comes too slowly: one short answer and the connection ends. Promises: a delivery that is being
// answered on the same connection gets its own answer first. Refuses: to read on after an error.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Answer, hugeHeaders, notHttp, tooSlow } from "./answers.ts";

export interface ClientErrors {
  /** For each request when it begins and when its answer is written or given up. */
  begin(request: IncomingMessage, response: ServerResponse): void;
  end(request: IncomingMessage): void;
  /** Node's `clientError` event. */
  handle(error: NodeJS.ErrnoException, socket: Socket): void;
}

export function createClientErrors(): ClientErrors {
  const open = new WeakMap<Socket, Map<IncomingMessage, ServerResponse>>();
  const owed = new WeakMap<Socket, Answer>();
  /** Sockets whose latest request was refused before its body was whole: what breaks in that body was answered already. */
  const refusedEarly = new WeakSet<Socket>();

  const requestsOn = (socket: Socket) => [...(open.get(socket) ?? [])];
  // A request whose own body is broken will never be whole, so it is not waited for.
  const isBeingAnswered = (socket: Socket) => requestsOn(socket).some(([request]) => request.complete);
  const wasAnswered = (socket: Socket) =>
    refusedEarly.has(socket) ||
    requestsOn(socket).some(([request, { headersSent }]) => !request.complete && headersSent);

  return {
    begin(request, response) {
      const { socket } = request;
      refusedEarly.delete(socket);
      const requests = open.get(socket);
      if (requests === undefined) open.set(socket, new Map([[request, response]]));
      else requests.set(request, response);
    },
    end(request) {
      const { socket } = request;
      open.get(socket)?.delete(request);
      if (!request.complete) refusedEarly.add(socket);
      const answer = owed.get(socket);
      if (answer !== undefined && !isBeingAnswered(socket)) hangUp(socket, answer);
    },
    handle(error, socket) {
      if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
      if (wasAnswered(socket)) return void socket.end(() => socket.destroy());
      const answer = answerTo(error.code);
      if (isBeingAnswered(socket)) owed.set(socket, answer);
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
