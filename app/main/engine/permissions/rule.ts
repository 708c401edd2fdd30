// A permission rule, as the person wrote it and as decisions read it. Promises: what is not named is not restricted.
// Refuses: to hold values of credentials; it names them.

/** One entry of `permissions` in config.yaml. A null field matches everything. */
export interface PermissionRule {
  /** A tool's name, a prefix with a star at its end (`files/*`), or `*`. */
  tool: string;
  /** Upper-case methods, any of them. */
  methods: readonly string[] | null;
  /**
   * A host in lower case at any port (`api.github.com`), or at one (`api.github.com:8443`); `*.example.com` for those below it.
   * In an exact rule it is that of the call: with `http://` in front where it is plain http, and the port where it is not the scheme's.
   */
  host: string | null;
  /** A path that matches itself and everything below it (`/repos/octo`), or, with a trailing `$`, itself alone. */
  path: string | null;
  /** A folder that matches itself and everything below it, absolute. */
  folder: string | null;
  /** Whom it goes to, exactly. */
  recipient: string | null;
  /** The most it may cost or move, inclusive. */
  amountMax: number | null;
  credential: string | null;
  /** True (`exact: true`): what is not named must be absent from the call, and every value must be the very one. */
  exact?: boolean;
  decide: "allow" | "ask" | "deny";
  /** True: an `allow` counts only for runs that read nothing untrusted. False: for those too. */
  trusted: boolean;
  /** How long a card that this rule asks for waits; null for the tool's or the general window. */
  windowSeconds: number | null;
  /** Where it stands in config.yaml, from 1; null when it does not stand there. */
  line: number | null;
}
