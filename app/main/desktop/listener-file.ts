// `listener.json` in the profile: where other programs find the running Nightjar. Promises: it stands only while the
// listener listens, and names main's pid. Refuses: a half-written file.
import { join } from "node:path";
import { removeFile, writePrivateFile } from "./files.ts";

export interface ListenerFile {
  /** @param url `http://127.0.0.1:<port>`, or null while nothing listens */
  tell(url: string | null): void;
}

/** A file that an earlier, killed Nightjar left behind is taken away at once: nothing listens there any more. */
export function createListenerFile(deps: { profile: string; pid: number }): ListenerFile {
  const path = join(deps.profile, "listener.json");
  removeFile(path);
  let told: string | null = null;
  return {
    tell(url) {
      if (url === told) return;
      if (url === null) removeFile(path);
      else writePrivateFile(path, `${JSON.stringify({ pid: deps.pid, hooks: url })}\n`);
      told = url;
    },
  };
}
