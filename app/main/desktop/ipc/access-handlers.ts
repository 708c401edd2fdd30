// Rules, credentials, grants and the switch, as the person changes them. Promises: what was changed is told to the window.
// Refuses: to say of the switch what is not so: off holds even when it could not be written down.
import type { Input } from "../../../preload/contract/channels.ts";
import type { RulePreview } from "../../../preload/contract/permissions.ts";
import type { Done, Topic } from "../../../preload/contract/views.ts";
import type { PermissionRule } from "../../engine/permissions/rule.ts";
import { ruleOf } from "../views/permission-lines.ts";
import type { ViewParts } from "../views/parts.ts";
import { done as texts, notices } from "../views/texts.ts";
import type { Views } from "../views/views.ts";
import { not, ok } from "./done.ts";
import type { Handlers } from "./gate.ts";
import { forgetUnused, type SecretUsers } from "./unused-secret.ts";

type Eventually<T> = T | Promise<T>;

export interface AccessParts {
  views: Views;
  engine: {
    outgoing: { offSince(): number | null; set(off: boolean, from: string): void };
  };
  settings: {
    current(): SecretUsers;
    previewPermission(index: number | null, rule: PermissionRule): RulePreview;
    addPermission(rule: PermissionRule): Done;
    changePermission(index: number, seen: PermissionRule, rule: PermissionRule): Done;
    removePermission(index: number, seen: PermissionRule): Done;
    saveCredential(credential: Input<"credentials.save">): Done;
    removeCredential(name: string, withPermissions: boolean): Done;
    setAutoMode(on: boolean): Done;
  };
  secrets: { forget(name: string): Eventually<Done> };
  proxy: {
    credentialState: ViewParts["credentialState"];
    revoke(which: { id: string } | "all", why: string): number | null;
  };
  changed: (topics: readonly Topic[]) => void;
}

export function accessHandlers({ views, engine, settings, secrets, proxy, changed }: AccessParts) {
  function told(outcome: Done): Done {
    changed(["settings", "permissions", "approvals", "status"]);
    return outcome;
  }

  return {
    "permissions.get": () => views.permissions(),
    "permissions.previewRule": ({ index, rule }) => settings.previewPermission(index, ruleOf(rule)),
    "permissions.addRule": ({ rule }) => told(settings.addPermission(ruleOf(rule))),
    "permissions.changeRule": ({ index, seen, rule }) =>
      told(settings.changePermission(index, ruleOf(seen), ruleOf(rule))),
    "permissions.removeRule": ({ index, seen }) => told(settings.removePermission(index, ruleOf(seen))),
    "permissions.setAutoMode": ({ on }) => {
      const saved = settings.setAutoMode(on);
      return told(saved.ok ? ok(texts.autoMode(on)) : saved);
    },
    "credentials.save": async (credential) => {
      const reference = settings.current().credentials.find((one) => one.name === credential.name)?.secret;
      const saved = settings.saveCredential(credential);
      if (!saved.ok) return told(saved);
      const state = proxy.credentialState(credential.name) ?? "ok";
      const yet = state === "ok" ? "" : ` ${notices.credential[state](credential.name, credential.secret)}`;
      return told(ok(`${saved.sentence}${await forgetUnused(reference, settings.current(), secrets)}${yet}`));
    },
    "credentials.remove": async ({ name, withRules }) => {
      const reference = settings.current().credentials.find((one) => one.name === name)?.secret;
      const removed = settings.removeCredential(name, withRules);
      if (!removed.ok) return told(removed);
      return told(ok(`${removed.sentence}${await forgetUnused(reference, settings.current(), secrets)}`));
    },
    "grants.revoke": ({ id }) => {
      const revoked = proxy.revoke(id === null ? "all" : { id }, texts.revokedBecause);
      if (revoked === null) return told(not(texts.revokedUnwritten));
      return told(revoked === 0 ? not(texts.revoked(0)) : ok(texts.revoked(revoked)));
    },
    "uses.list": ({ before, limit }) => views.uses(before, limit),
    "outgoing.set": ({ off }) => {
      try {
        engine.outgoing.set(off, "window");
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return told(not(off ? texts.offUnwritten(why) : texts.notOn(why)));
      }
      return told(ok(texts.outgoing(off)));
    },
  } satisfies Partial<Handlers>;
}
