// `listener.json` in the profile: where other programs find the running Nightjar. Promises: it stands only while the
// listener listens, and names main's pid; a full disk gets it later and ends no listener. Refuses: a half-written file.
import { join } from "node:path";
import type { Log, Wait } from "../engine/ports.ts";
import { removeFile, writePrivateFile } from "./files.ts";

export interface ListenerFile {
  /** @param url `http://127.0.0.1:<port>`, or null while nothing listens */
  tell(url: string | null): void;
}

const againMs = 60_000;

/** A file that an earlier, killed Nightjar left behind is taken away at once: nothing listens there any more. */
export function createListenerFile(deps: { profile: string; pid: number; wait: Wait; log: Log }): ListenerFile {
  const path = join(deps.profile, "listener.json");
  removeFile(path);
  let told: string | null = null;
  let cancel: () => void = () => undefined;

  function write(url: string): void {
    try {
      writePrivateFile(path, `${JSON.stringify({ pid: deps.pid, hooks: url })}\n`);
    } catch (error) {
      deps.log.warn({ error: String(error) }, "listener.json could not be written; it is tried again in a minute.");
      cancel = deps.wait(againMs, () => write(url));
    }
  }
  return {
    tell(url) {
      if (url === told) return;
      cancel();
      if (url === null) removeFile(path);
      else write(url);
      told = url;
    },
  };
}
