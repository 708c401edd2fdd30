// Who may import whom, as a table (the design's section on folders). Promises: the first fence whose folder holds a file judges
// it. Refuses: whatever a fence does not name.
// Type-only imports count like others, with three exceptions that carry no code: a `ports.ts` or `events.ts` of another part of
// the engine (ports are made to be filled from elsewhere), `settings/model.ts`, and the contract's types.
import type { Import } from "./sources.ts";

export interface Fence {
  /** A folder, or a file. */
  of: string;
  /** Folders or files of ours, besides its own folder. */
  may: string[];
  /** The same, for type-only imports. */
  mayTypes?: string[];
  packages?: string[];
  /** Whether Node's own modules may be used, or which alone. */
  node?: boolean | string[];
}

const engine = "app/main/engine";
const contract = "app/preload/contract";
const shapes = [`${engine}/inbox/events.ts`, `${engine}/outbox/ports.ts`, `${engine}/worker/ports.ts`];
/** What a part outside of the engine may know of it. */
const face = [`${engine}/engine.ts`, `${engine}/ports.ts`, `${engine}/defaults.ts`];
const purePackages = ["zod", "croner", "temporal-polyfill"];

function primitive(name: string, others: string[] = []): Fence {
  return {
    of: `${engine}/${name}`,
    may: [
      `${engine}/ports.ts`,
      `${engine}/defaults.ts`,
      `${engine}/store/trouble.ts`,
      ...others.map((other) => `${engine}/${other}`),
    ],
    mayTypes: [`${engine}/store/store.ts`, ...shapes],
    packages: purePackages,
  };
}

/** A part of main beside the engine: it knows the engine's face, the settings' shape and the contract. */
function part(name: string, more: Partial<Omit<Fence, "of">>): Fence {
  return {
    of: `app/main/${name}`,
    may: [...face, ...(more.may ?? [])],
    mayTypes: [...shapes, "app/main/settings/model.ts", contract, ...(more.mayTypes ?? [])],
    packages: more.packages ?? [],
    node: more.node ?? true,
  };
}

