// How something ended that the person asked for. Types only.

/** `sentence` says what was tried, why not, what to do, when not ok. */
export type Done = { ok: true; sentence: string } | { ok: false; sentence: string };
