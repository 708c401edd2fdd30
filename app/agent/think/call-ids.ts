// The ids of a model's calls, made fit for every provider: each once in a session, and of letters that all of them take.
// Refuses: to touch an id that is fit already; the provider knows its calls by it.

const idLengthMax = 64;

interface Named {
  type: string;
  toolCallId?: string;
}

/** @param taken the ids that stand in the session already. */
export function wellFormedIds<T extends Named>(parts: readonly T[], taken: ReadonlySet<string>): T[] {
  const seen = new Set(taken);
  return parts.map((part) => {
    if (part.type !== "tool-call" || part.toolCallId === undefined) return part;
    const id = freeId(part.toolCallId, seen);
    seen.add(id);
    return id === part.toolCallId ? part : { ...part, toolCallId: id };
  });
}

function freeId(wanted: string, seen: ReadonlySet<string>): string {
  const plain = wanted.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, idLengthMax) || "call";
  for (let turn = 1, id = plain; ; turn += 1, id = `${plain.slice(0, idLengthMax - 8)}_${turn}`) {
    if (!seen.has(id)) return id;
  }
}
