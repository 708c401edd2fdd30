// The words of Settings for the model, its key and its limits.
import type { SecretState } from "../../preload/contract/views.ts";

const states: Record<SecretState, string> = {
  ok: "found",
  missing: "not found",
  empty: "empty",
  unreadable: "can't be opened",
};

const whole = (value: number) => value.toLocaleString("en");

/** As many digits as it takes to not be nothing. */
const dollars = (value: number): string => {
  if (value === 0) return "$0.00";
  if (value >= 0.01) return `$${value.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
  return `$${value.toFixed(6).replace(/0+$/, "")}`;
};

/** Of a price, where whole dollars are usual. */
const price = (value: number): string => `$${String(Number(value.toFixed(4)))}`;

export const keyTexts = {
  legend: "Key",
  keep: {
    none: "It needs no key",
    as_is: "The one that is kept already",
    sealed: "Keep it in the keychain",
    until_quit: "Keep it until Nightjar quits",
    env: "Read it from an environment variable",
  },
  value: "The key",
  valueHint: "Nightjar never shows it again.",
  variable: "Variable",
  variableHint: "As seen by Nightjar when it starts, such as ANTHROPIC_API_KEY.",
  problems: {
    value: "Paste the key.",
    short: "At least 8 characters: a shorter one can't be told from other text.",
    variable: "A variable's name: letters, digits and _, not beginning with a digit.",
  },
  states,
  untilQuit: "kept until you quit",
};

export const texts = {
  heading: "Model",
  none: "No model. Rules decide, and what no rule wants is stored in silence. With a model, that goes to it instead: it reads, uses tools, asks before it acts, and usually says nothing.",
  choose: "Choose a model",
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Remove ${name}`,
  removeSure: "Go on without a model? What no rule wants is stored in silence from then on.",
  removeYes: "Go on without",
  removeNo: "Keep it",
  at: "Asked at",
  price: "Price",
  priceOf: (input: number, output: number) =>
    input === 0 && output === 0 ? "not counted" : `${price(input)} in, ${price(output)} out for a million tokens`,
  priceUnknown: "not known, so only tokens are limited",
  context: "Context",
  contextOf: (context: number, answer: number) => `${whole(context)} tokens; answers of at most ${whole(answer)}`,
  noKey: "asked without a key",
  try: "Try it",
  trying: "Trying",
  providers: { anthropic: "Claude, at Anthropic", "openai-compatible": "OpenAI-compatible server" },

  form: {
    title: "Choose a model",
    editTitle: "The model",
    place: "Where it runs",
    places: {
      anthropic: "Claude, at Anthropic",
      ollama: "Ollama on this computer",
      lmstudio: "LM Studio on this computer",
      other: "Another OpenAI-compatible server",
    },
    placeHints: {
      anthropic: "What the model reads goes to Anthropic's servers.",
      ollama: "Nothing leaves this computer for the model's sake. Choose a model that can use tools.",
      lmstudio:
        "Nothing leaves this computer for the model's sake. Start its server, and choose a model that can use tools.",
      other: "What the model reads goes to that server.",
    },
    name: "Model",
    nameHints: {
      anthropic: "Its name as Anthropic writes it.",
      ollama: "Its name as “ollama list” shows it.",
      lmstudio: "Its name as LM Studio shows it.",
      other: "Its name as the server knows it.",
    },
    suggest: (name: string) => `Take ${name}`,
    baseUrl: "Address",
    baseUrlHint: "Where its server answers; it often ends in /v1.",
    baseUrlUsual: "Empty for Anthropic's own.",
    more: "Context and price",
    contextTokens: "Context, in tokens",
    contextHint: "How much it reads at once. Longer sessions are summed up.",
    maxOutputTokens: "Longest answer, in tokens",
    priceLead: "US dollars for a million tokens. Empty: what is known of the model counts.",
    priceInput: "Read",
    priceOutput: "Written",
    priceCacheRead: "From the cache",
    priceCacheWrite: "Into the cache",
    usual: (value: number) => `usual: ${whole(value)}`,
    problems: {
      name: "The model's name.",
      baseUrl: "A whole address, beginning with https:// (or http:// on this computer).",
      tokens: "A whole number of tokens.",
      price: "A number of US dollars.",
      priceBoth: "What is read and what is written need a price each.",
    },
  },

  limits: {
    heading: "Limits of the model",
    lead: "Rules cost nothing; these hold for what the model thinks about.",
    today: "Today",
    tokens: "Tokens",
    money: "Money",
    used: (used: string, most: string) => `${used} of ${most}`,
    whole,
    dollars,
    reached: (what: "tokens" | "money", until: string, all: boolean) =>
      `${all ? `Today's ${what === "tokens" ? "tokens are" : "money is"} used up.` : `What is left of today's ${what} is too little for the next request.`} The model rests until ${until}, or until you allow more; what comes waits.`,
    unpriced: "Its price is not known, so money is not counted.",
    dayTokens: "Tokens a day",
    dayTokensHint: "Read and written together. 0 stops the model.",
    dayUsd: "US dollars a day",
    runSteps: "Answers in one run",
    runStepsHint: "A run that goes round in circles ends here.",
    runSeconds: "Time for one run",
    problems: {
      dayTokens: "A whole number.",
      dayUsd: "A number, such as 2.50.",
      runSteps: "A whole number from 1 to 1000.",
      runSeconds: "At most a day.",
    },
  },
};
