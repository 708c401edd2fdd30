// From a server's settings to how the tool host reaches it. Promises: a program gets the few variables it needs to run and those that
// were named for it; an address is reached through the credential proxy. Refuses: to hand the key of an address to anybody.
import type { Launch } from "../../preload/contract/toolhost.ts";
import type { NewGrant } from "../engine/permissions/grants.ts";
import type { SecretResult } from "../proxy/credentials.ts";
import type { CommandServer, CredentialSettings, McpServerSettings, UrlServer } from "../settings/model.ts";
import { bearer, referenceIn } from "../settings/server-settings.ts";

export interface LaunchDeps {
  /** What Nightjar was started with. */
  environment: Readonly<Record<string, string | undefined>>;
  secret: (reference: string) => SecretResult;
  /** Signing in to servers without a key; without it none is signed in to. */
  signIns?: {
    reference(server: string): string | null;
    ready(server: UrlServer): Promise<string | null>;
  };
  proxy: {
    start(): Promise<string>;
    grant(grant: NewGrant): { id: string; token: string; url: string };
    revoke(which: { id: string }, why: string): unknown;
  };
}

export type Launching =
  /** `end` takes back what was granted. */
  | { ok: true; launch: Launch; end: () => void }
  /** A sentence without a full stop. */
  | { ok: false; reason: string };

/** Files of certificates: in networks that have their own, a server could not even be fetched without them. No secrets. */
const certificateNames = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"];
const unixNames = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG", "TZ", "TMPDIR", ...certificateNames];
const windowsNames = [
  ...["APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PATHEXT", "PROCESSOR_ARCHITECTURE"],
  ...["PROGRAMDATA", "PROGRAMFILES", "PROGRAMFILES(X86)", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME"],
  ...["USERPROFILE", "WINDIR"],
  ...certificateNames,
];

/** One grant serves one connection; it is revoked with it. */
const grantSeconds = 30 * 86_400;
const grantUses = 1_000_000;

/** The name under which the proxy knows a server's key. No credential of the person's own can be called so. */
const credentialOf = (server: string): string => `mcp_servers/${server}`;

/** What the proxy puts in for servers that have a key. Tools can not name these. */
export const serverCredentials = (
  servers: readonly McpServerSettings[],
  signIns: Pick<NonNullable<LaunchDeps["signIns"]>, "reference">,
): CredentialSettings[] =>
  servers.flatMap((server) => {
    if (server.kind === "command") return [];
    const secret = server.key ?? signIns.reference(server.name);
    if (secret === null) return [];
    const header = server.key === null ? bearer : server.header;
    const destinations = [new URL(server.url).origin];
    return [{ ...{ name: credentialOf(server.name), secret, header, destinations }, expiresOn: null }];
  });

export async function launchOf(server: McpServerSettings, deps: LaunchDeps): Promise<Launching> {
  return server.kind === "command" ? launchCommand(server, deps) : await launchUrl(server, deps);
}

function launchCommand({ command, args, env, cwd }: CommandServer, { environment, secret }: LaunchDeps): Launching {
  const given: Record<string, string> = {};
  for (const name of process.platform === "win32" ? windowsNames : unixNames) {
    const value = environment[name];
    if (value !== undefined) given[name] = value;
  }
  for (const [name, written] of Object.entries(env)) {
    const reference = referenceIn(written);
    if (reference === null) {
      given[name] = written;
      continue;
    }
    const held = secret(reference);
    if (held.state !== "ok")
      return { ok: false, reason: `${reference} (for ${name}) is ${held.state}. Enter it in Settings` };
    given[name] = held.value;
  }
  const home = cwd ?? given.HOME ?? given.USERPROFILE ?? "/";
  return { ok: true, launch: { kind: "command", command, args, env: given, cwd: home }, end: () => undefined };
}

async function launchUrl(server: UrlServer, { proxy, secret, signIns }: LaunchDeps): Promise<Launching> {
  const { name, url: written, key } = server;
  const unready = await signIns?.ready(server);
  if (unready != null) return { ok: false, reason: unready };
  const signedIn = key === null && signIns?.reference(name) != null;
  if (key !== null) {
    const held = secret(key);
    if (held.state !== "ok") return { ok: false, reason: `its key (${key}) is ${held.state}. Enter it in Settings` };
  }
  const url = new URL(written);
  try {
    await proxy.start();
    const grant = proxy.grant({
      ...{
        credential: key === null && !signedIn ? null : credentialOf(name),
        destination: url.origin,
        pathPrefix: `${url.pathname}$`,
      },
      ...{ methods: ["POST", "GET", "DELETE"], uses: grantUses, seconds: grantSeconds },
      ...{ purpose: `MCP server ${name}`, run: null, effectKey: null },
    });
    const at = `${grant.url}${url.pathname}${url.search}`;
    const launch: Launch = { kind: "url", url: at, token: grant.token, signsIn: key === null };
    return { ok: true, launch, end: () => void proxy.revoke({ id: grant.id }, "its connection is over") };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message.replace(/\.$/, "") : String(error) };
  }
}
