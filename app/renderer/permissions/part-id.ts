// The element that a reference into Permissions means: "rule:3", "credential:github", "use:12", "answer:ap_…".
import { type Shown, usePart } from "../parts/shown.ts";

export const partId = (ref: string) => `permissions-${ref}`;

/**
 * Brings the part that somebody was led to before the eyes, once per visit.
 * @param drawn changes when more is drawn, so that it is looked for again
 */
export const useShown = (shown: Shown, drawn: unknown): void =>
  usePart(shown, shown.ref === null ? null : partId(shown.ref), "center", drawn);
