// What came of one request to a model's server, as the worker reads it. Promises: an answer is read whole or not at all, up to a
// bound; what failed says where and why. Refuses: to tell effects apart: a model's answer has none of its own.
import type { Readable } from "node:stream";
import type { ModelReply } from "../engine/worker/ports.ts";
import type { Forwarded } from "../proxy/forward.ts";
import type { ModelSettings } from "../settings/model.ts";

const answerBytesMax = 16_777_216;

/** What came, and whether the server may have worked for it: then it counts, although nobody knows how much. */
export interface Came {
  reply: ModelReply;
  worked: boolean;
}

export async function replyOf(seen: Forwarded, model: ModelSettings): Promise<Came> {
  const failed = (why: "transient" | "refused", reason: string, worked: boolean): Came => ({
    reply: { kind: "failed", why, reason },
    worked,
  });
  const where = `the model's server at ${new URL(model.baseUrl).host}`;
  switch (seen.kind) {
    case "answered": {
      const read = await readText(seen.body);
      // One that is too long would be as long the next time, at its price.
      if (!read.ok) {
        const why = read.tooLong ? "refused" : "transient";
        return failed(why, `The answer of ${where} did not come whole: ${read.reason}.`, true);
      }
      const reply: ModelReply = { kind: "answered", status: seen.status, headers: seen.headers, body: read.text };
      // A server that refuses or fails has not thought.
      return { reply, worked: seen.status < 400 };
    }
    case "withheld":
      return failed("refused", `The answer of ${where} could not be used: ${seen.reason}.`, true);
    case "refused":
      return failed("refused", `Could not ask ${where}: ${seen.reason}.`, false);
    // A model's answer has no effect of its own: whatever happened on the way, asking again is safe.
    case "not_sent":
    case "unknown":
      return failed("transient", `Could not ask ${where}: ${seen.reason}. It is tried again.`, seen.kind === "unknown");
  }
}

type Read = { ok: true; text: string } | { ok: false; reason: string; tooLong: boolean };

async function readText(body: Readable): Promise<Read> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > answerBytesMax) {
        body.destroy();
        return { ok: false, reason: `it is longer than ${answerBytesMax} bytes`, tooLong: true };
      }
      parts.push(part);
    }
    return { ok: true, text: Buffer.concat(parts).toString("utf8") };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error), tooLong: false };
  }
}
