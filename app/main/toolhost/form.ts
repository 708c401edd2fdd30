// The form that a server wants filled in, read from its JSON Schema. Promises: bounded, and only the plain fields that the protocol
// knows, flat. Refuses: everything else, whole: a form that is shown in part would be answered in part.
import { z } from "zod";
import type { FormField } from "../engine/permissions/asks.ts";

const fieldsMax = 50;
const name = z
  .string()
  .regex(/^[^\p{C}]{1,128}$/u)
  .refine((one) => one !== "__proto__");
const label = z.string().max(200);
const value = z.string().max(500);
const count = z.number().int().min(0).max(1_000_000);
const bound = z.number();

const head = { title: label.optional(), description: z.string().max(2000).optional() };
const option = z.looseObject({ const: value, title: label.optional() });
const options = z.array(option).min(1).max(200);
const values = z.array(value).min(1).max(200);

const fieldSchema = z.union([
  z.looseObject({ ...head, type: z.literal("boolean"), default: z.boolean().optional() }),
  z.looseObject({
    ...head,
    type: z.enum(["number", "integer"]),
    minimum: bound.optional(),
    maximum: bound.optional(),
    default: z.number().optional(),
  }),
  z.looseObject({
    ...head,
    type: z.literal("array"),
    items: z.union([
      z.looseObject({ enum: values }),
      z.looseObject({ anyOf: options }),
      z.looseObject({ oneOf: options }),
    ]),
    minItems: count.optional(),
    maxItems: count.optional(),
    default: z.array(value).max(200).optional(),
  }),
  z.looseObject({ ...head, type: z.literal("string").optional(), oneOf: options, default: value.optional() }),
  z.looseObject({
    ...head,
    type: z.literal("string").optional(),
    enum: values,
    enumNames: z.array(label).max(200).optional(),
    default: value.optional(),
  }),
  z.looseObject({
    ...head,
    type: z.literal("string"),
    ...{ enum: z.never().optional(), oneOf: z.never().optional() },
    format: z.string().max(40).optional(),
    minLength: count.optional(),
    maxLength: count.optional(),
    default: z.string().max(10_000).optional(),
  }),
]);
type Field = z.infer<typeof fieldSchema>;

const formSchema = z.looseObject({
  type: z.literal("object"),
  properties: z.record(name, fieldSchema),
  required: z.array(z.string().max(128)).max(fieldsMax).optional(),
});

type Options = { value: string; label: string }[];
const listed = (all: readonly { const: string; title?: string | undefined }[]): Options =>
  all.map(({ const: one, title }) => ({ value: one, label: title ?? one }));
const named = (all: readonly string[], names: readonly string[] = []): Options =>
  all.map((one, at) => ({ value: one, label: names[at] ?? one }));
const formats = new Set(["email", "uri", "date", "date-time"] as const);
type Format = "email" | "uri" | "date" | "date-time";

/** A preset that is not among what is listed is none. */
const presetOf = (preset: string | undefined, all: Options) =>
  all.some((one) => one.value === preset) ? (preset ?? null) : null;

function kindOf(field: Field) {
  if ("enum" in field) {
    const all = named(field.enum as string[], field.enumNames as string[] | undefined);
    return { type: "choice" as const, options: all, preset: presetOf(field.default as string | undefined, all) };
  }
  if ("oneOf" in field) {
    const all = listed(field.oneOf as z.infer<typeof options>);
    return { type: "choice" as const, options: all, preset: presetOf(field.default as string | undefined, all) };
  }
  switch (field.type) {
    case "boolean":
      return { type: "switch" as const, preset: field.default ?? null };
    case "number":
    case "integer": {
      const { minimum: least = null, maximum: most = null, default: preset = null } = field;
      return { type: "number" as const, whole: field.type === "integer", least, most, preset };
    }
    case "array": {
      const { items, minItems: least = null, maxItems: most = null, default: preset } = field;
      const all =
        "enum" in items
          ? named(items.enum as string[])
          : listed(("anyOf" in items ? items.anyOf : items.oneOf) as z.infer<typeof options>);
      return {
        ...{ type: "choices" as const, options: all, least, most },
        preset: preset?.filter((one) => all.some((each) => each.value === one)) ?? null,
      };
    }
    case "string": {
      const {
        format,
        minLength: least = null,
        maxLength: most = null,
        default: preset = null,
      } = field as {
        format?: string;
        minLength?: number;
        maxLength?: number;
        default?: string;
      };
      const known = formats.has(format as Format) ? (format as Format) : null;
      return { type: "text" as const, format: known, least, most, preset };
    }
  }
}

/** @param text JSON Schema as JSON text. @returns null when it is no such form. */
export function readForm(text: string): FormField[] | null {
  const schema: unknown = JSON.parse(text);
  const read = formSchema.safeParse(schema);
  if (!read.success) return null;
  const { properties, required = [] } = read.data;
  const all = Object.entries(properties);
  // A name that means something to JavaScript is passed over by the reader; the form is refused with it.
  if (all.length !== Object.keys((schema as { properties: object }).properties).length) return null;
  if (all.length > fieldsMax) return null;
  return all.map(([one, field]) => ({
    ...{ name: one, label: field.title ?? one, description: field.description ?? "", required: required.includes(one) },
    ...kindOf(field),
  }));
}
