// What a decision knows about one tool call. Promises: made by the tool's own check from the normalised arguments, never by an
// agent. Refuses: the arguments themselves, and values of secrets.

/** Whether the run has read text from outside (webhook bodies, results of tools), which stays untrusted for ever. */
export type Provenance = "clean" | "untrusted";

/**
 * What was noticed about a call or a text.
 * - never lifted by a rule: `secret` (an argument holds a secret's value), `own_service` (a port of Nightjar's own), `profile`
 *   (a folder inside the profile), `trust` (it would change permissions, credentials or what counts as trusted);
 * - disguise: `bidi`, `invisible`, `tags`, `look_alike`, `link`, `hidden`, `unchecked` (more than could be looked through);
 * - `smuggled`: data may travel inside an address;
 * - `order`: text that the run has read speaks to an agent and tells it what to do.
 */
export type FindingKind =
  | "secret"
  | "own_service"
  | "profile"
  | "trust"
  | "bidi"
  | "invisible"
  | "tags"
  | "look_alike"
  | "link"
  | "hidden"
  | "unchecked"
  | "smuggled"
  | "order";

export interface Finding {
  kind: FindingKind;
  /** Where it stands (`issue.title`); `text` for the text as a whole. */
  where: string;
  /** A sentence for a card. */
  what: string;
  /** It stands in what the session has read, not in the call itself, and decides nothing. */
  read?: true;
}

export interface CallFacts {
  tool: string;
  /** False for a tool that Nightjar can't judge: it always asks unless a rule names it. */
  known: boolean;
  /** True when it only reads. */
  reads: boolean;
  /** True when something leaves this computer, or somebody else sees its effect. */
  outward: boolean;
  /** Not reading, and yet its effect stays within Nightjar: an instruction to later runs. */
  within?: boolean;
  /** Upper case. */
  method: string | null;
  /** Further ones that it can be read as, since it names them where servers look for one (`?_method=DELETE`); none when absent. */
  otherMethods?: readonly string[];
  /** Lower case, ASCII, with `:port` where that is not the scheme's, without a full stop at its end. */
  host: string | null;
  /** Whether it goes out encrypted; absent where there is no host, and otherwise taken for `https`. */
  scheme?: "http" | "https";
  /** The URL's pathname, without query, as it will be sent. */
  path: string | null;
  /** Absolute, with links resolved. */
  folder: string | null;
  recipient: string | null;
  amount: number | null;
  credential: string | null;
  /** What its result makes of the run that reads it: text from outside is untrusted for ever. */
  brings: Provenance;
  findings: Finding[];
}
