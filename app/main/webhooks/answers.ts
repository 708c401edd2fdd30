// Every answer the listener gives, word for word (the contract of `POST /hooks/<source name>`).
// Promises: an unknown source and a bad signature share one answer. Refuses: to repeat anything a sender sent.
import type { IngestResult } from "../engine/inbox/events.ts";

export interface Answer {
  status: number;
  /** JSON text. */
  body: string;
  headers: Readonly<Record<string, string>>;
}

/** An answer that refuses, and what the Settings view says about it (null: nothing that concerns a source). */
export interface Refusal {
  answer: Answer;
  note: string | null;
}

function error(status: number, sentence: string, headers: Record<string, string> = {}): Answer {
  return { status, body: JSON.stringify({ error: sentence }), headers };
}

/** Rule 10: a repeat and a twin look the same to the sender; there is nothing for it to do about either. */
export const stored: Record<IngestResult, Answer> = {
  stored: { status: 202, body: '{"stored":true}', headers: {} },
  duplicate: { status: 200, body: '{"stored":false,"duplicate":true}', headers: {} },
  twin: { status: 200, body: '{"stored":false,"duplicate":true}', headers: {} },
  revived: { status: 202, body: '{"stored":false,"revived":true}', headers: {} },
};

export const otherPath = error(404, "There is nothing here. Deliveries go to /hooks/<source name>.");
export const otherMethod = error(405, "Only POST is answered here.", { allow: "POST" });
export const wrongHost = error(
  403,
  "The Host header is not one this listener answers to. A tunnel that keeps its own Host must be listed under hooks.hosts.",
);
export const foreignOrigin = error(403, "Requests that a web page makes are refused.");
export const formType = error(
  415,
  "The body is form data, and JSON is needed. For a GitHub webhook, set its content type to application/json.",
);
export const otherType = error(415, "The body must be JSON in UTF-8, sent with the content type application/json.");
export const encoded = error(415, "A compressed or otherwise encoded body is not taken. Send it as it is.");
export const notJson = error(400, "The body is not JSON in UTF-8.");
export const notHttp = error(400, "This is not HTTP as this listener takes it.", { connection: "close" });
export const hugeHeaders = error(431, "The headers are too long.");
export const tooSlow = error(408, "The request took too long to arrive.");
export const notCommitted = error(503, "The delivery could not be stored. Send it again later.", {
  "retry-after": "5",
});
export const stopping = error(503, "Nightjar is stopping. Send the delivery again later.", { "retry-after": "30" });
export const broken = error(500, "Something went wrong in Nightjar. Nothing was stored; its log says more.");

/** One answer for both, so that nobody learns which sources exist. */
export const unproven = error(401, "There is no such source, or the signature does not belong to this body.");
export const flooded = error(429, "Too many deliveries with a bad signature. Wait a minute.", { "retry-after": "60" });
/** Only for a sender whose signature is right: it learns nothing that it did not know. */
export const untimely = error(
  401,
  "The signature is right, but the timestamp is more than 300 seconds away from this computer's clock.",
);

/** @param limitBytes the setting `hooks.max_body_bytes`. */
export function tooLarge(limitBytes: number): Answer {
  return error(413, `The body is larger than the ${limitBytes} bytes that are taken here.`);
}

/** @param sentence what is wrong with the id or the event name; ours, holding nothing of the sender's. */
export function malformed(sentence: string): Answer {
  return error(400, sentence);
}
