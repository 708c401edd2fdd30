// Whether a text can be the arguments of a call: looked at while it is typed; main looks again. Pure.
import { texts } from "../../texts/cards.ts";

/** Why not; null when it can. */
export function argumentsProblem(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? null : texts.edit.notObject;
  } catch (error) {
    return texts.edit.notJson(error instanceof Error ? error.message : String(error));
  }
}
