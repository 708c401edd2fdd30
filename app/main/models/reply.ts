// What came of one request to a model's server, as the worker reads it. Promises: an answer is read whole or not at all, up to a
// bound; what failed says where and why. Refuses: to tell effects apart: a model's answer has none of its own.
import type { Readable } from "node:stream";
import type { ModelReply } from "../engine/worker/ports.ts";
import type { Forwarded } from "../proxy/forward.ts";
import type { ModelSettings } from "../settings/model.ts";

const answerBytesMax = 16_777_216;

export async function replyOf(seen: Forwarded, model: ModelSettings): Promise<ModelReply> {
  const where = `the model's server at ${new URL(model.baseUrl).host}`;
  switch (seen.kind) {
    case "answered": {
      const read = await readText(seen.body);
      if (!read.ok)
        return {
          kind: "failed",
          why: "transient",
          reason: `The answer of ${where} did not come whole: ${read.reason}.`,
        };
      return { kind: "answered", status: seen.status, headers: seen.headers, body: read.text };
    }
    case "withheld":
      return { kind: "failed", why: "refused", reason: `The answer of ${where} could not be used: ${seen.reason}.` };
    case "refused":
      return { kind: "failed", why: "refused", reason: `Could not ask ${where}: ${seen.reason}.` };
    // A model's answer has no effect of its own: whatever happened on the way, asking again is safe.
    case "not_sent":
    case "unknown":
      return { kind: "failed", why: "transient", reason: `Could not ask ${where}: ${seen.reason}. It is tried again.` };
  }
}

async function readText(body: Readable): Promise<{ ok: true; text: string } | { ok: false; reason: string }> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > answerBytesMax) {
        body.destroy();
        return { ok: false, reason: `it is longer than ${answerBytesMax} bytes` };
      }
      parts.push(part);
    }
    return { ok: true, text: Buffer.concat(parts).toString("utf8") };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
