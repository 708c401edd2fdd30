// What is typed in the source dialog, checked, and turned into what main is asked. Pure; main checks everything again.
import type { Input } from "../../../preload/contract/channels.ts";
import type { SettingsView, SourceRow } from "../../../preload/contract/views.ts";
import { variableOf } from "../../parts/variable.ts";
import { texts } from "../../texts/settings.ts";

/** `as_is`: whatever it names stays, as while it is being exchanged. */
export type Keep = "sealed" | "until_quit" | "env" | "kept" | "as_is";

export interface SourceForm {
  name: string;
  kind: SourceRow["kind"];
  keep: Keep;
  value: string;
  variable: string;
  keptName: string;
  /** The reference of the source as it is saved; empty for a new one. */
  saved: string;
  identicalBodies: SourceRow["identicalBodies"];
  duringRun: SourceRow["duringRun"];
  /** Names of events, with commas. */
  urgent: string;
  /** The day its secret stops working; empty when it does not. */
  expires: string;
}

export type Field = "name" | "value" | "variable" | "kept" | "expires" | "urgent";
const problems = texts.form.problems;
const reserved = ["chat", "timer", "approval"];

export function startForm(edited: SourceRow | "new", settings: SettingsView): SourceForm {
  const paste: Keep = settings.keychain.usable ? "sealed" : "until_quit";
  const blank = { value: "", variable: "", keptName: settings.secrets[0]?.name ?? "", saved: "", expires: "" };
  if (edited === "new") {
    const name = settings.sources.some((source) => source.name === "github") ? "" : "github";
    return { ...blank, name, kind: "github", keep: paste, identicalBodies: "twin", duringRun: "next", urgent: "" };
  }
  const { name, kind, identicalBodies, duringRun, secret: saved } = edited;
  const urgent = edited.urgent.join(", ");
  const present = { ...blank, name, kind, identicalBodies, duringRun, urgent, saved, expires: edited.expiresOn ?? "" };
  if (edited.nextSecret !== null) return { ...present, keep: "as_is" };
  const [scheme, rest = ""] = saved.split(/:(.*)/s);
  if (scheme === "env") return { ...present, keep: "env", variable: rest };
  const isKept = settings.secrets.some((secret) => secret.name === rest);
  return { ...present, keep: isKept ? "kept" : paste, keptName: rest };
}

/** The first thing wrong with each field; nothing when the form can be sent. */
export function formProblems(form: SourceForm, isNew: boolean, settings: SettingsView): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = {};
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(form.name)) found.name = problems.name;
  else if (reserved.includes(form.name)) found.name = problems.reserved(form.name);
  else if (isNew && settings.sources.some((source) => source.name === form.name)) {
    found.name = problems.taken(form.name);
  }
  const pasted = form.keep === "sealed" || form.keep === "until_quit";
  if (pasted && form.value.trim() === "") found.value = problems.value;
  if (form.keep === "env" && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(variableOf(form))) found.variable = problems.variable;
  if (form.keep === "kept" && form.keptName === "") found.kept = problems.kept;
  if (form.expires.trim() !== "" && !/^\d{4}-\d{2}-\d{2}$/.test(form.expires.trim())) found.expires = problems.expires;
  const urgent = namesOf(form.urgent);
  if (urgent.length > 50 || urgent.some((name) => name.length > 100)) found.urgent = problems.urgent;
  return found;
}

/** Whether the source's secret is one that Nightjar forgets when it quits. */
export function isUntilQuit(
  { secret }: Pick<SourceRow, "secret">,
  { secrets }: Pick<SettingsView, "secrets">,
): boolean {
  return secrets.some(({ name, kept }) => kept === "until_quit" && secret === `keychain:${name}`);
}

const namesOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  ),
];

/** What to ask of main, in order: first the secret when one was pasted, then the source that names it. */
export function requests(form: SourceForm): {
  secret: Input<"settings.setSecret"> | null;
  source: Input<"settings.saveSource">;
} {
  const { name, kind, identicalBodies, duringRun, keep } = form;
  const expiresOn = form.expires.trim() === "" ? null : form.expires.trim();
  const urgent = namesOf(form.urgent);
  const source = (secret: string) => ({ name, kind, identicalBodies, duringRun, urgent, secret, expiresOn });
  if (keep === "as_is") return { secret: null, source: source(form.saved) };
  if (keep === "env") return { secret: null, source: source(`env:${variableOf(form)}`) };
  if (keep === "kept") return { secret: null, source: source(`keychain:${form.keptName}`) };
  const kept = `${name}-secret`;
  return {
    secret: { name: kept, value: form.value.trim(), untilQuit: keep === "until_quit" },
    source: source(`keychain:${kept}`),
  };
}

/** A fresh secret of 256 random bits, in the form the kind asks for. */
export function makeSecret(kind: SourceRow["kind"], random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string {
  const bytes = random(new Uint8Array(32));
  if (kind === "standard-webhooks") return `whsec_${btoa(String.fromCharCode(...bytes))}`;
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
