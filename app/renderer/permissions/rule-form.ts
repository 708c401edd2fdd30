// What is typed in the dialog of a rule, checked, and turned into what main is asked. Pure; main checks everything again.
import type { PermissionInput, PermissionRow } from "../../preload/contract/permissions.ts";
import { texts } from "../texts/permissions.ts";

export interface RuleForm {
  decide: PermissionInput["decide"];
  tool: string;
  methods: string;
  host: string;
  path: string;
  credential: string;
  folder: string;
  recipient: string;
  amount: string;
  window: string;
  outside: boolean;
  exact: boolean;
}

export type RuleField = "tool" | "methods" | "host" | "amount" | "window";
/** In the list of credentials: none is named. */
export const anyCredential = "";

/** The rule alone, without its place. */
export function ruleInput(row: PermissionRow): PermissionInput {
  const { tool, methods, host, path, folder, recipient, amountMax, credential, exact, decide, trusted } = row;
  const { windowSeconds } = row;
  return { tool, methods, host, path, folder, recipient, amountMax, credential, exact, decide, trusted, windowSeconds };
}

export function startRule(edited: PermissionRow | "new"): RuleForm {
  if (edited === "new") {
    return {
      ...{ decide: "allow", tool: "http.request", methods: "", host: "", path: "", credential: anyCredential },
      ...{ folder: "", recipient: "", amount: "", window: "", outside: false, exact: false },
    };
  }
  return {
    decide: edited.decide,
    tool: edited.tool,
    methods: edited.methods?.join(", ") ?? "",
    host: edited.host ?? "",
    path: edited.path ?? "",
    credential: edited.credential ?? anyCredential,
    folder: edited.folder ?? "",
    recipient: edited.recipient ?? "",
    amount: edited.amountMax === null ? "" : String(edited.amountMax),
    window: edited.windowSeconds === null ? "" : String(edited.windowSeconds),
    outside: !edited.trusted,
    exact: edited.exact,
  };
}

const methodsOf = (text: string) =>
  text
    .split(/[\s,]+/)
    .filter((method) => method !== "")
    .map((method) => method.toUpperCase());

export function ruleProblems(form: RuleForm): Partial<Record<RuleField, string>> {
  const found: Partial<Record<RuleField, string>> = {};
  const words = texts.ruleForm;
  if (form.tool.trim() === "") found.tool = words.toolProblem;
  if (!methodsOf(form.methods).every((method) => /^[A-Z]{1,20}$/.test(method))) found.methods = words.methodsProblem;
  // Plain http to one address may stand in a rule that a card wrote, and in no other.
  if (!form.exact && /:\/\/|\//.test(form.host)) found.host = words.hostProblem;
  if (form.amount.trim() !== "" && !Number.isFinite(Number(form.amount))) found.amount = words.amountProblem;
  const seconds = Number(form.window);
  if (form.window.trim() !== "" && !(Number.isInteger(seconds) && seconds >= 1 && seconds <= 31_536_000)) {
    found.window = words.windowProblem;
  }
  return found;
}

const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());
const numberOrNull = (text: string): number | null => (text.trim() === "" ? null : Number(text));

export function ruleOfForm(form: RuleForm): PermissionInput {
  const methods = [...new Set(methodsOf(form.methods))];
  return {
    tool: form.tool.trim(),
    methods: methods.length === 0 ? null : methods,
    host: orNull(form.host),
    path: orNull(form.path),
    folder: orNull(form.folder),
    recipient: orNull(form.recipient),
    amountMax: numberOrNull(form.amount),
    credential: orNull(form.credential),
    exact: form.exact,
    decide: form.decide,
    // Only what allows can be meant for the one and not the other.
    trusted: form.decide === "allow" ? !form.outside : true,
    windowSeconds: numberOrNull(form.window),
  };
}
