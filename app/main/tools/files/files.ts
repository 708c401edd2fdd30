// The tools `files.*`: what is in the folders that the person chose. Promises: what the check gives back is the real place, and the
// facts say whose words it brings. Refuses: everything outside of those folders, and Nightjar's own whatever is chosen.
import { readFileSync, statSync } from "node:fs";
import { findDisguise } from "../../engine/permissions/disguise.ts";
import type { CallFacts } from "../../engine/permissions/facts.ts";
import { findProtected } from "../../engine/permissions/protected.ts";
import type { JsonObject, ToolCheck, ToolOutcome } from "../../engine/worker/ports.ts";
import type { FolderSettings } from "../../settings/model.ts";
import { type FactsParts, findSecretsIn } from "../facts.ts";
import type { Tool } from "../tool.ts";
import { type OpenParts, Refusal } from "./opened.ts";
import { isBelow, narrowest, type Place, placeOf, rootsOf } from "./place.ts";
import { hashOf, listFolder, readFile } from "./read.ts";
import { descriptions, fault, inputSchemas, type Name, names, schemas, textMax } from "./schemas.ts";
import { searchFolder } from "./search.ts";
import { type Change, writeFile, type WriteProgress } from "./write.ts";

export interface FileDeps extends FactsParts {
  /** As they are now; asked at each check and again at each call. */
  folders: () => readonly FolderSettings[];
  fault?: (point: string) => void;
}

/** Of what is read below a real path: the person's own words only where every folder that it reaches is trusted. */
function bringsOf(place: string, folders: readonly FolderSettings[]): CallFacts["brings"] {
  const roots = rootsOf(folders);
  const reached = roots.filter(({ real }) => isBelow(real, place));
  const own = narrowest(place, roots);
  return own !== undefined && [own, ...reached].every(({ folder }) => folder.trusted) ? "clean" : "untrusted";
}

