// Model, limits, servers and folders as Settings shows them. Promises: what a server says is text, with what hides made visible; of
// secrets only references and states. Refuses: to decide; what becomes of a tool's calls is what `decide` says of the plainest one.
import type {
  ModelRow,
  ServerRow,
  ServerToolRow,
  ServerVariable,
  SignInRow,
  ThinkingView,
} from "../../../preload/contract/thinking-settings.ts";
import type { CallFacts } from "../../engine/permissions/facts.ts";
import { decide } from "../../engine/permissions/decide.ts";
import type { PermissionRule } from "../../engine/permissions/rule.ts";
import type { McpServerSettings, ModelSettings } from "../../settings/model.ts";
import { referenceIn } from "../../settings/server-settings.ts";
import type { ServerFacts, ViewParts } from "./parts.ts";
import { permissionRef } from "./permission-lines.ts";
import { visible, visibleExact, visibleLines } from "./visible-text.ts";

type Parts = Pick<ViewParts, "settings" | "secrets" | "servers" | "signIns" | "models">;

export function thinkingView(parts: Parts, now: number): ThinkingView {
  const { model, limits, mcpServers, folders, permissions } = parts.settings.current();
  const states = new Map(parts.servers.states().map((one) => [one.name, one]));
  return {
    now,
    model: model && modelRow(model, parts),
    limits: { ...limits },
    today: parts.models.today(),
    servers: mcpServers.map((server) => serverRow(server, states.get(server.name), permissions, parts)),
    folders: folders.map((folder) => ({ ...folder })),
  };
}

function modelRow(model: ModelSettings, { secrets, models }: Parts): ModelRow {
  const counted = models.price();
  return {
    ...model,
    keyState: model.key === null ? null : secrets.resolve(model.key).state,
    price: model.price && { ...model.price },
    countedPrice: counted && { ...counted },
  };
}

function serverRow(
  server: McpServerSettings,
  facts: ServerFacts | undefined,
  rules: readonly PermissionRule[],
  parts: Parts,
): ServerRow {
  const changed = new Map(facts?.changed.map(({ name, what }) => [name, what]));
  return {
    ...{ name: server.name, enabled: server.enabled, timeoutSeconds: server.timeoutSeconds },
    line: serverLine(server),
    way: wayOf(server, parts),
    state: stateOf(facts),
    tools:
      facts?.tools?.map(
        ({ name, title, description }): ServerToolRow => ({
          ...{ name, title: title === null ? null : visible(title), description: visibleLines(description) },
          changed: changed.get(name) ?? [],
          ...standing(`${server.name}/${name}`, changed.has(name), rules),
        }),
      ) ?? null,
    print: facts?.print ?? "",
    leftOut: facts?.state.state === "ready" ? facts.state.leftOut.map(visible) : [],
  };
}

function wayOf(server: McpServerSettings, { secrets, signIns }: Parts): ServerRow["way"] {
  if (server.kind === "url") {
    const { url, header, key } = server;
    const keyState = key === null ? null : secrets.resolve(key).state;
    const signIn = key === null ? shownSignIn(signIns.state(server.name)) : null;
    return { kind: "url", url, header: `${header.name}: ${header.value}`, key, keyState, signIn };
  }
  const { command, args, cwd, env } = server;
  const variable = ([name, value]: [string, string]): ServerVariable => {
    const reference = referenceIn(value);
    return { name, value, state: reference === null ? null : secrets.resolve(reference).state };
  };
  return { kind: "command", command, args: [...args], cwd, env: Object.entries(env).map(variable) };
}

/** What a stranger's server says of itself is made visible. */
function shownSignIn(state: SignInRow): SignInRow {
  if (state.kind === "wanted") return { ...state, scope: state.scope === null ? null : visible(state.scope) };
  return state;
}

function stateOf(facts: ServerFacts | undefined): ServerRow["state"] {
  const state = facts?.state;
  switch (state?.state) {
    case undefined:
    case "off":
      return { kind: "off" };
    case "starting":
      return { kind: "starting" };
    case "ready": {
      const { name, version, title } = state.server;
      return { kind: "ready", server: visible(`${title ?? name} ${version}`.trim()) };
    }
    case "failed":
      // It is looked at right here.
      return {
        kind: "failed",
        sentence: visible(state.sentence.replace(/ Look at it in Settings\.$/, "")),
        said: visibleLines(state.said),
      };
  }
}

/** As the tool host has it of every server's tool: an effect that leaves this computer and brings text from outside. */
const plainest = (tool: string, changed: boolean): CallFacts => ({
  ...{ tool, known: true, reads: false, outward: true, brings: "untrusted" },
  ...{ method: null, host: null, path: null, folder: null, recipient: null, amount: null, credential: null },
  findings: changed ? [{ kind: "unchecked", where: "tool", what: "It changed." }] : [],
});

function standing(tool: string, changed: boolean, rules: readonly PermissionRule[]) {
  const { decide: decision, rule } = decide(plainest(tool, changed), "clean", rules, false);
  return { decision, permission: rule === null ? null : permissionRef(JSON.stringify(rule), rules) };
}

/** How a server is reached, whole. */
export const serverLine = (
  server: { kind: "command"; command: string; args: readonly string[] } | { kind: "url"; url: string },
): string => (server.kind === "url" ? visibleExact(server.url) : commandLine(server.command, server.args));

/** A command as one line that reads back the same: what a shell would take apart stands in quotes. */
export const commandLine = (command: string, args: readonly string[]): string =>
  visibleExact([command, ...args].map(quoted).join(" "));

const quoted = (word: string): string =>
  /^[A-Za-z0-9_@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
