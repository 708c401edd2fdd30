// One change of memory in a process of its own, which is killed at the given fault point. Prints the points it passed when it is not.
import { join } from "node:path";
import { makeChanges } from "../../app/main/memory/changing.ts";
import { createMemoryFiles } from "../../app/main/memory/files.ts";
import { createHistory } from "../../app/main/memory/history.ts";

const [profile = "", path = "", base = "", text = "", at = "0"] = process.argv.slice(2);
const none = (given: string) => (given === "-" ? null : given);
let points = 0;
const files = createMemoryFiles(join(profile, "memory"), () => {
  if (++points === Number(at)) process.kill(process.pid, "SIGKILL");
});
const parts = { files, history: createHistory(files), now: () => 1_800_000_000 };
const made = makeChanges(parts, "person", "Changed.", [{ path, base: none(base), text: none(text) }]);
console.log(JSON.stringify({ points, ok: made.ok }));
