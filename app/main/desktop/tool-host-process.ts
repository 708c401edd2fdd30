// Launches the tool host as Electron's utility process, and keeps what the person has seen of servers' tools in the profile.
// Promises: a bare environment, its heap limited. Refuses: to let it inherit what main has.
import { join } from "node:path";
import type { ToToolHost } from "../../preload/contract/toolhost.ts";
import { readContent, writeAtomically } from "../settings/files.ts";
import { type HostProcess, hostElectronSwitches, hostEnvironment } from "../toolhost/host-process.ts";
import { parseSeen, type SeenStore } from "../toolhost/seen.ts";
import type { AppLog } from "./log.ts";
import { launchUtility } from "./utility.ts";

/** @param entry the built tool host, `dist/toolhost/index.cjs` */
export function toolHostLauncher(
  entry: string,
  environment: Readonly<Record<string, string | undefined>>,
): () => HostProcess {
  return () =>
    launchUtility<ToToolHost>({
      ...{ entry, serviceName: "Nightjar tool host", execArgv: hostElectronSwitches },
      environment: hostEnvironment(environment),
    });
}

/** Hashes of the tools that the person has seen, in a file of the profile. What can not be read counts as not seen. */
export function seenFile(profile: string, log: AppLog): SeenStore {
  const path = join(profile, "mcp-tools.json");
  return {
    read() {
      const content = readContent(path);
      if (content.kind === "text") return parseSeen(content.text);
      if (content.kind === "unreadable") log.warn({ reason: content.reason }, "mcp-tools.json could not be read.");
      return {};
    },
    write(seen) {
      try {
        writeAtomically(path, `${JSON.stringify(seen)}\n`);
      } catch (error) {
        log.error({ error: String(error) }, "mcp-tools.json could not be written: changed tools are told again.");
      }
    },
  };
}
