// Reads a request's body as the bytes that were sent. Promises: never holds more than the limit, however the length was declared.
// Refuses: to hang up on a sender that is still sending before it could read why it was refused, within bounds.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";

export type BodyResult = { kind: "whole"; bytes: Buffer } | { kind: "too_large" } | { kind: "abandoned" };

/**
 * Collects `stream` up to `limitBytes`; calls `done` once.
 * @returns a function that gives up at once with `abandoned` (when the listener stops).
 */
export function readBody(
  stream: Readable,
  limitBytes: number,
  done: (error: Error | null, result: BodyResult) => void,
): () => void {
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  let over = false;

  function end(error: Error | null, result: BodyResult): void {
    if (over) return;
    over = true;
    stream.off("data", take).off("end", whole).off("error", fail).off("close", cut);
    // From here on an error of the stream concerns nobody, but it must not be unheard.
    stream.on("error", () => {});
    done(error, result);
  }
  const take = (chunk: Buffer) => {
    receivedBytes += chunk.length;
    if (receivedBytes > limitBytes) end(null, { kind: "too_large" });
    else chunks.push(chunk);
  };
  const whole = () => {
    const only = chunks.length === 1 ? chunks[0] : undefined;
    end(null, { kind: "whole", bytes: only ?? Buffer.concat(chunks, receivedBytes) });
  };
  const fail = (error: Error) => end(error, { kind: "abandoned" });
  const cut = () => end(new Error("The connection closed before the body was whole."), { kind: "abandoned" });

  stream.on("data", take).on("end", whole).on("error", fail).on("close", cut);
  return () => end(null, { kind: "abandoned" });
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Lets the rest of a refused body pass by, so that its sender reads the answer instead of a reset connection: closing
 * with unread bytes would throw the answer away. After `capBytes` more, or the server's time limit, it is cut all the same.
 */
export function letPass(request: IncomingMessage, response: ServerResponse, capBytes: number): void {
  let passedBytes = 0;
  request.on("error", () => {});
  request.on("data", (chunk: Buffer) => {
    passedBytes += chunk.length;
    if (passedBytes > capBytes) request.destroy();
  });
  if (response.shouldKeepAlive) return;
  // The sender wants the connection closed, and Node would do so with the answer; it is closed after the body instead.
  response.shouldKeepAlive = true;
  let ends = 0;
  const ended = () => void (++ends === 2 && request.socket.end());
  request.once("end", ended);
  response.once("finish", ended);
}
