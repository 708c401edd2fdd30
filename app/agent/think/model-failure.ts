// Why a model gave no answer, in words a person can act on, and whether the same request may do later (rule 4).
// Refuses: the request, and more of the server's own words than one short sentence.
import { reasonLengthMax } from "../../preload/contract/agent-bounds.ts";
import { showable } from "../text.ts";

export interface ModelFailure {
  /** Nothing took effect, and the same request may do later. */
  transient: boolean;
  /** Whole seconds the server asked to wait; null when it did not say. */
  retryAfterSeconds: number | null;
  /** The request holds more than the model takes. */
  tooLong: boolean;
  sentence: string;
}

const ownWordsMax = 300;
const retryAfterMax = 86_400;

function failure(sentence: string, more: Partial<ModelFailure> = {}): ModelFailure {
  return {
    transient: false,
    retryAfterSeconds: null,
    tooLong: false,
    ...more,
    sentence: showable(sentence, reasonLengthMax) || "no reason given.",
  };
}

/** Main knows why, and ends the run by what it knows; this only repeats it. */
export const byMain = (reason: string): ModelFailure => failure(reason);

export const tooLong = (size: string): ModelFailure =>
  failure(`The request to the model would have been too long (${size}), so it was not sent.`, { tooLong: true });

export const broken = (why: string): ModelFailure =>
  failure(`The session's transcript could not be made into a request (${why}), so the model was not asked.`);

export const nonsenseAnswer: ModelFailure = failure(
  "The model's server answered with something its protocol does not know. Look at the model's provider and base_url in Settings.",
);

export const failedFinish: ModelFailure = failure(
  "The model's server broke its answer off with an error of its own. Try again later, or choose another model in Settings.",
);

export const refusedByModel: ModelFailure = failure(
  "The model declined to answer this (its provider's content filter). Look at the event, or choose another model in Settings.",
);

export const alwaysCut = (tokens: number): ModelFailure =>
  failure(
    `The model's answers were cut twice at ${tokens} tokens before it did anything. Raise model.max_output_tokens in Settings.`,
  );

export const alwaysWrong = (times: number): ModelFailure =>
  failure(
    `The model asked ${times} times in a row for calls that can not be made (unknown tools or wrong arguments). Choose a model that can use tools.`,
  );

export const answerTooLong: ModelFailure = failure(
  "The model's answer is longer than a session keeps. Lower model.max_output_tokens in Settings.",
);

/** @param body what the server said with a status that is no success. */
export function serverFailure(status: number, headers: Readonly<Record<string, string>>, body: string): ModelFailure {
  const own = ownWords(body);
  const said = own === "" ? "" : `: “${own}”`;
  const sentence = `The model's server answered ${status}${said}${/[.!?]$/.test(own) ? "" : "."} ${advice(status)}`;
  const transient = status >= 500 || [408, 409, 425, 429].includes(status);
  return failure(sentence, {
    transient,
    retryAfterSeconds: transient ? retryAfter(headers) : null,
    tooLong: status === 413 || (status === 400 && saysTooLong(own)),
  });
}

function advice(status: number): string {
  if (status === 401 || status === 403) return "Look at the model's key in Settings.";
  if (status === 402) return "Look at the account with the model's provider.";
  if (status === 404) return "Look at the model's name and base_url in Settings.";
  if (status === 429) return "It asks for fewer requests, so this waits.";
  if (status >= 500) return "It has trouble of its own, so this waits.";
  if (status >= 300 && status < 400) return "It sends elsewhere, which is not followed. Look at base_url in Settings.";
  if ([408, 409, 425].includes(status)) return "This waits.";
  return "The same request would fail again.";
}

const saysTooLong = (words: string): boolean =>
  /(prompt|context|input|request).{0,60}(too long|too large|exceed|maximum|length)|maximum.{0,40}(context|tokens)/i.test(
    words,
  );

/** The server's own short message, wherever the usual protocols put it. */
function ownWords(body: string): string {
  try {
    const { error, message, detail } = (JSON.parse(body) ?? {}) as Record<string, unknown>;
    const nested = typeof error === "object" && error !== null ? (error as { message?: unknown }).message : error;
    const found = [nested, message, detail].find((one) => typeof one === "string");
    return typeof found === "string" ? oneLine(found) : "";
  } catch {
    // A page in HTML says nothing that helps; a short line of plain text may.
    return body.length <= ownWordsMax && !body.includes("<") ? oneLine(body) : "";
  }
}

const oneLine = (text: string): string => showable(text.slice(0, ownWordsMax * 4).replace(/\s+/g, " "), ownWordsMax);

/** `retry-after-ms`, else `retry-after` in seconds or as a date (measured from the answer's own date). */
function retryAfter(headers: Readonly<Record<string, string>>): number | null {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const milliseconds = Number(lower["retry-after-ms"] || Number.NaN);
  if (milliseconds >= 0) return bounded(milliseconds / 1000);
  const after = lower["retry-after"];
  if (after === undefined || after.trim() === "") return null;
  const seconds = Number(after);
  if (seconds >= 0) return bounded(seconds);
  const until = Date.parse(after);
  const from = Date.parse(lower["date"] ?? "");
  if (Number.isNaN(until)) return null;
  return bounded((until - (Number.isNaN(from) ? Date.now() : from)) / 1000);
}

const bounded = (seconds: number): number => Math.min(Math.max(Math.ceil(seconds), 0), retryAfterMax);
