// Seeds that once failed. They are replayed for good.

export const keptSeeds: readonly number[] = [];
