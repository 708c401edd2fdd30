// How much a rule may take inside the agent process. The host's clock and the process's heap limit stand behind these.
// Refuses: to be the last word; a synchronous regular expression ignores them all.

/** Milliseconds one condition may run. */
export const conditionMilliseconds = 1000;
/** How deep JSONata may nest its own calls, well before JavaScript's stack ends. */
export const conditionDepthMax = 500;
/** The longest list JSONata may build. */
export const conditionListMax = 100_000;
/** Milliseconds one template may render. */
export const templateMilliseconds = 1000;
/** The longest template, in characters. */
export const templateLengthMax = 100_000;
/** What one rendering may allocate, in Liquid's own count (about characters and list items). */
export const templateMemoryMax = 4_000_000;
/** The longest leaf of `with`, and all of `with` together, in characters. */
export const leafLengthMax = 100_000;
export const argumentsLengthMax = 200_000;
/** How deep `with` may nest. */
export const argumentsDepthMax = 32;
/** How many compiled conditions and templates are kept. */
export const cacheEntriesMax = 1000;
/** Above this much heap in use after an event, main is asked for a fresh process. Half of what the process may have. */
export const heapWornBytes = 96 * 1024 * 1024;
