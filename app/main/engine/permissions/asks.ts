// What a card asks beyond yes and no, and what may be answered to it. Promises: pure; an answer is taken only where it fits what was
// shown, field by field. Refuses: fields that were not asked for; more text than a person types.
import { z } from "zod";

interface FieldHead {
  /** The asker's own name for it. */
  name: string;
  label: string;
  description: string;
  required: boolean;
}

interface Option {
  value: string;
  label: string;
}

export type FormField = FieldHead &
  (
    | {
        type: "text";
        format: "email" | "uri" | "date" | "date-time" | null;
        /** Characters. */
        least: number | null;
        most: number | null;
        preset: string | null;
      }
    | { type: "number"; whole: boolean; least: number | null; most: number | null; preset: number | null }
    | { type: "switch"; preset: boolean | null }
    | { type: "choice"; options: Option[]; preset: string | null }
    /** `least` and `most` count what is chosen. */
    | { type: "choices"; options: Option[]; least: number | null; most: number | null; preset: string[] | null }
  );

/** What a card asks; kept with its approval. */
export type Asks =
  /** The agent's own question. */
  | { kind: "question"; text: string; choices: string[] }
  /** A server's, in the middle of one of `among` calls to it. */
  | { kind: "form"; server: string; tool: string; among: number; text: string; fields: FormField[] }
  | { kind: "address"; server: string; tool: string; among: number; text: string; url: string };

export type FormValue = string | number | boolean | string[];

/** What the person said: in words, which of the choices (from 0), what they filled in, or that they opened the address. */
export type Reply = { text: string } | { choice: number } | { values: Record<string, FormValue> } | { opened: true };

const formats: Record<"email" | "uri" | "date" | "date-time", (text: string) => boolean> = {
  email: (text) => z.email().safeParse(text).success,
  uri: (text) => URL.canParse(text),
  date: (text) => z.iso.date().safeParse(text).success,
  "date-time": (text) => z.iso.datetime({ offset: true }).safeParse(text).success,
};
const formatNames = {
  email: "an e-mail address",
  uri: "an address with its scheme, such as https://example.com",
  date: "a day, such as 2026-12-31",
  "date-time": "a moment with its offset, such as 2026-12-31T18:00:00+01:00",
};

function textMisfit(value: string, field: Extract<FormField, { type: "text" }>): string | null {
  const length = [...value].length;
  if (field.least !== null && length < field.least) return `needs at least ${field.least} characters`;
  if (field.most !== null && length > field.most) return `takes at most ${field.most} characters`;
  if (field.format !== null && !formats[field.format](value)) return `needs ${formatNames[field.format]}`;
  return null;
}

const between = (value: number, least: number | null, most: number | null, of: string): string | null => {
  if (least !== null && value < least) return `needs at least ${least}${of}`;
  return most !== null && value > most ? `takes at most ${most}${of}` : null;
};

/** Why a value does not do for its field, as the rest of a sentence; null when it does. */
export function fieldMisfit(field: FormField, value: FormValue | undefined): string | null {
  if (value === undefined) return field.required ? "is needed" : null;
  switch (field.type) {
    case "text":
      return typeof value === "string" ? textMisfit(value, field) : "is a text";
    case "number":
      if (typeof value !== "number" || !Number.isFinite(value)) return "is a number";
      if (field.whole && !Number.isSafeInteger(value)) return "is a whole number";
      return between(value, field.least, field.most, "");
    case "switch":
      return typeof value === "boolean" ? null : "is a yes or a no";
    case "choice":
      return field.options.some((option) => option.value === value) ? null : "is one of what is listed";
    case "choices":
      if (!Array.isArray(value) || new Set(value).size !== value.length) return "is some of what is listed";
      if (!value.every((one) => field.options.some((option) => option.value === one)))
        return "is some of what is listed";
      return between(value.length, field.least, field.most, " of them");
  }
}

/** Why this reply does not do for what was asked, in a sentence; null when it does. */
export function misfit(asks: Asks, reply: Reply | undefined): string | null {
  switch (asks.kind) {
    case "question":
      if (reply !== undefined && "text" in reply) return null;
      if (reply !== undefined && "choice" in reply && asks.choices[reply.choice] !== undefined) return null;
      return "The question needs words, or one of its choices.";
    case "address":
      return reply !== undefined && "opened" in reply ? null : "The address was not opened.";
    case "form": {
      if (reply === undefined || !("values" in reply)) return "The form was not filled in.";
      const { values } = reply;
      const given = new Map(Object.entries(values));
      for (const field of asks.fields) {
        const why = fieldMisfit(field, given.get(field.name));
        given.delete(field.name);
        if (why !== null) return `“${field.label}” ${why}.`;
      }
      return given.size === 0 ? null : "The form has a field that was not asked for.";
    }
  }
}

/** What the person said to a question, in words. */
export function wordsOf(asks: Asks, reply: Reply): string {
  if (asks.kind === "question" && "choice" in reply) return asks.choices[reply.choice] ?? "";
  return "text" in reply ? reply.text : "";
}
