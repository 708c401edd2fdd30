// A thousand requests at once with answers that stream: every promise kept for each of them.
import { Agent, createServer, request } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { ended, openRig, secret } from "./rig.ts";

const requests = 1000;
const grants = 10;
const usesEach = 90;

test(`${requests} at once, ${grants} grants of ${usesEach} uses: exact counts, no caller's header, no echo, one audit row each`, async () => {
  const seen = { authorized: 0, strange: 0, paths: new Set<string>() };
  const server = createServer((incoming, response) => {
    const { authorization, cookie } = incoming.headers;
    const echoed = authorization?.replace("Bearer ", "") ?? "none";
    if (authorization === `Bearer ${secret}`) seen.authorized++;
    if (cookie !== undefined || incoming.rawHeaders.some((text) => /njg_|caller/.test(text))) seen.strange++;
    seen.paths.add(incoming.url ?? "");
    // Each answer streams its own path and an echo that is cut differently each time.
    const cut = 1 + (seen.paths.size % (echoed.length - 1));
    response.writeHead(200, { "content-type": "text/event-stream", "set-cookie": "a=1" });
    response.write(`${incoming.url}|${echoed.slice(0, cut)}`);
    setImmediate(() => {
      response.write(echoed.slice(cut));
      setImmediate(() => response.end(`|${Buffer.from(echoed).toString("base64")}|end`));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", 2048, done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  const origin = `http://127.0.0.1:${port}`;
  const rig = await openRig(origin);
  const tokens = Array.from({ length: grants }, () => rig.token(origin, { uses: usesEach, pathPrefix: "/of" }));
  const agent = new Agent({ maxSockets: requests });
  onTestFinished(() => agent.destroy());

  const answers = await Promise.all(
    Array.from(
      { length: requests },
      (_, at) =>
        new Promise<{ at: number; status: number; text: string; cookie: unknown }>((resolve, reject) => {
          const token = tokens[at % grants] ?? "";
          const headers = { authorization: `Bearer ${token}`, cookie: "a=caller", "x-forwarded-for": "caller" };
          request({ agent, port: rig.port, host: "127.0.0.1", path: `/of/${at}`, headers }, (answer) => {
            let text = "";
            answer.setEncoding("utf8").on("data", (part: string) => {
              text += part;
            });
            answer.on("error", reject);
            answer.on("end", () => {
              resolve({ at, status: answer.statusCode ?? 0, text, cookie: answer.headers["set-cookie"] });
            });
          })
            .on("error", reject)
            .end();
        }),
    ),
  );

  const passed = answers.filter(({ status }) => status === 200);
  expect(passed).toHaveLength(grants * usesEach);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(requests - grants * usesEach);
  // (The last character of the base64 holds four bits of the secret's last one and is left.)
  for (const { at, text, cookie } of passed) {
    expect([text, cookie]).toEqual([`/of/${at}|[secret]|[secret]k=|end`, undefined]);
  }
  expect(seen).toMatchObject({ authorized: grants * usesEach, strange: 0 });
  expect(seen.paths.size).toBe(grants * usesEach);
  const uses = await ended(rig, requests);
  expect(uses).toHaveLength(requests);
  expect(uses.filter(({ outcome, status }) => outcome === "answered" && status === 200)).toHaveLength(
    grants * usesEach,
  );
  expect(uses.filter(({ outcome }) => outcome === "refused")).toHaveLength(requests - grants * usesEach);
  expect(new Set(uses.map(({ path }) => path)).size).toBe(requests);
  expect(rig.store.prepare("select sum(uses_left) n from grants").get()).toEqual({ n: 0 });
  expect(JSON.stringify(uses)).not.toContain("sk-live");
});
