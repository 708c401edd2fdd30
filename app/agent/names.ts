// What a condition's tree says about names and numbers: functions it calls, names it gives itself, numbers it can not keep.
// Refuses: to evaluate it, and to follow it recursively (a deep one must not end the process).

export interface Names {
  /** Called functions by name, with the position behind the name. */
  called: Map<string, number>;
  /** Names that stand anywhere else: given by the condition, or handed to it. */
  bound: Set<string>;
  /** The positions behind whole numbers that are not exact any more. */
  largeNumberEnds: number[];
}

/** @param tree as JSONata's `ast()` gives it */
export function namesIn(tree: unknown): Names {
  const names: Names = { called: new Map(), bound: new Set(["event", "source", ""]), largeNumberEnds: [] };
  const seen = new Set<object>();
  const rest: unknown[] = [tree];
  while (rest.length > 0) {
    const node = rest.pop();
    if (typeof node !== "object" || node === null || seen.has(node)) continue;
    seen.add(node);
    const { type, value, position, procedure, focus, index } = node as Record<string, unknown>;
    const end = typeof position === "number" ? position : 0;
    for (const given of [focus, index]) if (typeof given === "string") names.bound.add(given);
    if (type === "variable" && typeof value === "string") names.bound.add(value);
    if (type === "number" && typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
      names.largeNumberEnds.push(end);
    }
    const callee = type === "function" ? (procedure as { type?: unknown; value?: unknown; position?: unknown }) : null;
    if (callee?.type === "variable" && typeof callee.value === "string" && callee.value !== "") {
      names.called.set(callee.value, typeof callee.position === "number" ? callee.position : end);
      // Looked at here; as any other name it would count as given.
      seen.add(callee);
    }
    for (const child of Object.values(node) as unknown[]) rest.push(child);
  }
  return names;
}
