// What comes in: the same delivery often, in pieces, in parallel, broken, forged. Only what is genuine is stored, and once.
import { connect, createServer } from "node:net";
import { createHmac } from "node:crypto";
import { expect, test } from "@playwright/test";
import { deliver, example, githubSecret } from "./support/github.ts";
import { digest, open, useStage } from "./support/stage.ts";

const stage = useStage();
const stored = () =>
  stage.profile.rows<{ source_id: string }>("select source_id from inbox order by id").map((row) => row.source_id);

/** The delivery as raw bytes, written in pieces of odd lengths; the status of the answer. */
function inPieces(hooksUrl: string, id: string, body: string): Promise<number> {
  const { port, host } = new URL(hooksUrl);
  const signature = createHmac("sha256", githubSecret).update(body).digest("hex");
  const bytes = Buffer.from(body);
  const head = [
    "POST /hooks/github HTTP/1.1",
    `Host: ${host}`,
    "Content-Type: application/json",
    `Content-Length: ${bytes.length}`,
    "X-GitHub-Event: issues",
    `X-GitHub-Delivery: ${id}`,
    `X-Hub-Signature-256: sha256=${signature}`,
    "Connection: close",
  ];
  const all = Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), bytes]);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.setNoDelay(true);
      let at = 0;
      const next = () => {
        if (at >= all.length) return;
        const piece = all.subarray(at, at + 61);
        at += piece.length;
        socket.write(piece, next);
      };
      next();
    });
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("error", reject);
    socket.on("close", () => resolve(Number(answer.split(" ")[1])));
  });
}

test("a delivery sent five times in parallel, in odd pieces, with emoji, is one row", async () => {
  const { page, hooksUrl } = await stage.launch();
  const payload = example("issues", "opened");
  (payload["issue"] as Record<string, unknown>)["title"] = "Porch light 💡 stays on 👩‍🚀 – ünïcödé";
  const body = JSON.stringify(payload);
  const answers = await Promise.all(Array.from({ length: 5 }, () => inPieces(hooksUrl, "0f0e-5", body)));
  expect(answers.sort((a, b) => a - b)).toEqual([200, 200, 200, 200, 202]);
  expect(stored()).toEqual(["0f0e-5"]);
  await expect(digest(page).filter({ hasText: "💡" })).toHaveCount(1);
});

test("what is forged, foreign, too large or junk is refused without a row, and the next good one is taken", async () => {
  const { page, hooksUrl } = await stage.launch();
  const payload = example("issues", "opened");
  expect((await deliver(hooksUrl, "issues", payload, { secret: "wrong" })).status).toBe(401);
  const unknown = await deliver(hooksUrl, "issues", payload, { source: "nobody" });
  expect(unknown.status).toBe(401);

  const { port } = new URL(hooksUrl);
  const raw = (head: string[], body = ""): Promise<number> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), "127.0.0.1", () => socket.end(`${head.join("\r\n")}\r\n\r\n${body}`));
      let answer = "";
      socket.on("data", (chunk) => (answer += chunk.toString()));
      socket.on("error", reject);
      socket.on("close", () => resolve(Number(answer.split(" ")[1])));
    });
  const post = (host: string, more: string[] = [], body = "{}") =>
    raw(
      [
        "POST /hooks/github HTTP/1.1",
        `Host: ${host}`,
        "Content-Type: application/json",
        `Content-Length: ${body.length}`,
        "Connection: close",
        ...more,
      ],
      body,
    );
  expect(await post("evil.test")).toBe(403);
  expect(await post(`127.0.0.1:${port}`, ["Origin: https://evil.test"])).toBe(403);
  expect(await post(`127.0.0.1:${port}`, ["Origin: null"])).toBe(403);
  expect(
    await raw([
      "POST /hooks/github HTTP/1.1",
      `Host: 127.0.0.1:${port}`,
      "Content-Type: application/json",
      "Content-Length: 99999999",
      "Connection: close",
    ]),
  ).toBe(413);
  expect(await raw(["GET /hooks/github HTTP/1.1", `Host: 127.0.0.1:${port}`, "Connection: close"])).toBe(405);
  expect(
    await raw(["POST /elsewhere HTTP/1.1", `Host: 127.0.0.1:${port}`, "Content-Length: 0", "Connection: close"]),
  ).toBe(404);
  const junk = "this is no JSON";
  const signature = createHmac("sha256", githubSecret).update(junk).digest("hex");
  const signed = [`X-Hub-Signature-256: sha256=${signature}`, "X-GitHub-Event: issues", "X-GitHub-Delivery: junk-1"];
  expect(await post(`127.0.0.1:${port}`, signed, junk)).toBe(400);
  expect(stored()).toEqual([]);

  expect((await deliver(hooksUrl, "issues", payload)).status).toBe(202);
  expect(stored()).toHaveLength(1);
  await expect(digest(page)).toHaveCount(1);
});

test("a taken port is said in the window and never replaced; another try listens", async () => {
  const taken = await stage.launch();
  const port = Number(new URL(taken.hooksUrl).port);
  await taken.close();
  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(port, "127.0.0.1", resolve));
  try {
    const { page } = await stage.launch({}, { hooksPort: port, listens: false });
    const said = page
      .getByRole("alert")
      .or(page.getByRole("status"))
      .filter({ hasText: String(port) });
    await expect(said).toHaveCount(1);
    const again = page.getByRole("button", { name: "Try the port again" }).first();
    await again.click();
    // The outcome of the try stands under the notice.
    await expect(said.getByRole("paragraph")).toHaveCount(2);
    await new Promise<void>((resolve) => squatter.close(() => resolve()));
    // Whatever changes the settings tries the port too, so that the button may be gone before it is pressed.
    const delivered = () =>
      deliver(`http://127.0.0.1:${port}`, "issues", example("issues", "opened")).catch(() => null);
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 1_000 });
      expect((await delivered())?.status).toBe(202);
    }).toPass();
    await expect(said).toHaveCount(0);
  } finally {
    squatter.close();
  }
});

test("Activity shows each event with its way, and a redelivery is counted", async () => {
  const { page, hooksUrl } = await stage.launch();
  const payload = example("issues", "opened");
  const first = await deliver(hooksUrl, "issues", payload);
  await deliver(hooksUrl, "issues", payload, { id: first.id });
  const twin = await deliver(hooksUrl, "issues", payload);
  expect([twin.status, twin.body]).toEqual([200, { stored: false, duplicate: true }]);
  await open(page, "Activity");
  await expect(page.getByText("New issues").first()).toBeVisible();
  expect(stage.profile.rows("select outcome, redelivered from inbox order by id")).toEqual([
    { outcome: "message", redelivered: 1 },
    { outcome: "twin", redelivered: 0 },
  ]);
});
