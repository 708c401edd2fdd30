// Seeds that once failed. They are replayed for good.

/** 1010: a hand-back that the disk refused, then a resume that took the lease over and made orphans of its own events. 1013, 1015, 1036: a run
 * that the person stopped before it repeated a call of unknown end. 1137: an answer that stands although the process died before it said so. */
export const keptSeeds: readonly number[] = [1010, 1013, 1015, 1036, 1137, 7770039, 7770053];
