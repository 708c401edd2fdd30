// Keeps what was compiled from a text, failures included, so that a warm process compiles each rule once.
// Refuses: to grow without bound; the oldest entry goes first.
import { cacheEntriesMax } from "./limits.ts";

type Compiled<T> = { value: T } | { error: unknown };

/** A function like `compile` that compiles each text once; a text that does not compile throws the same error each time. */
export function remember<T>(compile: (text: string) => T): (text: string) => T {
  const known = new Map<string, Compiled<T>>();
  return (text) => {
    let entry = known.get(text);
    if (entry === undefined) {
      try {
        entry = { value: compile(text) };
      } catch (error) {
        entry = { error };
      }
      known.set(text, entry);
      if (known.size > cacheEntriesMax) {
        for (const oldest of known.keys()) {
          known.delete(oldest);
          break;
        }
      }
    }
    if ("error" in entry) throw entry.error;
    return entry.value;
  };
}
