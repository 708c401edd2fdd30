// Main's side of the tool host: the tools of MCP servers as `<server>/<tool>`. Promises: a call never rejects, and is `transient` only
// when surely nothing was sent (rules 4 and 9). Refuses: to believe a server's hints; to validate by a stranger's patterns.
import type { Clock, Log, Wait } from "../engine/ports.ts";
import type { JsonObject, ToolCheck, ToolOutcome, ToolPort } from "../engine/worker/ports.ts";
import type { ToolChange } from "../../preload/contract/thinking-settings.ts";
import type { Challenge, FromToolHost, ServerTool } from "../../preload/contract/toolhost.ts";
import type { McpServerSettings } from "../settings/model.ts";
import { createCalls, type OnElicitation } from "./calls.ts";
import { factsOf, type ServerFactsParts } from "./facts.ts";
import type { HostProcess } from "./host-process.ts";
import { createKeeper, killProcessGroup } from "./keeper.ts";
import { type LaunchDeps, launchOf } from "./launches.ts";
import { defaultLimits, type ToolHostLimits } from "./limits.ts";
import { abortion, outcomeOf } from "./outcomes.ts";
import { refusal } from "./schema.ts";
import { createSeen, printOf, type SeenStore } from "./seen.ts";
import { createServerLink, type ServerLink, type ServerState } from "./server.ts";

export interface ToolHostDeps extends LaunchDeps, ServerFactsParts {
  launch: () => HostProcess;
  /** As they stand; read at the start and at each `refresh`. */
  servers: () => readonly McpServerSettings[];
  seen: SeenStore;
  wait: Wait;
  clock: Clock;
  log: Log;
  /** Without it, every question of a server is cancelled. */
  onElicitation?: OnElicitation;
  /** A server refused a request for want of a key or a sign-in. Told before what comes of it. */
  challenged?: (server: string, challenge: Challenge) => void;
  /** Something that `states` tells has changed. */
  changed?: () => void;
  limits?: Partial<ToolHostLimits>;
}

export interface ServerView {
  name: string;
  enabled: boolean;
  state: ServerState;
  /** The last list that is known; null before the first. */
  tools: readonly ServerTool[] | null;
  /** Those of them that are not as the person saw them last. */
  changed: { name: string; what: ToolChange[] }[];
  /** Stands for exactly this list. */
  print: string;
}

export interface ToolHost extends ToolPort {
  /** Starts every server that is not switched off, and waits until each is ready or has failed; not for ever. Never rejects. */
  prepare(signal: AbortSignal): Promise<void>;
  states(): ServerView[];
  /** Starts one anew, whatever went wrong before: after its secrets changed, too. Never rejects. */
  start(server: string): Promise<void>;
  /** The person has looked at a server's tools. False, and nothing is accepted, when they are not those of that print any more. */
  acknowledge(server: string, print: string): boolean;
  /** Takes the settings as they stand: what was changed or removed is stopped. */
  refresh(): void;
  /** Stops every server and the process. */
  close(): Promise<void>;
}

const changedSince = (name: string): string =>
  `${name} was not called: its server has changed it since you looked at it last. Look at it in Settings.`;

const namesShown = 40;

