// Ends connections whose request comes too slowly. Promises: it looks only while there are connections, so that an idle
// Nightjar stays asleep (Node's own check wakes the process for ever). Refuses: to touch a request that is being answered.
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

export interface SlowLimits {
  /** From connecting, or from the first byte of a further request, to the end of the headers. */
  headersMs: number;
  /** From the end of the headers to the end of the body. */
  requestMs: number;
  checkEveryMs: number;
}

export interface SlowWatch {
  /** The headers of a request are there. */
  began(request: IncomingMessage): void;
  /** Its answer was written or given up. */
  ended(request: IncomingMessage): void;
}

interface Watched {
  /** Requests on the way or being answered, with the moment their headers were there. */
  requests: Map<IncomingMessage, number>;
  /** Since when headers are awaited; null while nothing of a further request has come. */
  headersSince: number | null;
  bytesBefore: number;
}

export function watchSlow(server: Server, limits: SlowLimits): SlowWatch {
  const watched = new Map<Socket, Watched>();
  let looking: NodeJS.Timeout | null = null;

  /** As Node itself tells it; whoever handles `clientError` answers. */
  function expire(socket: Socket): void {
    watched.delete(socket);
    server.emit(
      "clientError",
      Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }),
      socket,
    );
  }

  function isLate(socket: Socket, state: Watched, now: number): boolean {
    for (const [request, since] of state.requests) {
      if (!request.complete && now - since >= limits.requestMs) return true;
    }
    if (state.requests.size > 0) return false;
    if (state.headersSince === null && socket.bytesRead > state.bytesBefore) state.headersSince = now;
    return state.headersSince !== null && now - state.headersSince >= limits.headersMs;
  }

  function look(): void {
    const now = performance.now();
    for (const [socket, state] of [...watched]) if (isLate(socket, state, now)) expire(socket);
  }

  server.on("connection", (socket) => {
    watched.set(socket, { requests: new Map(), headersSince: performance.now(), bytesBefore: 0 });
    looking ??= setInterval(look, limits.checkEveryMs).unref();
    socket.once("close", () => {
      watched.delete(socket);
      if (watched.size > 0 || looking === null) return;
      clearInterval(looking);
      looking = null;
    });
  });

  return {
    began(request) {
      watched.get(request.socket)?.requests.set(request, performance.now());
    },
    ended(request) {
      const state = watched.get(request.socket);
      state?.requests.delete(request);
      if (state === undefined || state.requests.size > 0) return;
      state.headersSince = null;
      state.bytesBefore = request.socket.bytesRead;
    },
  };
}
