// What `config.yaml` means once it is checked. Every key is optional in the file; here every value stands, with its unit.
// Refuses: secrets (only references to them).
import { approvalWindowSeconds, gapSeconds } from "../engine/defaults.ts";
import type { PermissionRule } from "../engine/permissions/rule.ts";

export type SourceKind = "github" | "standard-webhooks" | "token";

export interface SourceSettings {
  name: string;
  kind: SourceKind;
  /** `env:NAME` or `keychain:NAME`. */
  secret: string;
  /** While the secret is being exchanged: the one that comes, accepted as well. */
  nextSecret: string | null;
  /** The day its secret stops working, `YYYY-MM-DD`; null when that is not known. */
  expiresOn: string | null;
  /** Rule 10: a signed body that comes again under a new unsigned id is a twin, or is run. */
  identicalBodies: "twin" | "run";
  /** What becomes of its events while a run is on: the next run, into this run at its next step, or this run begins again. */
  duringRun: "next" | "fold" | "restart";
  /** Its events of these names (`*`: all) are taken first, and a run that is on begins again for them. */
  urgent: readonly string[];
}

/** A secret that the proxy puts into outgoing requests, and where it may go. */
export interface CredentialSettings {
  name: string;
  /** `env:NAME` or `keychain:NAME`. */
  secret: string;
  /** The header it travels in; `value` holds `{secret}` exactly once. */
  header: { name: string; value: string };
  /** Origins it may go to. */
  destinations: string[];
  /** The day it stops working, `YYYY-MM-DD`; null when that is not known. */
  expiresOn: string | null;
}

export interface ScheduleSettings {
  name: string;
  /** Exactly one of `cron` (with `zone`) and `everySeconds` is set. */
  cron: string | null;
  zone: string;
  everySeconds: number | null;
  catchUp: "latest" | "each" | "skip";
  /** How many occurrences `each` makes at the most after a gap. */
  cap: number;
}

/** The model that thinks about what the rules leave. */
export interface ModelSettings {
  provider: "anthropic" | "openai-compatible";
  name: string;
  /** `env:NAME` or `keychain:NAME`; null: it is asked without one. */
  key: string | null;
  /** Without a slash at its end; of anthropic it ends in `/v1`. */
  baseUrl: string;
  maxOutputTokens: number;
  contextTokens: number;
  /** In USD per million tokens, as written; null where nothing is, then what is known of the model's family counts. */
  price: { input: number; output: number; cacheRead: number | null; cacheWrite: number | null } | null;
}

/** What runs of the model may use. */
export interface LimitSettings {
  /** Answers of the model in one run. */
  runSteps: number;
  runSeconds: number;
  /** Tokens in and out, in a day of the person's zone. */
  dayTokens: number;
  dayUsd: number;
}

interface ServerBasics {
  /** Its tools are `<name>/<tool>`. */
  name: string;
  enabled: boolean;
  /** How long one call may take without a word of progress. */
  timeoutSeconds: number;
  /** The server's own names of tools that the person knows to be safe to repeat under the same effect key (rule 9). */
  repeatable: string[];
}

export interface CommandServer extends ServerBasics {
  kind: "command";
  command: string;
  args: string[];
  /** Texts, or `env:NAME` and `keychain:NAME` in place of the value. */
  env: Record<string, string>;
  /** Absolute; null for the person's home. */
  cwd: string | null;
}

/** Who Nightjar is to a server that wants a sign-in, where the person has registered it there themselves. */
export interface SignInSettings {
  /** An id, or the https address of a page that says who the client is. */
  clientId: string;
  /** `env:NAME` or `keychain:NAME`. */
  clientSecret: string | null;
}

export interface UrlServer extends ServerBasics {
  kind: "url";
  url: string;
  /** `env:NAME` or `keychain:NAME`. */
  key: string | null;
  /** The header the key travels in; `value` holds `{secret}` exactly once. */
  header: { name: string; value: string };
  signIn: SignInSettings | null;
}

export type McpServerSettings = CommandServer | UrlServer;

/** A folder whose files the tools `files.*` may use. */
export interface FolderSettings {
  /** Absolute, as written but without a slash at its end. */
  path: string;
  /** Whether files in it may be written, when the permissions let them. */
  write: boolean;
  /** Whether what its files say counts as the person's own words. */
  trusted: boolean;
}

/** Minutes after midnight in the person's zone; `from` > `until` goes over midnight. */
export interface QuietHours {
  fromMinute: number;
  untilMinute: number;
}

export interface Settings {
  hooks: { port: number; maxBodyBytes: number; hosts: string[] };
  outbox: { gapSeconds: number; quietHours: QuietHours | null };
  approvals: {
    windowSeconds: number;
    /** By the tool's exact name; goes before `windowSeconds`. */
    windowsSeconds: Record<string, number>;
    /** A deadline does not run during quiet hours. */
    pauseInQuietHours: boolean;
  };
  sources: SourceSettings[];
  schedules: ScheduleSettings[];
  /** Origins (`https://host[:port]`) that `http.request` may go to. */
  destinations: string[];
  credentials: CredentialSettings[];
  /** In the order of the file; the order decides nothing. */
  permissions: PermissionRule[];
  /** Whether risky calls get a second look, which can only tighten. */
  autoMode: boolean;
  /** Null: Nightjar stays with its rules. */
  model: ModelSettings | null;
  limits: LimitSettings;
  mcpServers: McpServerSettings[];
  folders: FolderSettings[];
}

/** A mistake in a file, kept beside the last good settings. `line` is from 1, null when the file as a whole is meant. */
export interface FileProblem {
  file: "config.yaml" | "rules.yaml";
  line: number | null;
  reason: string;
}

export const defaultSettings: Settings = {
  hooks: { port: 47_821, maxBodyBytes: 1_048_576, hosts: [] },
  outbox: { gapSeconds, quietHours: null },
  approvals: { windowSeconds: approvalWindowSeconds, windowsSeconds: {}, pauseInQuietHours: false },
  sources: [],
  schedules: [],
  destinations: [],
  credentials: [],
  permissions: [],
  autoMode: false,
  model: null,
  limits: { runSteps: 30, runSeconds: 600, dayTokens: 500_000, dayUsd: 5 },
  mcpServers: [],
  folders: [],
};