export function createToolHost(deps: ToolHostDeps): ToolHost {
  const { wait, clock, log } = deps;
  const limits = { ...defaultLimits, ...deps.limits };
  const links = new Map<string, ServerLink>();
  const seen = createSeen(deps.seen);
  const changed = deps.changed ?? (() => undefined);
  /** Whether a tool was known to have changed when a call of it was decided last. */
  const judged = new Map<string, boolean>();
  let sessions = 0;
  let closed = false;

  const keeper = createKeeper({
    ...{ wait, log, limits, heard, killGroup: killProcessGroup },
    launch: deps.launch,
    lost: (why) => {
      for (const link of links.values()) {
        const session = link.session();
        if (session !== null) calls.ended(session, `the tool host process is gone: ${why}`);
        link.lost(why);
      }
    },
  });
  const calls = createCalls({
    ...{ wait, log, limits, post: keeper.post, tell: keeper.tell },
    onElicitation: deps.onElicitation ?? (() => Promise.resolve({ action: "cancel" })),
  });

  const linkOf = (session: number) => [...links.values()].find((one) => one.session() === session);

  function heard(message: FromToolHost): void {
    if ("session" in message && message.session >= sessions) return nonsense();
    switch (message.type) {
      case "started":
      case "tools":
      case "ended": {
        const link = linkOf(message.session);
        if (message.type === "ended") {
          log.warn({ server: link?.settings.name, reason: message.reason }, "An MCP server's connection ended.");
        }
        link?.heard(message);
        // The first list of a server is kept as seen when it comes, not when somebody asks.
        if (link !== undefined) changedOf(link);
        return;
      }
      case "challenged": {
        const name = linkOf(message.session)?.settings.name;
        return name === undefined ? undefined : deps.challenged?.(name, message.challenge);
      }
      case "progress":
      case "result":
      case "elicit":
      case "unasked":
        if (!calls.heard(message)) nonsense();
        return;
      case "ready":
      case "child":
        // The keeper's own.
        return;
    }
  }

  function nonsense(): void {
    log.error({}, "The tool host process spoke of something that there is not, and was ended.");
    keeper.kill("it spoke of something that there is not");
  }

  function open(settings: McpServerSettings): void {
    links.set(
      settings.name,
      createServerLink({
        ...{ settings, wait, clock, limits, changed, post: keeper.post, tell: keeper.tell },
        launch: () => launchOf(settings, deps),
        nextSession: () => sessions++,
      }),
    );
  }

  function refresh(): void {
    const wanted = new Map(closed ? [] : deps.servers().map((one) => [one.name, one]));
    for (const [name, link] of links) {
      if (JSON.stringify(wanted.get(name)) === JSON.stringify(link.settings)) continue;
      const session = link.session();
      link.stop();
      if (session !== null) calls.ended(session, "its server was stopped, for its settings changed");
      links.delete(name);
    }
    for (const settings of wanted.values()) if (!links.has(settings.name)) open(settings);
    if (!closed) seen.keep([...links.keys()]);
    changed();
  }

  function changedOf({ settings, tools }: ServerLink): Map<string, ToolChange[]> {
    const list = tools();
    return list === null ? new Map<string, ToolChange[]>() : seen.changed(settings.name, list);
  }

  interface Found {
    link: ServerLink;
    /** The server's own name for it. */
    tool: string;
    /** Null while its server was not connected yet. */
    spec: ServerTool | null;
  }

  /** A sentence when there is no such tool. */
  function find(name: string): Found | string {
    const [server = "", ...rest] = name.split("/");
    const tool = rest.join("/");
    const link = links.get(server);
    if (link === undefined) {
      const known = [...links.keys()].slice(0, namesShown).join(", ");
      return `There is no MCP server named "${server.slice(0, 100)}". ${known === "" ? "None is set up." : `There are: ${known}.`}`;
    }
    if (!link.settings.enabled) return `The MCP server "${server}" is switched off in Settings.`;
    const list = link.tools();
    const spec = list?.find((one) => one.name === tool) ?? null;
    if (list !== null && spec === null) {
      const known = list.slice(0, namesShown).map((one) => `${server}/${one.name}`);
      const more = list.length > known.length ? " and others" : "";
      return `The MCP server "${server}" has no tool named "${tool.slice(0, 100)}". It has: ${known.join(", ")}${more}.`;
    }
    return { link, tool, spec };
  }

  function check(name: string, args: JsonObject): ToolCheck {
    const found = find(name);
    if (typeof found === "string") return { ok: false, error: found };
    const error = refusal(found.spec, name, args);
    if (error !== null) return { ok: false, error };
    const changed = changedOf(found.link).has(found.tool);
    judged.set(name, changed);
    const facts = factsOf(deps, name, args, changed);
    // What the person says of it, never what the server hints.
    return { ok: true, arguments: args, repeatable: found.link.settings.repeatable.includes(found.tool), facts };
  }

  async function call(
    { tool: name, arguments: args, effectKey }: Parameters<ToolPort["call"]>[0],
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const failed = (error: string): ToolOutcome => ({ kind: "failed", error, result: null, retry: false });
    for (let attempt = 0; ; attempt++) {
      const known = find(name);
      if (typeof known === "string") return failed(known);
      const ensured = await Promise.race([known.link.ensure(), abortion(signal)]);
      if (!ensured.ok) return { kind: "transient", reason: `${name} was not called: ${ensured.sentence}` };
      // Only now its tools are known for certain; an approval may be days older.
      const found = find(name);
      if (typeof found === "string") return failed(found);
      const error = refusal(found.spec, name, args);
      if (error !== null) return failed(error);
      // It was not connected when this was decided, or has changed since: nobody has seen what it would do now.
      if (judged.get(name) === false && changedOf(found.link).has(found.tool)) return failed(changedSince(name));
      const { link, tool } = found;
      const { name: server, timeoutSeconds } = link.settings;
      const timeoutMilliseconds = timeoutSeconds * 1000;
      const { session } = ensured;
      const outcome = await calls.make(
        { server, session, tool, arguments: args, effectKey, timeoutMilliseconds },
        signal,
      );
      if (outcome.kind === "done" || outcome.kind === "failed") link.proved();
      if (outcome.kind !== "not_sent" || !outcome.over) return outcomeOf(name, outcome);
      // Its session was stale and nothing was sent: once more, in a new one.
      link.renew(session);
      if (attempt > 0 || signal.aborted) return outcomeOf(name, outcome);
    }
  }

  refresh();
  return {
    check,
    call,
    refresh,
    specs: () =>
      [...links.values()].flatMap(({ settings, tools }) =>
        settings.enabled
          ? (tools() ?? []).map(({ name, title, description, inputSchema }) => ({
              ...{ name: `${settings.name}/${name}`, inputSchema },
              description: description === "" ? (title ?? "") : description,
            }))
          : [],
      ),
    async prepare(signal) {
      const starting = [...links.values()].filter(({ settings }) => settings.enabled).map((link) => link.ensure());
      if (starting.length === 0) return;
      let stopWatch = (): void => undefined;
      const enough = new Promise<void>((resolve) => {
        stopWatch = wait(limits.prepareMilliseconds, resolve);
      });
      await Promise.race([Promise.all(starting), enough, abortion(signal)]);
      stopWatch();
    },
    states: () =>
      [...links.values()].map((link) => ({
        ...{ name: link.settings.name, enabled: link.settings.enabled, state: link.state() },
        tools: link.tools(),
        changed: [...changedOf(link)].map(([name, what]) => ({ name, what })),
        print: printOf(link.tools() ?? []),
      })),
    async start(server) {
      const link = links.get(server);
      const session = link?.session() ?? null;
      const started = link?.start();
      if (session !== null) calls.ended(session, "its server was started anew");
      await started;
    },
    acknowledge(server, print) {
      const tools = links.get(server)?.tools();
      if (!tools || printOf(tools) !== print) return false;
      seen.look(server, tools);
      changed();
      return true;
    },
    async close() {
      closed = true;
      for (const link of links.values()) {
        const session = link.session();
        if (session !== null) calls.ended(session, "Nightjar quits");
      }
      await keeper.quit();
      for (const link of links.values()) link.stop();
    },
  };
}
