// Which rows stand on the screen and how many newer ones wait. Pure.
import type { ActivityRow } from "../../preload/contract/views.ts";

/** Rows come newest first. `newest` is the highest id shown so far; null lets everything in. */
export function splitFresh(rows: readonly ActivityRow[], newest: number | null) {
  if (newest === null) return { shown: rows, fresh: 0 };
  const shown = rows.filter((row) => row.id <= newest);
  return { shown, fresh: rows.length - shown.length };
}
