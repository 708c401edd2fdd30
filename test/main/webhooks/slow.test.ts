import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchSlow } from "../../../app/main/webhooks/slow.ts";

const limits = { headersMs: 150, requestMs: 300, checkEveryMs: 10 };
let server: Server;
let expired: string[];
let sockets: Socket[];
const started = vi.spyOn(globalThis, "setInterval");
const stopped = vi.spyOn(globalThis, "clearInterval");
/** The watch's own intervals that run; Node has others. */
const looking = () => {
  const own = started.mock.results.filter((_result, at) => started.mock.calls[at]?.[1] === limits.checkEveryMs);
  return own.filter(({ value }) => !stopped.mock.calls.some(([timer]) => timer === value)).length;
};

beforeEach(async () => {
  vi.clearAllMocks();
  expired = [];
  sockets = [];
  server = createServer({ requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 });
  const watch = watchSlow(server, limits);
  server.on("request", (request, response) => {
    watch.began(request);
    response.once("close", () => watch.ended(request));
    if (request.url === "/held") return;
    request.resume().once("end", () => response.end("ok"));
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    expired.push(error.code ?? "");
    socket.destroy();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  await once(server.close(), "close");
});

/** Resolves when it is closed; a reset is a way to be closed. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.on("error", () => undefined);
    socket.once("close", () => resolve());
  });
}

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  sockets.push(socket);
  await once(socket, "connect");
  return socket;
}

const head = (path: string, length: number) => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`;

test("nothing looks while nobody is connected, one look serves all, and it ends with the last", async () => {
  expect(looking()).toBe(0);
  const [first, second] = [await open(), await open()];
  await vi.waitFor(() => expect(looking()).toBe(1));
  first.destroy();
  second.destroy();
  await vi.waitFor(() => expect(looking()).toBe(0));
});

test.each([
  ["nothing at all", ""],
  ["headers that do not end", "POST / HTTP/1.1\r\nhost: x\r\n"],
  ["a body that does not end", `${head("/", 10)}12345`],
])("%s: the connection is ended as Node would", async (_what, text) => {
  const socket = await open();
  const ended = closed(socket);
  socket.write(text);
  socket.resume();
  await ended;
  expect(expired).toEqual(["ERR_HTTP_REQUEST_TIMEOUT"]);
});

test("a further request that comes in drops is ended too", async () => {
  const socket = await open();
  const ended = closed(socket);
  socket.write(`${head("/", 2)}ok`);
  await once(socket, "data");
  socket.write("POST / HTTP/1.1\r\nx-long: ");
  const drops = setInterval(() => socket.writable && socket.write("a"), 20);
  await ended;
  clearInterval(drops);
  expect(expired).toEqual(["ERR_HTTP_REQUEST_TIMEOUT"]);
});

test("half a further request in the same packet is ended by the limit for kept connections", async () => {
  server.keepAliveTimeout = 100;
  const socket = await open();
  const ended = closed(socket);
  socket.write(`${head("/", 2)}okPOST / HTTP/1.1\r\n`);
  socket.resume();
  await ended;
});

test("an answer that takes long, and a connection kept open between requests, are nobody's fault", async () => {
  const held = await open();
  held.write(head("/held", 0));
  const kept = await open();
  kept.write(`${head("/", 2)}ok`);
  await once(kept, "data");
  // Longer than every limit, told by a third connection that is ended for its silence twice over.
  for (let round = 0; round < 3; round += 1) await once((await open()).resume(), "close");
  expect(expired).toHaveLength(3);
  expect(held.destroyed).toBe(false);
  kept.write(`${head("/", 2)}ok`);
  await once(kept, "data");
});
