// Approval rows as cards. Promises: the whole call, why it asks, what caused it and with which words, what was noticed; nothing
// on a card can be disguised. Refuses: to judge; the reasons were written down when the call was decided.
import type { ApprovalCard, CardFinding, Chip } from "../../../preload/contract/approvals.ts";
import { ruleLine } from "../../engine/permissions/always.ts";
import type { Finding } from "../../engine/permissions/facts.ts";
import type { PermissionRule } from "../../engine/permissions/rule.ts";
import type { WaitingApprovalRow } from "../../engine/views/approvals.ts";
import { cardAsks } from "./card-asks.ts";
import { callOrigin, callText } from "./call-text.ts";
import type { CauseLines } from "./cause-lines.ts";
import type { CauseReader } from "./cause-reader.ts";
import type { ViewParts } from "./parts.ts";
import { alwaysOf, factsOf, permissionRef, readBefore } from "./permission-lines.ts";
import { blocked, chips as texts } from "./texts.ts";
import { atMomentText } from "./times.ts";
import { visible, visibleExact, visibleLines } from "./visible-text.ts";

/** What cards are made with beside their rows. */
export interface CardParts {
  causes: CauseLines;
  causeReader: CauseReader;
  rules: readonly PermissionRule[];
  /** Hosts that are known: what looks like one of them is noticed. */
  hosts: readonly string[];
  credentialState: ViewParts["credentialState"];
  /** The origins a credential may go to; none for one that is not there. */
  placesOf: (credential: string) => readonly string[];
  now: number;
  zone: string;
}

const chip = (kind: Chip["kind"], text: string, more: Partial<Chip> = {}): Chip => ({
  ...{ kind, text, exact: null, warns: false, goes: null },
  ...more,
});

function chipsOf(row: WaitingApprovalRow, { now, zone }: CardParts): Chip[] {
  if (row.asks !== null) return row.outside === 1 ? [chip("outside", texts.outside)] : [];
  const origin = callOrigin(row.tool, row.arguments);
  const chips: Chip[] = [];
  if (row.kind === "unknown") {
    const started = row.started_at === null ? null : atMomentText(row.started_at, now, zone);
    chips.push(chip("unknown", texts.unknown(started)));
  }
  chips.push(row.repeatable === 1 ? chip("repeatable", texts.repeatable) : chip("once", texts.once));
  if (origin !== null) {
    const place = visibleExact(origin);
    const disguised = /(^|[./])xn--/.test(origin);
    const text = disguised ? texts.punycode(place) : texts.destination(place);
    chips.push(chip("destination", text, { exact: place, warns: disguised }));
  }
  if (row.credential !== null) {
    const name = visibleExact(row.credential);
    const goes = { view: "permissions" as const, ref: `credential:${name}` };
    chips.push(chip("credential", texts.credential(name), { exact: name, goes }));
  }
  if (row.outside === 1) chips.push(chip("outside", texts.outside));
  return chips;
}

function findingsOf(row: WaitingApprovalRow, parts: CardParts): CardFinding[] {
  // Orders stand in what was read, never in the call itself.
  const placed = (finding: Finding, place: CardFinding["in"]) => ({
    ...finding,
    in: finding.kind === "order" ? ("cause" as const) : place,
  });
  const own = (factsOf(row)?.findings ?? []).map((finding) => placed(finding, "call"));
  const cause = [...readBefore(row), ...(row.outside === 1 ? parts.causeReader.findings(row.event, parts.hosts) : [])];
  const known = new Set(own.map(({ kind, where, what }) => JSON.stringify([kind, where, what])));
  const further = cause.filter(({ kind, where, what }) => {
    const key = JSON.stringify([kind, where, what]);
    return !known.has(key) && known.add(key);
  });
  return [...own, ...further.map((finding) => placed(finding, "cause"))].map((finding) => ({
    ...{ in: finding.in, kind: finding.kind },
    where: finding.where === "text" ? "" : visible(finding.where),
    what: visible(finding.what),
  }));
}

/** Credentials change while a card waits, and a call that was asked about could have named one that was whole then. */
function blockedOf(row: WaitingApprovalRow, { credentialState, placesOf }: CardParts): ApprovalCard["blocked"] {
  if (row.credential === null) return null;
  const credential = visibleExact(row.credential);
  const state = credentialState(row.credential) ?? "gone";
  if (state !== "ok") return { sentence: blocked.sentence(blocked.states[state](credential)), credential };
  const origin = callOrigin(row.tool, row.arguments);
  if (origin === null || placesOf(row.credential).includes(origin)) return null;
  return { sentence: blocked.sentence(blocked.place(credential, visibleExact(origin))), credential };
}

/** Cards of one tool, method, host and rule can be answered together; each keeps its own hash. */
function alikeOf(row: WaitingApprovalRow): ApprovalCard["alike"] {
  if (row.kind !== "call") return null;
  const facts = factsOf(row);
  const { verb } = callText(row.tool, row.arguments);
  const host = facts?.host ?? callOrigin(row.tool, row.arguments) ?? "";
  const method = facts?.method ?? verb;
  const rule = row.rule ?? "";
  return {
    key: JSON.stringify([row.tool, method, ...(facts?.otherMethods ?? []), host, rule]),
    name: texts.alike(visibleExact([method, host].filter((part) => part !== "").join(" ")), visible(rule)),
  };
}

export function approvalCard(row: WaitingApprovalRow, parts: CardParts): ApprovalCard {
  const asks = row.kind === "call";
  const said = asks || row.kind === "question";
  const always = asks ? alwaysOf(row, parts.rules) : null;
  return {
    id: row.id,
    kind: row.kind,
    title: visible(row.title),
    callHash: row.call_hash,
    asks: cardAsks(row.asks),
    tool: row.tool,
    ...callText(row.tool, row.arguments),
    effectKey: row.effect_key,
    cause: parts.causes.of(row.event),
    eventId: row.event,
    rule: row.rule === null ? null : visible(row.rule),
    reason: said ? visibleLines(row.decision_reason) : "",
    permission: asks ? permissionRef(row.permission, parts.rules) : null,
    findings: findingsOf(row, parts),
    blocked: blockedOf(row, parts),
    causeText: row.outside === 1 ? parts.causeReader.text(row.event) : null,
    chips: chipsOf(row, parts),
    always: always === null ? null : { line: ruleLine(always), outside: !always.trusted },
    alike: alikeOf(row),
    askedAt: row.asked_at,
    due: row.due,
    windowSeconds: row.window,
    askedAgain: row.asked_again_of !== null,
  };
}
