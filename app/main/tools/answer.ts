// From what the gate saw to how the call ended. Promises: `transient` only when surely nothing took effect, `unknown`
// when in doubt (rules 4 and 9). The answer's text is a stranger's: it is stored and shown, never believed.
import type { Json, JsonObject, ToolOutcome } from "../engine/worker/ports.ts";
import { parseWritten } from "../settings/origins.ts";
import type { GateOutcome } from "./gate.ts";

type Answer = Extract<GateOutcome, { kind: "answered" }>;

/** Nested deeper than this an answer stays text: what stores it later must not run out of stack. */
const depthMax = 100;

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 92) i++;
      else if (c === 34) inString = false;
    } else if (c === 34) inString = true;
    else if (c === 91 || c === 123) deepest = Math.max(deepest, ++depth);
    else if (c === 93 || c === 125) depth--;
  }
  return deepest;
}

/** Status, type and body of an answer as JSON: the body parsed when it is JSON, else as text, else not at all. */
export function resultOf(answer: Answer): JsonObject {
  const type = answer.headers.get("content-type") ?? null;
  const result: JsonObject = { status: answer.status, type, body: null };
  if (answer.cut) result.cut = `only the first ${answer.body.length} bytes were read`;
  if (answer.broken !== null) result.cut = answer.broken;
  const encoding = (answer.headers.get("content-encoding") ?? "identity").trim().toLowerCase();
  if (encoding !== "identity" && encoding !== "") {
    result.unread = `the answer is compressed (${encoding.slice(0, 50)}) although that was not asked for`;
    return result;
  }
  const text = answer.body.toString("utf8");
  result.body = text;
  const whole = !answer.cut && answer.broken === null;
  if (whole && type !== null && /^application\/([a-z0-9.+-]+\+)?json\b/i.test(type) && depthOf(text) <= depthMax) {
    try {
      result.body = JSON.parse(text) as Json;
    } catch {
      // It said JSON and is not: it stays text.
    }
  }
  return result;
}

/** One line of a stranger's text, short, without what could steer a screen or a log. */
function quote(text: string): string {
  const plain = text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return plain.length > 300 ? `${plain.slice(0, 300)}…` : plain;
}

/** What the server says is wrong, when it says so in the usual places. */
function complaint(result: JsonObject): string {
  const body = result.body;
  if (body === null || typeof body !== "object" || Array.isArray(body)) return "";
  const said = [body.message, body.error, body.detail, body.title].find((v) => typeof v === "string" && v !== "");
  return typeof said === "string" ? `: "${quote(said)}"` : "";
}

function retryAfter(answer: Answer): string {
  const value = answer.headers.get("retry-after");
  if (value === undefined) return "";
  return /^\d{1,9}$/.test(value) ? `, wait ${value} s` : `, wait until ${quote(value).slice(0, 60)}`;
}

function locationOrigin(answer: Answer, from: URL): string {
  const location = answer.headers.get("location");
  if (location === undefined) return "nowhere";
  try {
    const target = parseWritten(new URL(location, from).href);
    return target.ok ? target.url.origin : "an address that can not be read";
  } catch {
    return "an address that can not be read";
  }
}

/**
 * How the call ended. `what` is the call in a few words ("PUT api.github.com/x"); `repeatable` as the check said.
 * A 2xx whose body broke off is unknown: its server may have failed while it was still at work.
 */
export function outcomeOf(seen: GateOutcome, url: URL, what: string, repeatable: boolean): ToolOutcome {
  switch (seen.kind) {
    case "refused":
      return { kind: "failed", error: `${what} was not sent: ${seen.reason}.`, result: null, retry: false };
    case "not_sent":
      return { kind: "transient", reason: `${what} was not sent: ${seen.reason}.` };
    case "unknown":
      return { kind: "unknown", reason: `${what} was sent, but its outcome is not known: ${seen.reason}.` };
    case "answered":
      return answered(seen, url, what, repeatable);
  }
}

/** Answers of what stands between: the request may have gone through. */
const onTheWay = new Set([408, 502, 504]);

function answered(seen: Answer, url: URL, what: string, repeatable: boolean): ToolOutcome {
  const result = resultOf(seen);
  const line = `${what} answered ${seen.status}`;
  if (seen.status === 429) return { kind: "transient", reason: `${line} (too many requests${retryAfter(seen)}).` };
  if (seen.status >= 200 && seen.status < 300) {
    if (seen.broken !== null) {
      return { kind: "unknown", reason: `${line}, but the answer broke off: ${seen.broken}.` };
    }
    return {
      kind: "done",
      result,
      summary: seen.cut ? `${line} (a long answer, cut at ${seen.body.length} bytes)` : line,
    };
  }
  if (seen.status >= 300 && seen.status < 400) {
    const to =
      seen.status === 304 ? "nothing new" : `a redirect to ${locationOrigin(seen, url)}, which is not followed`;
    return { kind: "failed", error: `${line}: ${to}.`, result, retry: false };
  }
  const error = `${line}${complaint(result)}.`;
  // A time-out somewhere on the way says nothing about the effect (rule 9: never a guess).
  if (!repeatable && onTheWay.has(seen.status)) return { kind: "unknown", reason: error };
  return { kind: "failed", error, result, retry: seen.status >= 500 && repeatable };
}
