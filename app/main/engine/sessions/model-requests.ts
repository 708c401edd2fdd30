// Requests to a model's server: written down before they leave and when they ended, with what they used. Promises: what a day and
// a run have used can be read at any moment. Refuses: what was said; the transcript has it.
import type { Store } from "../store/store.ts";
import * as sql from "./transcript-statements.ts";

export interface ModelUse {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** Millionths of a US dollar; null when the price is not known. */
  costMicros: number | null;
}

export type MostUse = Pick<ModelUse, "input" | "output" | "costMicros">;

export interface NewRequest {
  session: string;
  run: number;
  /** `opinion`: a second opinion on a call, no step of the session. */
  purpose: "thought" | "opinion";
  provider: string;
  model: string;
}

export interface RequestEnd {
  /** Of the answer; null when none came. */
  status: number | null;
  use: ModelUse;
  error: string | null;
  /** What its server wants from now on; null: it did not say, and its last wish stands. */
  wish: Wish | null;
}

export interface Wish {
  server: string;
  /** Before this moment it wants not to be asked; null: it may be asked again. */
  until: number | null;
}

export interface ModelRequests {
  /** @param most what it may use: it counts from now on, also when its end never comes */
  begin(request: NewRequest, most: MostUse, now: number): number;
  end(id: number, end: RequestEnd, now: number): void;
  /** The person tries the model: outside of every run and session, and counted like the others. */
  beginTry(tried: Pick<NewRequest, "provider" | "model">, most: MostUse, now: number): number;
  endTry(id: number, end: Omit<RequestEnd, "wish">, now: number): void;
  /** The server's newest wish, also from before a restart; null: none. */
  waitOf(server: string): number | null;
  /** How many this run has made. */
  ofRun(run: number): number;
  /** Since a moment in seconds. Requests whose price is not known cost nothing here. */
  spentSince(since: number): { tokens: number; costMicros: number };
}

/** Over tables `model_requests` and `model_tries`. */
export function createModelRequests(store: Store): ModelRequests {
  const insert = store.prepare(sql.insertRequest);
  const end = store.prepare(sql.endRequest);
  const insertTry = store.prepare(sql.insertTry);
  const endTry = store.prepare(sql.endTry);
  const wait = store.prepare(sql.insertWait);
  const waitNoMore = store.prepare(sql.deleteWait);
  const waits = store.prepare<{ until: number }>(sql.selectWait);
  const count = store.prepare<{ n: number }>(sql.countRequests);
  const spent = store.prepare<{ tokens: number; costMicros: number }>(sql.spentSince);
  return {
    begin: (request, { input, output, costMicros }, now) =>
      store.tx(() => Number(insert.run({ ...request, input, output, costMicros, now }).lastInsertRowid)),
    end: (id, { status, use, error, wish }, now) =>
      store.tx(() => {
        end.run({ id, status, ...use, error, now });
        if (wish === null) return;
        const { server, until } = wish;
        if (until === null) waitNoMore.run({ server });
        else wait.run({ server, until });
      }),
    beginTry: (tried, { input, output, costMicros }, now) =>
      store.tx(() => Number(insertTry.run({ ...tried, input, output, costMicros, now }).lastInsertRowid)),
    endTry: (id, { status, use, error }, now) => store.tx(() => void endTry.run({ id, status, ...use, error, now })),
    waitOf: (server) => waits.get({ server })?.until ?? null,
    ofRun: (run) => count.get({ run })?.n ?? 0,
    spentSince: (since) => spent.get({ since }) ?? { tokens: 0, costMicros: 0 },
  };
}
