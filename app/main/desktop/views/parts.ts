// What the views read from, as narrow as they need it. Promises: reading only. Refuses: every way to change something.
import type { Rule } from "../../../preload/contract/agent.ts";
import type { CredentialState } from "../../../preload/contract/permissions.ts";
import type { SignInRow, SpentToday, ToolChange } from "../../../preload/contract/thinking-settings.ts";
import type { ServerTool } from "../../../preload/contract/toolhost.ts";
import type { SecretState } from "../../../preload/contract/views.ts";
import type { Store } from "../../engine/store/store.ts";
import type { ListedTimer } from "../../engine/timers/rows.ts";
import type { FileProblem, Settings } from "../../settings/model.ts";
import type { MemoryFacts } from "./memory-view.ts";

export interface EngineFacts {
  status(): {
    /** `asleep` here is the computer's sleep; an idle engine is `on` and works on nothing. */
    state: "off" | "on" | "asleep";
    working: { run: number; events: readonly { id: number }[] } | null;
    nextAt: number | null;
    trouble: string | null;
  };
  dispatcher: { plan(now: number): { goesAt: number | null; why: "gap" | "quiet" | "due" | null } };
  timers: { list(now: number): ListedTimer[] };
  inbox: { nextRetryAt(now: number): number | null };
  /** The switch; null while what leaves may leave. */
  outgoing: { offSince(): number | null };
}

export interface SourceFacts {
  lastAcceptedAt: number | null;
  lastRefusedAt: number | null;
  lastRefusal: string | null;
  refusedToday: number;
  /** The last delivery that only the secret that comes has proven, while one is exchanged for another. */
  nextProved: { reference: string; at: number } | null;
}

export interface ListenerFacts {
  status(): {
    url: string | null;
    problem: string | null;
    clockLooksWrong: boolean;
    sources: ReadonlyMap<string, SourceFacts>;
  };
}

/** An MCP server as the tool host knows it. */
export interface ServerFacts {
  name: string;
  state:
    | { state: "off" | "starting" }
    | { state: "ready"; server: { name: string; version: string; title: string | null }; leftOut: readonly string[] }
    | { state: "failed"; sentence: string; said: string };
  tools: readonly Pick<ServerTool, "name" | "title" | "description">[] | null;
  changed: readonly { name: string; what: ToolChange[] }[];
  print: string;
}

export interface ModelFacts {
  /** What went to it since midnight in the person's zone. */
  today(): SpentToday;
  /** Of the model as it is chosen; null: not known. */
  price(): { input: number; output: number; cacheRead: number; cacheWrite: number } | null;
}

export interface ViewParts {
  store: Store;
  engine: EngineFacts;
  settings: { current(): Settings; rules(): readonly Rule[]; problems(): readonly FileProblem[] };
  secrets: {
    resolve(ref: string): { state: SecretState };
    names(): readonly { name: string; kept: "sealed" | "until_quit"; state: SecretState }[];
    /** What is wrong with all that is sealed, as a sentence. */
    problem(): string | null;
  };
  /** Whether the secret of the credential of that name can be sent; null when there is none of that name. */
  credentialState(name: string): CredentialState | null;
  listener: ListenerFacts;
  servers: { states(): readonly ServerFacts[] };
  signIns: { state(server: string): SignInRow };
  models: ModelFacts;
  memory: MemoryFacts;
  /** The longest message of the conversation. */
  textMax: number;
  keychain: () => { usable: boolean; backend: string; sentence: string };
  clock: { now(): number };
  /** The person's IANA zone; asked each time, since people travel. */
  zone: () => string;
  version: string;
  profile: string;
}
