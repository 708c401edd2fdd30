// From a tool's result to bounded JSON. Promises: texts and structured content up to the bounds, what was cut is said; images, sound
// and files are named with their kind and size, not passed on. Refuses: to believe any of it.
import { toolBounds } from "../preload/contract/toolhost.ts";
import { plainText, quote, whole } from "./words.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

const text = (value: unknown, most = 2000): string | null =>
  typeof value === "string" ? plainText(value, most) : null;

/** How many bytes a base64 text stands for. */
const bytesOf = (value: unknown): number => (typeof value === "string" ? Math.floor((value.length * 3) / 4) : 0);

/** Plain JSON, copied; null when it is deeper or larger than may be kept. */
export function smallJson(value: unknown, characters: number): { value: Json; characters: number } | null {
  let left = characters;
  function copy(one: unknown, depth: number): Json | undefined {
    if (depth > toolBounds.resultDepth || left < 0) return undefined;
    left -= 8;
    if (one === null || typeof one === "boolean") return one;
    if (typeof one === "number") return Number.isFinite(one) ? one : null;
    if (typeof one === "string") {
      left -= one.length;
      return left < 0 ? undefined : whole(one);
    }
    if (typeof one !== "object") return undefined;
    if (Array.isArray(one)) {
      const list: Json[] = [];
      for (const item of one) {
        const copied = copy(item, depth + 1);
        if (copied === undefined) return undefined;
        list.push(copied);
      }
      return list;
    }
    const entries: [string, Json][] = [];
    for (const [key, item] of Object.entries(one)) {
      left -= key.length;
      const copied = copy(item, depth + 1);
      if (copied === undefined || key === "__proto__") return undefined;
      entries.push([whole(key), copied]);
    }
    return Object.fromEntries(entries);
  }
  const copied = copy(value, 0);
  return copied === undefined || left < 0 ? null : { value: copied, characters: characters - left };
}

interface Part {
  type?: unknown;
  [key: string]: unknown;
}

interface Room {
  left: number;
  cut: string[];
}

/** A text as far as there is room for it. */
function take(value: string, room: Room): string {
  if (value.length <= room.left) {
    room.left -= value.length;
    return whole(value);
  }
  const kept = whole(value.slice(0, Math.max(0, room.left)));
  room.cut.push(`a text of ${value.length} characters was cut after ${kept.length}`);
  room.left = 0;
  return kept;
}

const named = (fields: Record<string, Json>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

function partOf(part: Part, room: Room): JsonObject {
  switch (part.type) {
    case "text":
      return { type: "text", text: take(typeof part.text === "string" ? part.text : "", room) };
    case "image":
    case "audio":
      return named({ type: part.type, mimeType: text(part.mimeType, 100), bytes: bytesOf(part.data) });
    case "resource_link": {
      const { uri, name, title, description, mimeType } = part;
      return named({
        ...{ type: "resource_link", uri: text(uri), name: text(name, 500), title: text(title, 500) },
        ...{ description: text(description, 2000), mimeType: text(mimeType, 100) },
      });
    }
    case "resource": {
      const { uri, mimeType, text: inside, blob } = (part.resource ?? {}) as Part;
      const about = named({ type: "resource", uri: text(uri), mimeType: text(mimeType, 100) });
      return typeof inside === "string" ? { ...about, text: take(inside, room) } : { ...about, bytes: bytesOf(blob) };
    }
    default:
      return { type: "other", said: quote(String(part.type), 50) };
  }
}

/** The texts among its parts, as one, for a sentence about a failure. */
export function complaint(content: readonly unknown[]): string {
  const texts = content.slice(0, 20).flatMap((part) => {
    const { type, text: said } = (part ?? {}) as Part;
    return type === "text" && typeof said === "string" ? [said.slice(0, 2000)] : [];
  });
  return quote(texts.join(" "));
}

/** @param result as the client library read it */
export function resultOf(result: { content?: unknown; structuredContent?: unknown }): JsonObject {
  const room: Room = { left: toolBounds.resultCharacters, cut: [] };
  const parts = Array.isArray(result.content) ? (result.content as Part[]) : [];
  const content = parts.slice(0, toolBounds.resultParts).map((part) => {
    room.left = Math.max(0, room.left - 100);
    return partOf(part, room);
  });
  if (parts.length > content.length) room.cut.push(`${parts.length - content.length} further parts were left out`);
  const read: JsonObject = { content };
  if (result.structuredContent !== undefined) {
    const structured = smallJson(result.structuredContent, room.left);
    if (structured === null) room.cut.push("its structured content was too large or too deep, and was left out");
    else read.structured = structured.value;
  }
  if (room.cut.length > 0) read.cut = room.cut.slice(0, 10).join("; ");
  return read;
}
