// What is being filled into a form, and what of it would be sent. Pure; whether a value does for its field main has the last word on.
import type { FormField, FormValue } from "../../../preload/contract/approvals.ts";
import { texts } from "../../texts/asks.ts";

/** As the controls hold it: numbers as they are typed, a choice that was not made as an empty text. */
export type Draft = Readonly<Record<string, string | boolean | readonly string[]>>;

export function beginning(fields: readonly FormField[]): Draft {
  return Object.fromEntries(
    fields.map((field): [string, string | boolean | readonly string[]] => {
      switch (field.type) {
        case "switch":
          return [field.name, field.preset ?? false];
        case "choices":
          return [field.name, field.preset ?? []];
        case "number":
          return [field.name, field.preset === null ? "" : String(field.preset)];
        case "text":
        case "choice":
          return [field.name, field.preset ?? ""];
      }
    }),
  );
}

/** What would be sent for a field; undefined where nothing was entered, null where it is no number. */
function valueOf(field: FormField, held: Draft[string] | undefined): FormValue | undefined | null {
  if (field.type === "choices") return Array.isArray(held) && held.length > 0 ? [...(held as string[])] : undefined;
  if (typeof held !== "string") return typeof held === "boolean" ? held : undefined;
  if (field.type !== "number") return held === "" ? undefined : held;
  if (held.trim() === "") return undefined;
  const number = Number(held.trim().replace(",", "."));
  return Number.isFinite(number) ? number : null;
}

/** What speaks against sending it, by field; empty when nothing does that can be seen from here. */
export function flaws(fields: readonly FormField[], draft: Draft): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const field of fields) {
    const value = valueOf(field, draft[field.name]);
    if (value === null) found.set(field.name, texts.notNumber);
    else if (value === undefined && field.required) found.set(field.name, texts.needed);
  }
  return found;
}

export function valuesOf(fields: readonly FormField[], draft: Draft): Record<string, FormValue> {
  const entries = fields.flatMap((field): [string, FormValue][] => {
    const value = valueOf(field, draft[field.name]);
    return value === undefined || value === null ? [] : [[field.name, value]];
  });
  return Object.fromEntries(entries);
}

/** What a field takes, as a hint: its description, then its bounds. */
export function hintOf(field: FormField): string {
  const { between, characters, formats, ofThem } = texts;
  const format = field.type === "text" && field.format !== null ? formats[field.format] : "";
  const bounds =
    field.type === "text"
      ? between(field.least, field.most, characters)
      : field.type === "number"
        ? between(field.least, field.most, "")
        : field.type === "choices"
          ? between(field.least, field.most, ofThem)
          : "";
  return [field.description, format, bounds].filter((part) => part !== "").join(" ");
}
