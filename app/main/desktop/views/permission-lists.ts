// What was answered and what then happened, and every use of a credential. Promises: by name, never by value; one line each.
// Refuses: to guess how a call ended.
import type { AnswerRow, UseRow } from "../../../preload/contract/permissions.ts";
import { ruleLine } from "../../engine/permissions/always.ts";
import type { AnsweredApprovalRow } from "../../engine/views/approvals.ts";
import type { UseRow as StoredUse } from "../../engine/views/audit.ts";
import { type Asks, type Reply, wordsOf } from "../../engine/permissions/asks.ts";
import type { PermissionRule } from "../../engine/permissions/rule.ts";
import { callText } from "./call-text.ts";
import { decidedOf } from "./permission-lines.ts";
import { afterwards as texts } from "./texts.ts";
import { visible, visibleExact, visibleLines } from "./visible-text.ts";

function thenOf(row: AnsweredApprovalRow): string {
  if (row.replaced_by !== null) return texts.replaced;
  if (row.asks === null && row.answer !== "yes" && row.answer !== "again") return texts.nothing;
  const status = texts.yes[row.status] ?? "";
  const more = row.error ?? row.summary;
  return more === null ? status : `${status} ${visible(more)}`;
}

/** What the person said in words: with a no, or to a question. What they filled into a form stays between them and its server. */
function saidIn({ asks, reply, words }: AnsweredApprovalRow): string | null {
  if (asks === null || reply === null) return words;
  const said = wordsOf(JSON.parse(asks) as Asks, JSON.parse(reply) as Reply);
  return said === "" ? null : said;
}

/** @param uses ids of the call's requests in the audit */
export function answerRow(
  row: AnsweredApprovalRow,
  rules: readonly PermissionRule[],
  uses: readonly number[],
): AnswerRow {
  const alwaysAt = row.always === null ? -1 : rules.findIndex((rule) => ruleLine(rule) === row.always);
  const { verb, target } = callText(row.tool, row.arguments);
  const words = saidIn(row);
  return {
    id: row.id,
    row: row.row,
    title: visible(row.title),
    kind: row.kind,
    answer: row.answer,
    answeredAt: row.answered_at,
    from: row.answered_from ?? "",
    words: words === null ? null : visibleLines(words),
    always: row.always,
    alwaysAt: alwaysAt === -1 ? null : `rule:${alwaysAt}`,
    uses: [...uses],
    replacedBy: row.replaced_by,
    ...{ verb, target },
    afterwards: thenOf(row),
    decided: decidedOf(row, rules),
    eventId: row.event,
  };
}

export function useRow(row: StoredUse): UseRow {
  return {
    id: row.id,
    at: row.at,
    credential: row.credential,
    method: visibleExact(row.method),
    destination: visibleExact(row.destination),
    path: visibleExact(row.path),
    outcome: row.outcome,
    status: row.status,
    reason: row.reason === null ? null : visible(row.reason),
    title: row.title === null ? null : visible(row.title),
    eventId: row.event,
    answer: row.answer,
  };
}
