// The two ways in which something that the person asked for ends. Refuses: an end without a sentence.
import type { Done } from "../../../preload/contract/views.ts";

export const ok = (sentence: string): Done => ({ ok: true, sentence });
export const not = (sentence: string): { ok: false; sentence: string } => ({ ok: false, sentence });
