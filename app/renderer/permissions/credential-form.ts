// What is typed in the dialog of a credential, checked, and turned into what main is asked. Pure; main checks it all again.
import type { Input } from "../../preload/contract/channels.ts";
import type { CredentialRow } from "../../preload/contract/permissions.ts";
import { variableOf } from "../parts/variable.ts";
import { texts } from "../texts/permissions.ts";

export type Keep = "sealed" | "until_quit" | "env" | "kept";
export type Header = "bearer" | "key" | "basic" | "own";

export interface CredentialForm {
  name: string;
  keep: Keep;
  value: string;
  variable: string;
  /** The reference of the present secret, with `kept`. */
  kept: string;
  header: Header;
  ownHeader: string;
  /** One on each line. */
  destinations: string;
  expires: string;
}

export type CredentialField = "name" | "value" | "variable" | "header" | "destinations" | "expires";

export const presets: Record<Exclude<Header, "own">, string> = {
  bearer: "Authorization: Bearer {secret}",
  key: "X-Api-Key: {secret}",
  basic: "Authorization: Basic {secret}",
};

/** @param usable whether the keychain protects, so that a secret can be sealed. */
export function startCredential(
  row: CredentialRow | null,
  what: "new" | "edit" | "rotate",
  usable: boolean,
): CredentialForm {
  const pasted: Keep = usable ? "sealed" : "until_quit";
  if (row === null) {
    return {
      ...{ name: "", keep: pasted, value: "", variable: "", kept: "", header: "bearer", ownHeader: "" },
      ...{ destinations: "https://", expires: "" },
    };
  }
  const preset = (Object.keys(presets) as (keyof typeof presets)[]).find((one) => presets[one] === row.header);
  return {
    name: row.name,
    keep: what === "edit" ? "kept" : pasted,
    value: "",
    variable: row.secret.startsWith("env:") ? row.secret.slice(4) : "",
    kept: row.secret,
    header: preset ?? "own",
    ownHeader: preset === undefined ? row.header : "",
    destinations: row.destinations.join("\n"),
    expires: row.expiresOn ?? "",
  };
}

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const headerOf = (form: CredentialForm) => (form.header === "own" ? form.ownHeader.trim() : presets[form.header]);

const pastes = ({ keep }: CredentialForm) => keep === "sealed" || keep === "until_quit";
const shortest = 8;

function valueProblem(value: string): string | null {
  if (value === "") return texts.credentialForm.problems.value;
  return value.length < shortest ? texts.credentialForm.problems.short : null;
}

/** @param taken names of other credentials; none when one is edited. */
export function credentialProblems(form: CredentialForm, taken: readonly string[]) {
  const found: Partial<Record<CredentialField, string>> = {};
  const words = texts.credentialForm.problems;
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(form.name)) found.name = words.name;
  else if (taken.includes(form.name)) found.name = words.taken(form.name);
  const value = pastes(form) ? valueProblem(form.value.trim()) : null;
  if (value !== null) found.value = value;
  if (form.keep === "env" && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(variableOf(form))) found.variable = words.variable;
  if (!/^[^\s:]+:/.test(headerOf(form)) || headerOf(form).split("{secret}").length !== 2) found.header = words.header;
  const origins = linesOf(form.destinations);
  const isOrigin = (text: string) => /^https?:\/\/[^/\s]+/.test(text) && URL.canParse(text);
  if (origins.length === 0 || !origins.every(isOrigin)) found.destinations = words.destinations;
  if (form.expires !== "" && !/^\d{4}-\d{2}-\d{2}$/.test(form.expires.trim())) found.expires = words.expires;
  return found;
}

/** What to ask of main, in order: the secret when one was pasted, then the credential that names it. */
export function credentialRequests(form: CredentialForm): {
  secret: Input<"settings.setSecret"> | null;
  credential: Input<"credentials.save">;
} {
  // Its present name goes on, so that what else refers to it gets the new one too.
  const present = form.kept.startsWith("keychain:") ? form.kept.slice("keychain:".length) : null;
  const name = present ?? `${form.name}-credential`;
  const reference =
    form.keep === "env" ? `env:${variableOf(form)}` : form.keep === "kept" ? form.kept : `keychain:${name}`;
  return {
    secret: pastes(form) ? { name, value: form.value.trim(), untilQuit: form.keep === "until_quit" } : null,
    credential: {
      name: form.name,
      secret: reference,
      header: headerOf(form),
      destinations: linesOf(form.destinations),
      expiresOn: form.expires.trim() === "" ? null : form.expires.trim(),
    },
  };
}
