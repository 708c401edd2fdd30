// Answering cards: one, several, with words, with a rule, or with another call. Promises: each answer is bound to its own call;
// the rule that is written is, to the letter, the one that was seen. Refuses: to answer when the rule could not be written.
import type { Input } from "../../../preload/contract/channels.ts";
import type { AnswerResult, EditResult, Reply } from "../../../preload/contract/approvals.ts";
import type { Done, Topic } from "../../../preload/contract/views.ts";
import { ruleLine } from "../../engine/permissions/always.ts";
import { type Asks, misfit } from "../../engine/permissions/asks.ts";
import type { PermissionRule } from "../../engine/permissions/rule.ts";
import { answerResult, type Standing } from "../views/answer-result.ts";
import { answers as texts } from "../views/texts.ts";
import type { Views } from "../views/views.ts";
import { not } from "./done.ts";
import type { Handlers } from "./gate.ts";

type Answer = Input<"approvals.answer">["answer"];
type JsonObject = { [key: string]: Json };
type Json = null | boolean | number | string | Json[] | JsonObject;

export interface ApprovalParts {
  views: Views;
  engine: {
    answer(
      id: string,
      callHash: string,
      answer: Answer,
      from: string,
      said?: { words?: string; always?: string; reply?: Reply },
    ): Standing;
    edit(id: string, callHash: string, args: JsonObject, from: string): Promise<EditResult>;
  };
  settings: {
    current(): { permissions: readonly PermissionRule[] };
    addPermission(rule: PermissionRule): Done;
    removePermission(index: number, seen: PermissionRule): Done;
  };
  /** Whether the value of a secret that is kept stands in it, in any form. */
  holdsSecret: (text: string) => boolean;
  clock: { now(): number };
  zone: () => string;
  changed: (topics: readonly Topic[]) => void;
}

const answered: readonly Topic[] = ["approvals", "outbox", "activity", "permissions", "status"];

/** JSON text as the arguments of a call, or why it can't be. */
function readArguments(text: string): { ok: true; value: JsonObject } | { ok: false; sentence: string } {
  try {
    const value = JSON.parse(text) as Json;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ok: true, value };
    return not(texts.notEdited.object);
  } catch (error) {
    return not(texts.notEdited.json(error instanceof Error ? error.message : "it can not be read"));
  }
}

export function approvalHandlers({ views, engine, settings, holdsSecret, clock, zone, changed }: ApprovalParts) {
  const result = (id: string, standing: Standing): AnswerResult =>
    answerResult(id, standing, views.approval(id)?.status ?? "", clock.now(), zone());

  function answer(
    id: string,
    callHash: string,
    given: Answer,
    said: { words?: string; always?: string } = {},
    reply?: Reply,
  ): AnswerResult {
    // Why a reply does not do is said before anything is answered.
    const asks = reply === undefined ? null : (views.approval(id)?.asks ?? null);
    const why = asks === null ? null : misfit(JSON.parse(asks) as Asks, reply);
    if (why !== null) return { id, stands: "refused", yours: false, sentence: texts.misfit(why) };
    // It would be written down, and go to an agent or to somebody's server.
    if (holdsSecret(JSON.stringify([said.words ?? "", reply ?? null]))) {
      return { id, stands: "refused", yours: false, sentence: texts.refused.secret };
    }
    const all = reply === undefined ? said : { ...said, reply };
    return result(id, engine.answer(id, callHash, given, "window", all));
  }

  /** The rule first, so that a yes never stands for one that is not there; all in one turn, so that nothing comes between. */
  function answerAlways(id: string, callHash: string, line: string): AnswerResult {
    const refused = (sentence: string): AnswerResult => ({ id, stands: "refused", yours: false, sentence });
    const rule = views.always(id, callHash);
    if (rule === null) {
      // Answered, expired or another call by now: then that is what is said, and nothing is written.
      const row = views.approval(id);
      if (row === undefined) return result(id, { stands: "not_found", yours: false, approval: null });
      if (row.answer !== null) return result(id, { stands: row.answer, yours: false, approval: row });
      return refused(texts.refused.notHelping);
    }
    if (ruleLine(rule) !== line) return refused(texts.refused.otherLine);
    const due = views.approval(id)?.due ?? null;
    // Too late: the answer's own transaction says so, and no rule is written for it.
    if (due !== null && clock.now() >= due) return answer(id, callHash, "yes");
    const written = settings.addPermission(rule);
    if (!written.ok) return refused(texts.refused.notWritten(written.sentence));
    const takeBack = (): Done => settings.removePermission(settings.current().permissions.length - 1, rule);
    let stands: AnswerResult;
    try {
      stands = answer(id, callHash, "yes", { always: line });
    } catch (error) {
      // The answer's commit was refused: no rule stays in force without its yes, or it is said that one does.
      const back = takeBack();
      if (!back.ok) return refused(texts.refused.ruleStays(line, back.sentence));
      throw error;
    }
    if (stands.stands === "yes" && stands.yours) return stands;
    const back = takeBack();
    return back.ok ? stands : { ...stands, sentence: `${stands.sentence} ${texts.ruleStays(line, back.sentence)}` };
  }

  return {
    "approvals.answer": ({ id, callHash, answer: given, words, always, reply }) => {
      const said = words === undefined ? {} : { words };
      const stands =
        always === undefined ? answer(id, callHash, given, said, reply) : answerAlways(id, callHash, always);
      changed(always === undefined ? answered : [...answered, "settings"]);
      return stands;
    },
    "approvals.answerMany": ({ cards, answer: given }) => {
      const stands = cards.map(({ id, callHash }) => answer(id, callHash, given));
      changed(answered);
      return stands;
    },
    "approvals.edit": async ({ id, callHash, arguments: text }) => {
      const read = readArguments(text);
      if (!read.ok) return read;
      const edited = await engine.edit(id, callHash, read.value, "window");
      changed(answered);
      return edited;
    },
    "approvals.details": ({ id, callHash }) => views.details(id, callHash),
    "approvals.get": ({ id, yours }) => {
      const row = views.approval(id);
      if (row === undefined || row.answer === null) return null;
      return result(id, { stands: row.answer, yours, approval: row });
    },
    "approvals.history": ({ before, limit }) =>
      views.history(before === null ? null : { answered_at: before.at, row: before.row }, limit),
  } satisfies Partial<Handlers>;
}
