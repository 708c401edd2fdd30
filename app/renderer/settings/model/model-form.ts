// What is typed in the dialog of the model, checked, and turned into what main is asked. Pure; main checks it all again.
import type { Input } from "../../../preload/contract/channels.ts";
import type { ModelRow } from "../../../preload/contract/thinking-settings.ts";
import type { SettingsView } from "../../../preload/contract/views.ts";
import { texts } from "../../texts/model.ts";
import { type KeyForm, keyProblems, keyRequests, startKey } from "../key-form.ts";

export type Place = "anthropic" | "ollama" | "lmstudio" | "other";
type Amounts = "contextTokens" | "maxOutputTokens";
type Prices = "priceInput" | "priceOutput" | "priceCacheRead" | "priceCacheWrite";

export interface ModelForm extends Record<Amounts | Prices, string> {
  place: Place;
  name: string;
  baseUrl: string;
  key: KeyForm;
}

export type ModelField = "name" | "baseUrl" | Amounts | Prices;

const addresses: Record<Place, string> = {
  anthropic: "",
  ollama: "http://127.0.0.1:11434/v1",
  lmstudio: "http://127.0.0.1:1234/v1",
  other: "https://",
};
const anthropicUrl = "https://api.anthropic.com/v1";

/** What is taken where nothing is written. */
export const usual = {
  maxOutputTokens: 8192,
  contextTokens: { anthropic: 200_000, "openai-compatible": 32_768 },
} as const;

export const suggestions: Record<Place, readonly string[]> = {
  anthropic: ["claude-sonnet-5", "claude-opus-4-5", "claude-haiku-4-5"],
  ollama: ["qwen3", "gpt-oss", "llama3.1"],
  lmstudio: ["openai/gpt-oss-20b", "qwen/qwen3-8b"],
  other: [],
};

export const providerOf = (place: Place) => (place === "anthropic" ? "anthropic" : "openai-compatible");

const blank = {
  ...{ contextTokens: "", maxOutputTokens: "" },
  ...{ priceInput: "", priceOutput: "", priceCacheRead: "", priceCacheWrite: "" },
};

export function startModel(row: ModelRow | null, settings: SettingsView): ModelForm {
  if (row === null) {
    const place = "anthropic";
    return { ...blank, place, name: suggestions[place][0] ?? "", baseUrl: "", key: startKey(null, false, settings) };
  }
  const place = placeOf(row);
  const written = (value: number | null | undefined) => (value === null || value === undefined ? "" : String(value));
  const unusual = (value: number, usually: number) => (value === usually ? "" : String(value));
  return {
    ...{ place, name: row.name },
    baseUrl: place === "anthropic" && row.baseUrl === anthropicUrl ? "" : row.baseUrl,
    key: startKey(row.key, true, settings),
    contextTokens: unusual(row.contextTokens, usual.contextTokens[row.provider]),
    maxOutputTokens: unusual(row.maxOutputTokens, usual.maxOutputTokens),
    ...{ priceInput: written(row.price?.input), priceOutput: written(row.price?.output) },
    ...{ priceCacheRead: written(row.price?.cacheRead), priceCacheWrite: written(row.price?.cacheWrite) },
  };
}

function placeOf({ provider, baseUrl }: ModelRow): Place {
  if (provider === "anthropic") return "anthropic";
  return (["ollama", "lmstudio"] as const).find((place) => addresses[place] === baseUrl) ?? "other";
}

/** Another place: its address, its first suggestion, and no key where none is usual. */
export function moveTo(place: Place, form: ModelForm, settings: SettingsView): ModelForm {
  if (place === form.place) return form;
  const suggested = Object.values(suggestions).some((names) => names.includes(form.name));
  const fresh = startKey(null, place !== "anthropic", settings);
  return {
    ...form,
    place,
    baseUrl: addresses[place],
    name: suggested || form.name === "" ? (suggestions[place][0] ?? "") : form.name,
    // A key belongs to its server: another one gets none of it unasked.
    key: { ...fresh, saved: "" },
  };
}

/** Whether a key may be left out: only Anthropic itself never answers without. */
export const keyOptional = ({ place, baseUrl }: ModelForm): boolean => place !== "anthropic" || baseUrl.trim() !== "";

const isAddress = (text: string): boolean => /^https?:\/\/[^/\s]+/.test(text) && URL.canParse(text);
const isTokens = (text: string): boolean => /^\d{1,8}$/.test(text) && Number(text) > 0;
const isDollars = (text: string): boolean => /^\d{1,6}(\.\d{1,6})?$/.test(text);

export function modelProblems(form: ModelForm): Partial<Record<ModelField, string>> {
  const found: Partial<Record<ModelField, string>> = {};
  const { problems } = texts.form;
  if (form.name.trim() === "") found.name = problems.name;
  const address = form.baseUrl.trim();
  if (!(form.place === "anthropic" && address === "") && !isAddress(address)) found.baseUrl = problems.baseUrl;
  for (const field of ["contextTokens", "maxOutputTokens"] as const) {
    const text = form[field].trim();
    if (text !== "" && !isTokens(text)) found[field] = problems.tokens;
  }
  const prices = ["priceInput", "priceOutput", "priceCacheRead", "priceCacheWrite"] as const;
  for (const field of prices) {
    const text = form[field].trim();
    if (text !== "" && !isDollars(text)) found[field] = problems.price;
  }
  if (prices.some((field) => form[field].trim() !== "")) {
    for (const field of ["priceInput", "priceOutput"] as const)
      if (form[field].trim() === "") found[field] = problems.priceBoth;
  }
  return found;
}

export const isTakeable = (form: ModelForm): boolean =>
  Object.keys(modelProblems(form)).length === 0 && Object.keys(keyProblems(form.key)).length === 0;

/** What to ask of main, in order: the key when one was pasted, then the model that names it. */
export function modelRequests(form: ModelForm): {
  secret: Input<"settings.setSecret"> | null;
  model: Input<"model.save">;
} {
  const { secret, reference } = keyRequests(form.key, "model-key");
  const number = (text: string) => (text.trim() === "" ? null : Number(text.trim()));
  const input = number(form.priceInput);
  const output = number(form.priceOutput);
  const cached = { cacheRead: number(form.priceCacheRead), cacheWrite: number(form.priceCacheWrite) };
  return {
    secret,
    model: {
      ...{ provider: providerOf(form.place), name: form.name.trim(), key: reference },
      baseUrl: form.baseUrl.trim() === "" ? null : form.baseUrl.trim(),
      ...{ maxOutputTokens: number(form.maxOutputTokens), contextTokens: number(form.contextTokens) },
      price: input === null || output === null ? null : { input, output, ...cached },
    },
  };
}
