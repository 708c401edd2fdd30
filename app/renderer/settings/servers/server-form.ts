// What is typed in the dialog of a server, checked, and turned into what main is asked. Pure; main checks it all again.
import type { Input } from "../../../preload/contract/channels.ts";
import type { ServerRow } from "../../../preload/contract/thinking-settings.ts";
import type { SettingsView } from "../../../preload/contract/views.ts";
import { texts } from "../../texts/servers.ts";
import { type KeyForm, keyProblems, keyRequests, startKey } from "../key-form.ts";

export interface ServerForm {
  kind: "command" | "url";
  name: string;
  enabled: boolean;
  command: string;
  /** One on each line. */
  args: string;
  /** NAME=value, one on each line. */
  env: string;
  cwd: string;
  url: string;
  header: string;
  key: KeyForm;
  timeout: string;
}

export type ServerField = "name" | "command" | "env" | "url" | "header" | "timeout";

const bearer = "Authorization: Bearer {secret}";
const timeoutUsual = 60;
const { problems } = texts.form;

export function startServer(row: ServerRow | null, settings: SettingsView): ServerForm {
  const blank = {
    ...{ command: "", args: "", env: "", cwd: "", url: "https://", header: "", timeout: "", enabled: true },
    key: startKey(null, true, settings),
  };
  if (row === null) return { ...blank, kind: "command", name: "" };
  const { name, enabled, way } = row;
  const timeout = row.timeoutSeconds === timeoutUsual ? "" : String(row.timeoutSeconds);
  if (way.kind === "url") {
    const header = way.header === bearer ? "" : way.header;
    return {
      ...blank,
      kind: "url",
      name,
      enabled,
      timeout,
      header,
      url: way.url,
      key: startKey(way.key, true, settings),
    };
  }
  return {
    ...{ ...blank, kind: "command", name, enabled, timeout, command: way.command },
    ...{ args: way.args.join("\n"), cwd: way.cwd ?? "" },
    env: way.env.map(({ name: variable, value }) => `${variable}=${value}`).join("\n"),
  };
}

/** Whether lines can hold it; arguments that have lines or outer spaces of their own can be changed only in the file. */
export const canEdit = ({ way }: ServerRow): boolean =>
  way.kind === "url" ||
  (way.args.every((text) => text !== "" && isPlainLine(text)) && way.env.every(({ value }) => isPlainLine(value)));

const isPlainLine = (text: string): boolean => text.trim() === text && !/[\r\n]/.test(text);

const linesOf = (text: string): string[] => text.split("\n").map((line) => line.trim());
const filled = (text: string): string[] => linesOf(text).filter((line) => line !== "");

function variablesOf(text: string): { env: Record<string, string> } | { wrong: number } {
  const env: Record<string, string> = {};
  for (const [at, line] of linesOf(text).entries()) {
    if (line === "") continue;
    const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return { wrong: at + 1 };
    env[name] = value;
  }
  return { env };
}

/** @param taken names of other servers */
export function serverProblems(form: ServerForm, taken: readonly string[]): Partial<Record<ServerField, string>> {
  const found: Partial<Record<ServerField, string>> = {};
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(form.name)) found.name = problems.name;
  else if (taken.includes(form.name)) found.name = problems.taken(form.name);
  const timeout = form.timeout.trim();
  if (timeout !== "" && (!/^\d{1,4}$/.test(timeout) || Number(timeout) < 1 || Number(timeout) > 3600))
    found.timeout = problems.timeout;
  if (form.kind === "command") {
    if (form.command.trim() === "") found.command = problems.command;
    const variables = variablesOf(form.env);
    if ("wrong" in variables) found.env = problems.env(variables.wrong);
    return found;
  }
  const url = form.url.trim();
  if (!/^https?:\/\/[^/\s]+/.test(url) || !URL.canParse(url)) found.url = problems.url;
  const header = form.header.trim();
  if (header !== "" && (!/^[^\s:]+:/.test(header) || header.split("{secret}").length !== 2))
    found.header = problems.header;
  return found;
}

export const isTakeable = (form: ServerForm, taken: readonly string[]): boolean =>
  Object.keys(serverProblems(form, taken)).length === 0 &&
  (form.kind === "command" || Object.keys(keyProblems(form.key)).length === 0);

/** What to ask of main, in order: the key when one was pasted, then the server that names it. */
export function serverRequests(form: ServerForm): {
  secret: Input<"settings.setSecret"> | null;
  server: Input<"servers.save">;
} {
  const { name, enabled } = form;
  const timeoutSeconds = form.timeout.trim() === "" ? null : Number(form.timeout.trim());
  const basics = { name, enabled, timeoutSeconds };
  if (form.kind === "command") {
    const variables = variablesOf(form.env);
    return {
      secret: null,
      server: {
        ...{ kind: "command", ...basics, command: form.command.trim(), args: filled(form.args) },
        env: "env" in variables ? variables.env : {},
        cwd: form.cwd.trim() === "" ? null : form.cwd.trim(),
      },
    };
  }
  const { secret, reference } = keyRequests(form.key, `${name}-key`);
  const header = reference === null || form.header.trim() === "" ? null : form.header.trim();
  return { secret, server: { kind: "url", ...basics, url: form.url.trim(), key: reference, header } };
}