export function createFileTools(deps: FileDeps): Map<string, Tool> {
  const factsOf = (tool: Name, at: string | null, brings: CallFacts["brings"], args: JsonObject): CallFacts => ({
    ...{ tool, known: true, reads: tool !== "files.write", brings },
    // Others may read what is written, or run it: programs, sync, scripts.
    outward: tool === "files.write",
    ...{ method: null, host: null, path: null, folder: at, recipient: null, amount: null, credential: null },
    findings: [
      ...findProtected({ host: null, folder: at }, deps.home()),
      ...findSecretsIn(
        deps.secretValues(),
        Object.entries(args).map(([where, value]) => [where, typeof value === "string" ? value : ""]),
      ),
      ...findDisguise(args, []),
    ],
  });

  /** Where `args.path` lies, or why the tool does not take it so; `null` for the list of the folders themselves. */
  function placed(tool: Name, args: JsonObject): Extract<Place, { ok: true }> | string | null {
    if (args.path === undefined)
      return deps.folders().length === 0 ? "no folder is chosen; the person adds one under folders in Settings" : null;
    const place = placeOf(args.path as string, deps.folders());
    if (!place.ok) return place.error;
    if (tool === "files.write") {
      if (!place.folder.write) return `in ${place.folder.path} files are only read, unless the person says write: true`;
      if (place.kind !== "file" && place.kind !== "missing") return "it is no ordinary file";
      return place;
    }
    if (place.kind === "missing") return "it is not there";
    const wanted = tool === "files.read" ? "file" : "folder";
    return place.kind === wanted
      ? place
      : `it is ${place.kind === "other" ? "neither file nor folder" : `a ${place.kind}`}`;
  }

  /** What is wrong with a write before anybody is asked about it; null when nothing is. */
  function writeFlaw(args: JsonObject, { kind, path: at }: Extract<Place, { ok: true }>): string | null {
    const [whole, passage] = [args.text !== undefined, args.old !== undefined && args.new !== undefined];
    if (whole === passage || (args.old === undefined) !== (args.new === undefined)) {
      return "it needs either text, or old and new together";
    }
    const texts = [args.text, args.old, args.new].filter((one) => typeof one === "string");
    if (texts.some((one) => /\p{Cs}/u.test(one))) return "the text has half a character in it";
    if (passage || kind === "missing") return null;
    try {
      if (args.expect !== undefined || statSync(at).size > textMax) return null;
      // Repeating what was made is no trouble.
      if (hashOf(readFileSync(at)) === hashOf(args.text as string)) return null;
    } catch {
      return null;
    }
    return "the file is there already; read it first and give its hash as expect, so that nothing is lost";
  }

  function check(tool: Name, given: JsonObject): ToolCheck {
    const no = (why: string): ToolCheck => ({ ok: false, error: `${tool} was refused: ${why}.` });
    const parsed = schemas[tool].safeParse(given);
    if (!parsed.success) return no(fault(parsed.error));
    const args = parsed.data as JsonObject;
    const place = placed(tool, args);
    if (typeof place === "string") return no(place);
    const at = place?.path ?? null;
    const flaw = tool === "files.write" && place !== null ? writeFlaw(args, place) : null;
    if (flaw !== null) return no(flaw);
    const normal = at === null ? args : { ...args, path: at };
    const brings = at === null || tool === "files.write" ? "clean" : bringsOf(at, deps.folders());
    // A passage that was replaced is not found a second time.
    return {
      ok: true,
      arguments: normal,
      repeatable: args.old === undefined,
      facts: factsOf(tool, at, brings, normal),
    };
  }

  async function call(tool: Name, given: JsonObject, effectKey: string, signal: AbortSignal): Promise<ToolOutcome> {
    const failed = (why: string): ToolOutcome => ({
      kind: "failed",
      error: `${tool} was refused: ${why}.`,
      result: null,
      retry: false,
    });
    const parsed = schemas[tool].safeParse(given);
    if (!parsed.success) return failed(fault(parsed.error));
    const args = parsed.data as JsonObject;
    const place = placed(tool, args);
    if (typeof place === "string") return failed(place);
    if (place === null) {
      const entries = deps.folders().map(({ path, write }) => ({ path, write }));
      return { kind: "done", result: { entries }, summary: "listed the folders" };
    }
    const { path } = place;
    const { folders } = deps.home();
    if (findProtected({ host: null, folder: path }, { ports: [], folders }).length > 0)
      return failed("it is where Nightjar keeps its own");
    // What was shown is the real place. Whatever leads elsewhere by now is another place.
    if (args.path !== path) return failed("a link or a name on the way has changed since it was looked at");
    const parts: OpenParts = { own: folders, ...(deps.fault && { fault: deps.fault }) };
    const progress: WriteProgress = { renamed: false };
    const done = (result: JsonObject, what: string): ToolOutcome => ({
      kind: "done",
      result,
      summary: `${what} ${path}`,
    });
    try {
      switch (tool) {
        case "files.list":
          return done(await listFolder(path, parts), "listed");
        case "files.read":
          return done(
            await readFile(
              path,
              (args.from as number | undefined) ?? 1,
              (args.lines as number | undefined) ?? null,
              parts,
            ),
            "read",
          );
        case "files.search":
          return done(
            await searchFolder(path, args.query as string, (args.in as "both" | undefined) ?? "both", parts, signal),
            "searched",
          );
        case "files.write": {
          const root = narrowest(path, rootsOf(deps.folders()))?.real;
          if (root === undefined) return failed("its folder is not there any more");
          const change = (args.text === undefined ? { old: args.old, new: args.new } : { text: args.text }) as Change;
          const expect = (args.expect as string | undefined) ?? null;
          return done(await writeFile({ path, root, change, expect, effectKey }, parts, progress), "wrote");
        }
      }
    } catch (error) {
      if (progress.renamed)
        return { kind: "unknown", reason: `${tool} wrote ${path}, but the disk did not say that it is kept.` };
      return failed(
        error instanceof Refusal
          ? error.message
          : `the disk refused (${String((error as { code?: unknown }).code ?? error)})`,
      );
    }
  }

  const where = (): string =>
    deps
      .folders()
      .map(({ path, write }) => `${path} (${write ? "read and write" : "read"})`)
      .join(", ");
  return new Map(
    names.map((name) => {
      const offered = () => deps.folders().some(({ write }) => name !== "files.write" || write);
      const tool: Tool = {
        spec: () =>
          offered()
            ? { name, description: `${descriptions[name]} Folders: ${where()}.`, inputSchema: inputSchemas[name] }
            : null,
        check: (args) => check(name, args),
        call: ({ arguments: args, effectKey }, signal) => call(name, args, effectKey, signal),
      };
      return [name, tool];
    }),
  );
}
