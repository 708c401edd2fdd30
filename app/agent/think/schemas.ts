// Whether a call's arguments fit what its tool asks for. The schema may be a stranger's: one that can't be read judges nothing,
// and main's own check decides. Refuses: to change the arguments, to follow a reference out of the schema, or to run its patterns.
import { z } from "zod";

export type JsonObject = Record<string, unknown>;

/** A tool's schema as an object of JSON; one that says nothing when it is none. */
export function readSchema(text: string): JsonObject {
  try {
    const schema: unknown = JSON.parse(text);
    if (typeof schema === "object" && schema !== null && !Array.isArray(schema)) return schema as JsonObject;
  } catch {
    // As below.
  }
  return { type: "object" };
}

/** What is wrong with the arguments, for the model; null when nothing is, or when nobody can say. */
export function flawIn(schema: JsonObject, value: unknown): string | null {
  try {
    const result = z.fromJSONSchema(harmless(schema) as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value);
    return result.success ? null : z.prettifyError(result.error);
  } catch {
    return null;
  }
}

/** Names of keywords whose values hold schemas by name, where `format` is a name like any other. */
const byName = new Set(["properties", "$defs", "definitions", "dependentSchemas"]);

/**
 * `format` is a hint in JSON Schema, and zod is stricter about it than the servers are. A stranger's regular expression may take longer
 * than anybody waits: none is run, and what its server does not like it says itself.
 */
function harmless(schema: unknown, depth = 0): unknown {
  if (depth > 40) throw new Error("The schema nests too deep.");
  if (Array.isArray(schema)) return schema.map((one) => harmless(one, depth + 1));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
      if ((key === "format" || key === "pattern") && typeof value === "string") return [];
      // Which properties those would be is not known then, so none is one too many.
      if (key === "patternProperties" || (key === "additionalProperties" && "patternProperties" in schema)) return [];
      if (key === "enum" || key === "const" || key === "default") return [[key, value]];
      if (!byName.has(key) || typeof value !== "object" || value === null) {
        return [[key, harmless(value, depth + 1)]];
      }
      const named = Object.entries(value as JsonObject).map(([name, one]) => [name, harmless(one, depth + 2)]);
      return [[key, Object.fromEntries(named)]];
    }),
  );
}

/** As every provider takes it: an object's schema without alternatives at its top, which some refuse for the whole request. */
export function wireSchema(schema: JsonObject): JsonObject {
  const { anyOf: _any, oneOf: _one, allOf: _all, not: _not, $schema: _dialect, ...rest } = schema;
  const properties = typeof rest["properties"] === "object" && rest["properties"] !== null ? rest["properties"] : {};
  return { ...rest, type: "object", properties };
}
