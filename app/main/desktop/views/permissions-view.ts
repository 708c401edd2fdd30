// Permissions as the window shows them: the switch, rules with their lines, credentials with their state, grants. Promises: names
// and states. Refuses: values of secrets and tokens.
import type { CredentialRow, GrantRow, PermissionRow, PermissionsView } from "../../../preload/contract/permissions.ts";
import { ruleLine } from "../../engine/permissions/always.ts";
import type { PermissionRule } from "../../engine/permissions/rule.ts";
import type { AnsweredApprovalRow } from "../../engine/views/approvals.ts";
import type { GrantRow as StoredGrant, UseRow as StoredUse } from "../../engine/views/audit.ts";
import { daysBetween } from "../../settings/days.ts";
import type { CredentialSettings } from "../../settings/model.ts";
import type { ViewParts } from "./parts.ts";
import { inputOf } from "./permission-lines.ts";
import { dayText } from "./times.ts";
import { visible, visibleExact } from "./visible-text.ts";

function permissionRow(
  rule: PermissionRule,
  index: number,
  made: ReadonlyMap<string | null, AnsweredApprovalRow>,
): PermissionRow {
  const text = ruleLine(rule);
  const by = made.get(text);
  return {
    ...inputOf(rule),
    index,
    line: rule.line,
    text,
    madeBy: by === undefined ? null : { eventId: by.event, title: visible(by.title), at: by.answered_at },
  };
}

function credentialRow(
  { name, secret, header, destinations, expiresOn }: CredentialSettings,
  { secrets, settings, credentialState }: Pick<ViewParts, "secrets" | "settings" | "credentialState">,
  lastUsedAt: number | null,
  today: string,
): CredentialRow {
  const kept = secrets.names().find((one) => `keychain:${one.name}` === secret);
  return {
    name,
    secret,
    state: credentialState(name) ?? "missing",
    untilQuit: kept?.kept === "until_quit",
    header: `${header.name}: ${header.value}`,
    destinations: [...destinations],
    expiresOn,
    daysLeft: expiresOn === null ? null : daysBetween(today, expiresOn),
    rules: settings.current().permissions.filter((rule) => rule.credential === name).length,
    lastUsedAt,
  };
}

function grantOver(row: StoredGrant, now: number): GrantRow["over"] {
  if (row.revoked_at !== null) return "revoked";
  if (row.uses_left <= 0) return "used_up";
  return row.expires_at <= now ? "expired" : null;
}

function grantRow(row: StoredGrant, now: number): GrantRow {
  return {
    id: row.id,
    purpose: visible(row.purpose),
    credential: row.credential,
    destination: visibleExact(row.destination),
    methods: row.methods,
    pathPrefix: visibleExact(row.path_prefix),
    usesLeft: row.uses_left,
    madeAt: row.made_at,
    expiresAt: row.expires_at,
    over: grantOver(row, now),
    why: row.revoked_why === null ? null : visible(row.revoked_why),
    eventId: row.event,
  };
}

const usesPage = 100;

/**
 * When a credential last left, or may have: what was refused or not sent was no use of it.
 * @param page its uses, newest first, of ids below `before`
 */
export function lastUseAt(page: (before: number | null, limit: number) => readonly StoredUse[]): number | null {
  for (let before: number | null = null; ; ) {
    const uses = page(before, usesPage);
    const found = uses.find(({ outcome }) => outcome !== "refused" && outcome !== "not_sent");
    if (found !== undefined || uses.length < usesPage) return found?.at ?? null;
    before = uses.at(-1)?.id ?? null;
  }
}

export interface AccessRows {
  /** The latest answers, newest first. */
  answers: readonly AnsweredApprovalRow[];
  grants: { live: readonly StoredGrant[]; recent: readonly StoredGrant[] };
  lastUse(credential: string): number | null;
}

export function permissionsView(
  parts: Pick<ViewParts, "settings" | "secrets" | "engine" | "credentialState">,
  rows: AccessRows,
  now: number,
  zone: string,
): PermissionsView {
  const { permissions, credentials, autoMode } = parts.settings.current();
  // The newest card that wrote a line counts: it is the one that stands.
  const made = new Map(rows.answers.toReversed().map((row) => [row.always, row]));
  const today = dayText(now, zone);
  return {
    now,
    outgoing: { offSince: parts.engine.outgoing.offSince() },
    autoMode,
    rules: permissions.map((rule, index) => permissionRow(rule, index, made)),
    credentials: credentials.map((one) => credentialRow(one, parts, rows.lastUse(one.name), today)),
    grants: [...rows.grants.live, ...rows.grants.recent.filter((row) => grantOver(row, now) !== null)].map((row) =>
      grantRow(row, now),
    ),
  };
}
