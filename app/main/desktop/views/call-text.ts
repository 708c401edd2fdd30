// A tool call as a person reads it: what, where to, with what. Promises: the whole call, nothing cut, nothing hidden.
// Refuses: to leave out an argument it does not know.
import { visibleExact, visibleJson } from "./visible-text.ts";

export interface CallText {
  verb: string;
  target: string;
  detail: string;
}

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** JSON with two spaces a level, in which whatever hides is escaped. */
function json(value: unknown): string {
  return visibleJson(JSON.stringify(value, null, 2));
}

function headerLines(headers: unknown): string[] {
  if (!isFields(headers)) return headers === undefined || headers === null ? [] : [`headers: ${json(headers)}`];
  return Object.entries(headers).map(
    ([name, value]) => `${visibleExact(name)}: ${typeof value === "string" ? visibleExact(value) : json(value)}`,
  );
}

/** A credential is no part of the body, and in words it can't be taken for a header either. */
function credentialLine(credential: unknown): string[] {
  if (credential === undefined) return [];
  return [
    typeof credential === "string" ? `with credential ${visibleExact(credential)}` : `credential ${json(credential)}`,
  ];
}

type Http = Fields & { method: string; url: string };

function httpRequest({ method, url, headers, body, credential, ...others }: Http): CallText {
  const lines = [...headerLines(headers), ...credentialLine(credential)];
  const blocks = [lines.join("\n"), body === undefined ? "" : json(body)];
  if (Object.keys(others).length > 0) blocks.push(json(others));
  return {
    verb: visibleExact(method),
    target: visibleExact(url),
    detail: blocks.filter((block) => block !== "").join("\n\n"),
  };
}

/** Each line with what becomes of it in front, so that no line of a text can pose as something else. */
const marked = (sign: string, text: string): string =>
  text
    .split("\n")
    .map((line) => `${sign} ${visibleExact(line)}`)
    .join("\n");

function fileCall(tool: string, { path, text, old, new: fresh, ...others }: Fields & { path: string }): CallText {
  const texts: [string, unknown][] = [
    ["-", old],
    ["+", fresh],
    ["+", text],
  ];
  const strange = texts.some(([, one]) => one !== undefined && typeof one !== "string");
  const rest = strange ? { ...others, text, old, new: fresh } : others;
  const blocks = texts.flatMap(([sign, one]) => (typeof one === "string" && !strange ? [marked(sign, one)] : []));
  const detail = [
    ...(Object.keys(rest).length > 0 ? [json(rest)] : []),
    ...(blocks.length > 0 ? [blocks.join("\n")] : []),
  ];
  return { verb: visibleExact(tool), target: visibleExact(path), detail: detail.join("\n\n") };
}

/**
 * @param tool the tool's name.
 * @param argumentsText its arguments as the journal keeps them, JSON text.
 */
export function callText(tool: string, argumentsText: string): CallText {
  const args: unknown = JSON.parse(argumentsText);
  if (tool === "http.request" && isFields(args)) {
    const { method, url } = args;
    if (typeof method === "string" && typeof url === "string") return httpRequest({ ...args, method, url });
  }
  if (tool.startsWith("files.") && isFields(args) && typeof args.path === "string") {
    return fileCall(tool, { ...args, path: args.path });
  }
  return {
    verb: visibleExact(tool),
    target: "",
    detail: isFields(args) && Object.keys(args).length === 0 ? "" : json(args),
  };
}

/** The origin a call goes to, for its chip; null when it goes to none that can be named. */
export function callOrigin(tool: string, argumentsText: string): string | null {
  const args: unknown = JSON.parse(argumentsText);
  if (tool !== "http.request" || !isFields(args) || typeof args.url !== "string") return null;
  return URL.canParse(args.url) ? new URL(args.url).origin : null;
}
