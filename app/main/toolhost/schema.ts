// Whether arguments fit a tool's schema, as far as that can be told cheaply. Promises: bounded steps and depth whatever a stranger's
// schema says; what it does not look at (patterns, formats, remote references) counts as fitting. Refuses: regular expressions.
import type { Json, JsonObject } from "../engine/worker/ports.ts";

const argumentsBytesMax = 1_048_576;

/** Why a tool does not take these arguments; null when nothing was found, or it is not known yet what it takes. */
export function refusal(spec: { inputSchema: string } | null, name: string, args: JsonObject): string | null {
  if (Buffer.byteLength(JSON.stringify(args)) > argumentsBytesMax) {
    return `${name} was refused: its arguments are larger than 1 MiB.`;
  }
  if (spec === null) return null;
  const why = misfit(JSON.parse(spec.inputSchema) as JsonObject, args);
  return why === null ? null : `${name} was refused: ${why}.`;
}

/** The server has the last word; past this many steps it has the only one. Long texts and lists cost more than one. */
const stepsMax = 20_000;
const charactersPerStep = 50;
const depthMax = 60;

const typeOf = (value: Json): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
};
const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const numberOf = (value: Json | undefined): number | null => (typeof value === "number" ? value : null);
const shown = (value: Json): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

function fitsType(value: Json, type: Json): boolean {
  if (type === "integer") return typeof value === "number" && Number.isInteger(value);
  return typeOf(value) === type;
}

/** @param text `b` as JSON text */
function equal(a: Json, b: Json, text: string): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  return JSON.stringify(a) === text;
}

/** The part of the schema that a local reference (`#/$defs/x`) names. */
function resolve(root: JsonObject, reference: string): Json | undefined {
  if (!reference.startsWith("#")) return undefined;
  let at: Json = root;
  for (const step of reference.slice(1).split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as JsonObject)[key] ?? null;
  }
  return at;
}

/** What is wrong, as a sentence without a full stop; null when nothing was found. */
export function misfit(schema: JsonObject, args: JsonObject): string | null {
  let steps = 0;
  const spent = (cost: number): boolean => {
    steps += cost;
    return steps > stepsMax;
  };

  function look(part: Json | undefined, value: Json, where: string, depth: number): string | null {
    if (part === false) return `${where} may not be there`;
    if (depth > depthMax || !isObject(part) || spent(1)) return null;
    const { $ref } = part;
    if (typeof $ref === "string") {
      const found = look(resolve(schema, $ref), value, where, depth + 1);
      if (found !== null) return found;
    }
    return (
      plain(part, value, where) ??
      combined(part, value, where, depth) ??
      (isObject(value) ? members(part, value, where, depth) : null) ??
      (Array.isArray(value) ? items(part, value, where, depth) : null)
    );
  }

  function plain(part: JsonObject, value: Json, where: string): string | null {
    const types = (Array.isArray(part.type) ? part.type : [part.type]).filter((type) => typeof type === "string");
    if (types.length > 0 && !types.some((type) => fitsType(value, type))) {
      return `${where} must be ${types.join(" or ")}, not ${typeOf(value)}`;
    }
    const choices = Array.isArray(part.enum) ? part.enum : part.const === undefined ? null : [part.const];
    if (choices !== null) {
      const text = JSON.stringify(value);
      if (spent(choices.length + text.length / charactersPerStep)) return null;
      if (!choices.some((one) => equal(one, value, text))) {
        return `${where} must be ${part.const === undefined ? "one of " : ""}${shown(part.const ?? choices)}`;
      }
    }
    const [least, most] = typeof value === "string" ? [part.minLength, part.maxLength] : [part.minimum, part.maximum];
    if (least === undefined && most === undefined) return null;
    if (typeof value === "string" && spent(value.length / charactersPerStep)) return null;
    const measured = typeof value === "number" ? value : typeof value === "string" ? [...value].length : null;
    if (measured === null) return null;
    const unit = typeof value === "number" ? "" : " characters";
    if ((numberOf(least) ?? measured) > measured) return `${where} must be ${numberOf(least)}${unit} or more`;
    if ((numberOf(most) ?? measured) < measured) return `${where} must be ${numberOf(most)}${unit} or less`;
    return null;
  }

  function combined(part: JsonObject, value: Json, where: string, depth: number): string | null {
    for (const one of Array.isArray(part.allOf) ? part.allOf : []) {
      const found = look(one, value, where, depth + 1);
      if (found !== null) return found;
    }
    for (const some of [part.anyOf, part.oneOf]) {
      if (!Array.isArray(some) || some.length === 0) continue;
      const found = some.map((one) => look(one, value, where, depth + 1));
      if (found.every((one) => one !== null)) return found[0] ?? null;
    }
    return null;
  }

  function members(part: JsonObject, value: JsonObject, where: string, depth: number): string | null {
    const below = (key: string): string =>
      where === "it" ? `"${key.slice(0, 60)}"` : `${where}."${key.slice(0, 60)}"`;
    const required = Array.isArray(part.required) ? part.required : [];
    if (spent(required.length)) return null;
    for (const key of required) {
      if (typeof key === "string" && !Object.hasOwn(value, key)) return `${below(key)} is missing`;
    }
    const known = isObject(part.properties) ? part.properties : {};
    for (const [key, one] of Object.entries(value)) {
      const found = Object.hasOwn(known, key)
        ? look(known[key], one, below(key), depth + 1)
        : isObject(part.patternProperties)
          ? null
          : look(part.additionalProperties, one, below(key), depth + 1);
      if (found === null) continue;
      const strange = part.additionalProperties === false && !Object.hasOwn(known, key);
      return strange ? `it does not take ${below(key)}` : found;
    }
    return null;
  }

  function items(part: JsonObject, value: Json[], where: string, depth: number): string | null {
    if ((numberOf(part.minItems) ?? 0) > value.length)
      return `${where} must have ${numberOf(part.minItems)} or more entries`;
    if ((numberOf(part.maxItems) ?? value.length) < value.length) {
      return `${where} must have ${numberOf(part.maxItems)} or fewer entries`;
    }
    const first = Array.isArray(part.prefixItems) ? part.prefixItems : Array.isArray(part.items) ? part.items : [];
    const rest = Array.isArray(part.items) ? part.additionalItems : part.items;
    for (const [at, one] of value.entries()) {
      const found = look(at < first.length ? first[at] : rest, one, `${where}[${at}]`, depth + 1);
      if (found !== null) return found;
    }
    return null;
  }

  return look(schema, args, "it", 0);
}
