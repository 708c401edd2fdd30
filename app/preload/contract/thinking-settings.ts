// The shapes of what Settings shows of the model, its limits, the servers and the folders. Types only, as in views.ts.
// Refuses: values of secrets; they are references and states here. Texts of servers are a stranger's.
import type { Done, SecretState } from "./views.ts";

export interface Price {
  input: number;
  output: number;
  /** Null: as input. */
  cacheRead: number | null;
  cacheWrite: number | null;
}

export interface ModelRow {
  provider: "anthropic" | "openai-compatible";
  name: string;
  /** `env:NAME` or `keychain:NAME`; null: asked without one. */
  key: string | null;
  keyState: SecretState | null;
  /** Without a slash at its end. */
  baseUrl: string;
  maxOutputTokens: number;
  contextTokens: number;
  /** In USD per million tokens, as config.yaml has it; null where it says nothing. */
  price: Price | null;
  /** What counts: written, or known of the model's family; null: not known, then money is not counted. */
  countedPrice: Price | null;
}

export interface LimitsRow {
  runSteps: number;
  runSeconds: number;
  dayTokens: number;
  dayUsd: number;
}

/** What went to the model since midnight in the person's zone. */
export interface SpentToday {
  tokens: number;
  costMicros: number;
  /** The next midnight. */
  until: number;
  /** The limit for which a request waits until then, although it is not used up. */
  rests: "tokens" | "money" | null;
}

export type ToolChange = "new" | "text" | "arguments" | "hints";

export interface ServerToolRow {
  name: string;
  title: string | null;
  description: string;
  /** What is different since the person looked at it last; until it is accepted the tool asks before every call. */
  changed: ToolChange[];
  /** What becomes of a call in a run that has read nothing from outside. */
  decision: "allow" | "ask" | "deny";
  /** Where the rule that says so stands in Permissions; null when none does. */
  permission: string | null;
}

export interface ServerVariable {
  name: string;
  /** A text, `env:NAME` or `keychain:NAME`. */
  value: string;
  /** Of a reference; null for a text. */
  state: SecretState | null;
}

export type SignInRow =
  /** It may do without. */
  | { kind: "none" }
  /** `scope`: what it wants allowed, where it said so. */
  | { kind: "wanted"; scope: string | null }
  /** In the person's browser, at this host. */
  | { kind: "under_way"; host: string | null }
  | { kind: "signed_in" };

export interface ServerRow {
  name: string;
  enabled: boolean;
  timeoutSeconds: number;
  /** The whole command line, or the address; what hides in it is made visible. */
  line: string;
  way:
    | { kind: "command"; command: string; args: string[]; cwd: string | null; env: ServerVariable[] }
    | {
        kind: "url";
        url: string;
        header: string;
        key: string | null;
        keyState: SecretState | null;
        /** Of a server without a key. */
        signIn: SignInRow | null;
      };
  state: /** Not needed yet, or switched off. */
    | { kind: "off" }
    | { kind: "starting" }
    | { kind: "ready"; server: string }
    /** `said` is the end of what it wrote to its standard error. */
    | { kind: "failed"; sentence: string; said: string };
  /** The last list that is known; null before the first. */
  tools: ServerToolRow[] | null;
  /** Stands for exactly this list: what is accepted is what was seen. */
  print: string;
  /** Tools of its list that are not used, and why. */
  leftOut: string[];
}

export interface FolderRow {
  path: string;
  write: boolean;
  trusted: boolean;
}

export interface ThinkingView {
  now: number;
  model: ModelRow | null;
  limits: LimitsRow;
  today: SpentToday;
  servers: ServerRow[];
  folders: FolderRow[];
}

/** A secret that a server needs: where it stands and what it is for. */
export interface ToEnterRow {
  reference: string;
  server: string;
  for: string;
}

/** What would become of pasted servers; nothing is written yet. */
export type ServersRead =
  | {
      ok: true;
      servers: {
        name: string;
        enabled: boolean;
        /** The whole command line as it is handed over, or the address. */
        line: string;
        kind: "command" | "url";
        cwd: string | null;
        env: { name: string; value: string }[];
        notes: string[];
        /** Names of variables and headers whose values are sealed. */
        sealed: string[];
      }[];
      refused: { name: string; reason: string }[];
    }
  | { ok: false; sentence: string };

export interface ServersAdded {
  done: Done;
  added: string[];
  refused: { name: string; reason: string }[];
  /** Secrets that are still to be entered. */
  toEnter: ToEnterRow[];
}

/** What main answers over the channels of model, limits, servers and folders. */
export interface ThinkingOutputs {
  "thinking.get": ThinkingView;
  "model.save": Done;
  "model.remove": Done;
  "model.try": Done;
  "limits.save": Done;
  "servers.read": ServersRead;
  "servers.import": ServersAdded;
  "servers.save": Done;
  "servers.remove": Done;
  "servers.enable": Done;
  "servers.start": Done;
  "servers.acknowledge": Done;
  "servers.signIn": Done;
  "servers.signOut": Done;
  "folders.choose": Done;
  "folders.change": Done;
  "folders.remove": Done;
}
