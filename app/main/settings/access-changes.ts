// What a person changes about access: permissions, credentials, exchanged secrets, auto mode. Promises: what is written
// reads back as what was shown, and nothing else is different. Refuses: to change a permission that is not the one that was seen.
import type { RulePreview } from "../../preload/contract/permissions.ts";
import type { Done } from "../../preload/contract/views.ts";
import type { PermissionRule } from "../engine/permissions/rule.ts";
import {
  type CredentialInput,
  dropCredential,
  dropPermission,
  editPermission,
  permissionText,
  putAutoMode,
  putCredential,
  putNextSecret,
  putOneSecret,
  putPermission,
} from "./access-edit.ts";
import type { Content } from "./files.ts";
import type { Settings } from "./model.ts";
import type { Edit } from "./yaml-edit.ts";

export interface AccessChanges {
  /** Written at the end of the list, exactly as `ruleLine` shows it. */
  addPermission(rule: PermissionRule): Done;
  /** @param index from 0, in the settings' list. @param seen what stood there when the person decided; its line may differ. */
  removePermission(index: number, seen: PermissionRule): Done;
  changePermission(index: number, seen: PermissionRule, rule: PermissionRule): Done;
  /** What would stand in config.yaml, to the letter, or why it can't. @param index of the one to change; null adds it. */
  previewPermission(index: number | null, rule: PermissionRule): RulePreview;
  /** Adds it, or changes the one of that name. */
  saveCredential(credential: CredentialInput): Done;
  /** Refused while a permission names it, unless those go with it. */
  removeCredential(name: string, withPermissions: boolean): Done;
  /** From now on both secrets prove a delivery of the source. */
  rotateSource(name: string, nextReference: string): Done;
  /** Leaves one of the two. The day on which the old one stops working goes with it. */
  finishRotation(name: string, keep: "next" | "present"): Done;
  setAutoMode(on: boolean): Done;
}

export interface Guard {
  /** Why not, by the settings as the file has them in this moment. Ends the sentence. */
  refuse?: (before: Settings) => string | null;
  /** Why not, by what the changed text reads as. */
  verify?: (after: Settings, before: Settings) => string | null;
}

export type Planned = { ok: true; before: Content; text: string } | { ok: false; why: string };
/** What `change` would write; writes nothing. */
export type Plan = (edit: Edit, guard?: Guard) => Planned;

/** Writes config.yaml; see `change` in settings.ts. */
export type Change = (what: string, verb: "saved" | "removed" | "added", edit: Edit, guard?: Guard) => Done;

/** What a rule says, wherever it stands. */
const meaning = (rule: PermissionRule | undefined): string =>
  JSON.stringify(
    rule && [
      ...[rule.tool, rule.methods, rule.host, rule.path, rule.folder, rule.recipient, rule.amountMax],
      ...[rule.credential, rule.exact ?? false, rule.decide, rule.trusted, rule.windowSeconds],
    ],
  );

const moved = "it is not the one that was shown any more, since config.yaml has changed. Look at the list again.";

const noSource = "there is no such source.";

/** After the change the list says exactly this. */
const readsAs =
  (expected: (before: readonly PermissionRule[]) => readonly PermissionRule[]) =>
  (after: Settings, before: Settings): string | null =>
    after.permissions.map(meaning).join("\n") === expected(before.permissions).map(meaning).join("\n")
      ? null
      : "it can not be written so that it reads back the same. Write it into config.yaml by hand.";

export function createAccessChanges(change: Change, plan: Plan): AccessChanges {
  const stands = (index: number, seen: PermissionRule) => (before: Settings) =>
    meaning(before.permissions[index]) === meaning(seen) ? null : moved;
  const source = (before: Settings, name: string) => before.sources.find((one) => one.name === name);

  return {
    addPermission: (rule) =>
      change("The permission", "added", putPermission(rule), { verify: readsAs((before) => [...before, rule]) }),
    removePermission: (index, seen) =>
      change("The permission", "removed", dropPermission(index), {
        refuse: stands(index, seen),
        verify: readsAs((before) => before.toSpliced(index, 1)),
      }),
    changePermission: (index, seen, rule) =>
      change("The permission", "saved", editPermission(index, rule), {
        refuse: stands(index, seen),
        verify: readsAs((before) => before.with(index, rule)),
      }),
    previewPermission: (index, rule) => {
      const planned =
        index === null
          ? plan(putPermission(rule), { verify: readsAs((before) => [...before, rule]) })
          : plan(editPermission(index, rule), { verify: readsAs((before) => before.with(index, rule)) });
      if (!planned.ok) return { ok: false, sentence: planned.why };
      return { ok: true, text: permissionText(planned.text, index) };
    },
    saveCredential: (credential) => change(`The credential ${credential.name}`, "saved", putCredential(credential)),
    removeCredential: (name, withPermissions) =>
      change(`The credential ${name}`, "removed", dropCredential(name, withPermissions), {
        refuse: ({ credentials, permissions }) => {
          if (!credentials.some((one) => one.name === name)) return "there is no such credential.";
          const naming = permissions.filter((rule) => rule.credential === name);
          if (naming.length === 0 || withPermissions) return null;
          const lines = naming.map(({ line }) => line ?? "?").join(", ");
          return naming.length === 1
            ? `the permission on line ${lines} of config.yaml names it. Remove that first, or both together.`
            : `${naming.length} permissions name it (lines ${lines} of config.yaml). Remove them first, or all together.`;
        },
      }),
    rotateSource: (name, next) =>
      change(`The new secret of ${name}`, "added", putNextSecret(name, next), {
        refuse: (before) => {
          const found = source(before, name);
          if (found === undefined) return noSource;
          if (found.nextSecret !== null) {
            return `its secret is being exchanged for ${found.nextSecret} already. Finish that first.`;
          }
          return found.secret === next ? `${next} is its secret already. Name the one that comes.` : null;
        },
      }),
    finishRotation: (name, keep) =>
      change(`The source ${name}`, "saved", putOneSecret(name, keep), {
        refuse: (before) => {
          const found = source(before, name);
          if (found === undefined) return noSource;
          return found.nextSecret === null ? "its secret is not being exchanged; it has only one." : null;
        },
      }),
    setAutoMode: (on) => change("Auto mode", "saved", putAutoMode(on)),
  };
}