export const fences: Fence[] = [
  { of: `${engine}/store`, may: [], packages: ["better-sqlite3"] },
  primitive("inbox"),
  primitive("journal"),
  primitive("sessions"),
  primitive("timers", ["inbox"]),
  primitive("outbox", ["inbox"]),
  primitive("permissions", ["timers", "inbox", "journal"]),
  primitive("worker", ["inbox", "journal", "sessions", "timers", "outbox", "permissions"]),
  primitive("memory"),
  primitive("views", ["sessions"]),
  { of: engine, may: [], packages: purePackages },
  part("webhooks", { packages: ["fastify", "@octokit/webhooks-methods", "standardwebhooks", "zod"] }),
  part("agenthost", { may: [contract] }),
  part("channels", {}),
  // Pure: a phrase, a moment and a zone go in.
  part("phrases", { packages: ["chrono-node", "temporal-polyfill"], node: false }),
  // What it reads phrases and searches memory with it is handed.
  part("conversation", { node: false, mayTypes: [contract] }),
  part("tools", {
    may: [
      "app/main/settings/origins.ts",
      ...["url-path", "protected", "disguise", "smuggling"].map((name) => `${engine}/permissions/${name}.ts`),
    ],
    mayTypes: [`${engine}/permissions/facts.ts`],
    packages: ["undici", "ipaddr.js", "zod"],
  }),
  // What it knows of settings and other parts it is handed; these are pure.
  part("toolhost", {
    may: [
      contract,
      ...["weigh", "patience", "fork-node"].map((name) => `app/main/agenthost/${name}.ts`),
      ...["protected", "disguise"].map((name) => `${engine}/permissions/${name}.ts`),
      ...["addressed", "facts"].map((name) => `app/main/tools/${name}.ts`),
      "app/main/settings/server-settings.ts",
    ],
    packages: ["zod"],
    mayTypes: [
      "app/main/agenthost/agent-process.ts",
      "app/main/proxy/credentials.ts",
      ...["asks", "facts", "grants"].map((name) => `${engine}/permissions/${name}.ts`),
    ],
  }),
  // The protocol's own library signs in; what it asks for goes through the gate.
  part("signin", {
    may: [contract],
    mayTypes: ["app/main/settings/secrets.ts", "app/main/tools/outgoing.ts"],
    packages: ["@modelcontextprotocol/client", "zod"],
  }),
  part("proxy", {
    may: ["app/main/tools/headers.ts", "app/main/tools/secret-forms.ts"],
    mayTypes: [
      ...["gate", "outgoing"].map((name) => `app/main/tools/${name}.ts`),
      ...["grants", "ledger"].map((name) => `${engine}/permissions/${name}.ts`),
    ],
    packages: ["fastify"],
  }),
  part("models", {
    mayTypes: [
      ...["forward", "proxy"].map((name) => `app/main/proxy/${name}.ts`),
      `${engine}/sessions/model-requests.ts`,
      // Auto mode's second opinion is a port of the engine's, filled here.
      `${engine}/permissions/auto-mode.ts`,
    ],
    packages: ["temporal-polyfill"],
  }),
  part("memory", { packages: ["yaml", "zod"] }),
  part("settings", {
    may: [`${engine}/timers/schedule.ts`, `${engine}/permissions/always.ts`, contract],
    mayTypes: [`${engine}/permissions/rule.ts`],
    packages: ["yaml", "zod"],
  }),
  // Views and the IPC gate are the desktop's, and yet plain: a test reads them without Electron.
  part("desktop/views", {
    may: [
      `${contract}/room.ts`,
      `${engine}/views`,
      ...["always", "asks", "decide", "noticed"].map((name) => `${engine}/permissions/${name}.ts`),
      ...["days", "expiring", "server-settings"].map((name) => `app/main/settings/${name}.ts`),
      "app/main/phrases",
      `${engine}/timers/schedule.ts`,
    ],
    mayTypes: [
      ...["store/store", "timers/rows", "permissions/facts", "permissions/rule"].map((name) => `${engine}/${name}.ts`),
    ],
    packages: ["temporal-polyfill"],
    node: false,
  }),
  part("desktop/ipc", {
    may: [
      "app/main/desktop/views",
      ...["always", "asks"].map((name) => `${engine}/permissions/${name}.ts`),
      "app/main/settings/references.ts",
      contract,
    ],
    mayTypes: [
      ...["zod", `${engine}/permissions/rule.ts`],
      ...["personal", "rows"].map((name) => `${engine}/timers/${name}.ts`),
      ...["access-edit", "import-servers", "thinking-changes", "thinking-edit"].map(
        (name) => `app/main/settings/${name}.ts`,
      ),
    ],
    node: false,
  }),
  part("desktop", {
    may: [
      ...["agenthost", "webhooks", "settings", "channels", "signin", "toolhost"].map((name) => `app/main/${name}`),
      `${engine}/views`,
      `${contract}/names.ts`,
    ],
    mayTypes: [`${engine}/timers/rows.ts`, `${engine}/store/store.ts`, "app/main/tools", "app/main/proxy/proxy.ts"],
    packages: ["electron", "pino"],
  }),
  { of: "app/main/index.ts", may: ["app/main", contract], packages: ["electron"], node: true },
  // The model's client, in the agent process: the one folder that knows the SDK.
  {
    of: "app/agent/think",
    may: [contract, "app/agent/text.ts", "app/agent/limits.ts"],
    packages: ["ai", "@ai-sdk/anthropic", "@ai-sdk/openai-compatible", "zod"],
  },
  { of: "app/agent", may: [contract], packages: ["jsonata", "liquidjs"], node: ["node:v8"] },
  {
    of: "app/toolhost",
    may: [contract],
    packages: ["@modelcontextprotocol/client", "undici"],
    node: ["node:child_process"],
  },
  { of: contract, may: [], packages: ["zod"] },
  { of: "app/preload/bridge.ts", may: [`${contract}/names.ts`], mayTypes: [contract], packages: ["electron"] },
  {
    of: "app/renderer",
    may: [],
    mayTypes: [contract],
    packages: [
      "react",
      "react-dom",
      "@base-ui/react",
      "@tanstack/react-query",
      "@tanstack/react-virtual",
      "lucide-react",
      "@fontsource-variable/inter",
    ],
  },
];

const within = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

export function fenceOf(path: string): Fence | undefined {
  return fences.find((fence) => within(path, fence.of));
}

/** Why a file may not import this; null when it may. */
export function trespass(path: string, { target, specifier, typeOnly }: Import): string | null {
  const fence = fenceOf(path);
  if (fence === undefined) return `${path} lies in no known folder`;
  const allowed = [...fence.may, ...(fence.packages ?? []), ...(typeOnly ? (fence.mayTypes ?? []) : [])];
  if (specifier.startsWith(".")) allowed.push(fence.of);
  else if (fence.node === true && target.startsWith("node:")) return null;
  else if (Array.isArray(fence.node)) allowed.push(...fence.node);
  if (allowed.some((one) => within(target, one))) return null;
  return `${path} may not import ${target}${typeOnly ? " (type)" : ""}`;
}
