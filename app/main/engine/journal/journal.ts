// The journal of tool calls: written down before they start and when they ended (rule 9). Promises: one effect key per call,
// minted once and kept; the end of a started call is always recorded. Refuses: a second row for the same call of a step.
import type { Ids, Sha256 } from "../ports.ts";
import type { Store } from "../store/store.ts";
import { canonicalJson, type JsonValue } from "./canonical-json.ts";
import * as sql from "./statements.ts";

export type CallStatus = "waiting" | "ready" | "started" | "done" | "failed" | "unknown" | "refused";

/** Why a call may be made, waits, or may not be made: kept with it for the card, Activity and the audit. */
export interface Judgement {
  decision: "allow" | "ask" | "deny";
  decision_reason: string;
  /** Which step of the decision decided. */
  decided_by: string;
  /** JSON text of the permission rule that decided; null when none did. */
  permission: string | null;
  provenance: "clean" | "untrusted";
  /** JSON texts: what the decision knew of the call, and what was noticed about it. */
  facts: string;
  findings: string;
  credential: string | null;
}

export interface CallRow extends Judgement {
  id: string;
  session: string;
  run: number | null;
  event: number;
  step: number;
  call_index: number;
  tool: string;
  /** Canonical JSON text. */
  arguments: string;
  call_hash: string;
  title: string;
  effect_key: string;
  repeatable: 0 | 1;
  status: CallStatus;
  starts: number;
  generation: number | null;
  written_at: number;
  started_at: number | null;
  ended_at: number | null;
  result: string | null;
  error: string | null;
}

/** A call as the person made it of another. */
export interface ChangedCall {
  title: string;
  arguments: { [key: string]: JsonValue };
  repeatable: boolean;
  judgement: Judgement;
}

export interface CallToWrite {
  session: string;
  run: number;
  event: number;
  step: number;
  call_index: number;
  tool: string;
  arguments: { [key: string]: JsonValue };
  title: string;
  repeatable: boolean;
  judgement: Judgement;
}

/** What is recorded at a call's end. */
export interface CallEnd {
  status: "done" | "failed" | "ready" | "unknown";
  /** JSON text of the result. */
  result: string | null;
  error: string | null;
}

export interface Journal {
  /** The hash an answer is bound to: of the tool and its exact arguments (rule 8). */
  hash(tool: string, args: { [key: string]: JsonValue }): string;
  /**
   * Writes a call down, or finds it where a retry of its event wrote it before: then its effect key stands. One that was allowed
   * and is to be made (again) is judged anew, for the rules may be others by now.
   */
  write(call: CallToWrite, now: number): CallRow;
  /**
   * A new call at the place of another, with a hash and an effect key of its own. Where the place has a row with this hash
   * already (changed, and changed back), it takes one behind those an agent can ask for.
   */
  change(old: CallRow, call: ChangedCall, now: number): CallRow;
  read(id: string): CallRow | undefined;
  byEffectKey(effectKey: string): CallRow | undefined;
  /** The row that `write` would find. */
  find(place: Pick<CallToWrite, "session" | "step" | "call_index" | "tool" | "arguments">): CallRow | undefined;
  /** The start of the effect. False when it has started or ended already. The caller checks the fence in the same transaction (rule 2). */
  start(id: string, gen: number, run: number, now: number): boolean;
  /** Never fenced: the outcome of an effect that was started is always recorded. */
  end(id: string, end: CallEnd, now: number): boolean;
  /** Settles a call that will not run (denied, expired, left), that the person says did happen, or that was theirs to answer. */
  settle(id: string, status: "refused" | "done", error: string | null, now: number, result?: string | null): boolean;
  /** What was first written down at a place. */
  at(place: { session: string; step: number; call_index: number }): CallRow | undefined;
  /** Messages that a model of this session wants said when its run ends, in order. */
  unsaid(session: string): CallRow[];
  /** Calls of unknown end that nobody repeats by itself, and about which nobody was asked since their last start. */
  unasked(session?: string): CallRow[];
  /** Calls with a start and no end. */
  started(): CallRow[];
}

/** The journal over table `tool_calls`. Every function joins an open transaction or makes its own. */
export function createJournal(store: Store, ids: Ids, sha256: Sha256): Journal {
  const select = store.prepare<CallRow>(sql.selectCall);
  const byEffectKey = store.prepare<CallRow>(sql.selectByEffectKey);
  const same = store.prepare<CallRow>(sql.selectSameCall);
  const insert = store.prepare(sql.insertCall);
  const behind = store.prepare<{ next: number }>(sql.nextChangedIndex);
  const redecide = store.prepare(sql.redecideCall);
  const start = store.prepare(sql.startCall);
  const end = store.prepare(sql.endCall);
  const settle = store.prepare(sql.settleCall);
  const started = store.prepare<CallRow>(sql.selectStarted);
  const unasked = store.prepare<CallRow>(sql.selectUnasked);
  const at = store.prepare<CallRow>(sql.selectAt);
  const unsaid = store.prepare<CallRow>(sql.selectUnsaid);

  const hash: Journal["hash"] = (tool, args) => sha256(canonicalJson({ tool, arguments: args }));

  const statusOf = ({ decision }: Judgement): CallStatus =>
    decision === "ask" ? "waiting" : decision === "allow" ? "ready" : "refused";

  function add({ judgement, ...rest }: Omit<CallToWrite, "run"> & { run: number | null }, now: number): CallRow {
    const id = ids.next("call");
    insert.run({
      ...rest,
      ...judgement,
      id,
      call_hash: hash(rest.tool, rest.arguments),
      arguments: canonicalJson(rest.arguments),
      effect_key: ids.next("nj"),
      repeatable: rest.repeatable ? 1 : 0,
      status: statusOf(judgement),
      now,
    });
    return select.get({ id }) as CallRow;
  }

  const find: Journal["find"] = ({ session, step, call_index, tool, arguments: args }) =>
    same.get({ session, step, call_index, call_hash: hash(tool, args) });

  return {
    hash,
    find,
    write: (call, now) =>
      store.tx(() => {
        const known = find(call);
        if (known === undefined) return add(call, now);
        const { judgement } = call;
        if (redecide.run({ id: known.id, ...judgement, status: statusOf(judgement) }).changes === 0) return known;
        return select.get({ id: known.id }) as CallRow;
      }),
    change: (old, call, now) =>
      store.tx(() => {
        const { session, step, call_index, run, event, tool } = old;
        const taken = find({ ...call, session, step, call_index, tool });
        const index = taken === undefined ? call_index : (behind.get({ session, step })?.next ?? 0);
        return add({ ...call, ...{ session, step, run, event, tool }, call_index: index }, now);
      }),
    read: (id) => select.get({ id }),
    start: (id, gen, run, now) => store.tx(() => start.run({ id, gen, run, now }).changes === 1),
    end: (id, { status, result, error }, now) =>
      store.tx(() => end.run({ id, status, result, error, now }).changes === 1),
    settle: (id, status, error, now, result = null) =>
      store.tx(() => settle.run({ id, status, error, now, result }).changes === 1),
    byEffectKey: (effect_key) => byEffectKey.get({ effect_key }),
    started: () => started.all(),
    unasked: (session) => unasked.all({ session: session ?? null }),
    at: (place) => at.get(place),
    unsaid: (session) => unsaid.all({ session }),
  };
}
