// Seeds that once failed. They are replayed for good.

/** 1010: a hand-back that the disk refused, then a resume that took the lease over and made orphans of its own events. */
export const keptSeeds: readonly number[] = [1010, 7770039, 7770053];
