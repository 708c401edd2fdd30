// What the dialog of the model asks of main: the key first, the usual left out, and nothing of a key for another server.
import { expect, test } from "vitest";
import { inputs } from "../../../../app/preload/contract/channels.ts";
import {
  isTakeable,
  keyOptional,
  modelProblems,
  modelRequests,
  moveTo,
  startModel,
} from "../../../../app/renderer/settings/model/model-form.ts";
import { bareSettings, settings } from "../../fixtures/settings.ts";
import { thinking } from "../../fixtures/thinking.ts";

const claude = thinking().model;
if (claude === null) throw new Error("no model");

test("a first model is Claude with a pasted key, sealed where that can be done", () => {
  const form = startModel(null, settings());
  expect(form).toMatchObject({ place: "anthropic", key: { keep: "sealed" } });
  expect(startModel(null, bareSettings()).key.keep).toBe("until_quit");
  expect(isTakeable(form)).toBe(false);
  const filled = { ...form, key: { ...form.key, value: " sk-ant-something " } };
  expect(isTakeable(filled)).toBe(true);
  const { secret, model } = modelRequests(filled);
  expect(secret).toEqual({ name: "model-key", value: "sk-ant-something", untilQuit: false });
  expect(model).toMatchObject({ provider: "anthropic", key: "keychain:model-key", baseUrl: null, price: null });
  expect(inputs["model.save"].parse(model)).toEqual(model);
  expect(keyOptional(filled)).toBe(false);
});

test("untouched, an edited model asks for the same again; what is usual stays unwritten", () => {
  expect(modelRequests(startModel(claude, settings()))).toEqual({
    secret: null,
    model: {
      ...{ provider: "anthropic", name: "claude-sonnet-5", key: "keychain:model-key", baseUrl: null, price: null },
      ...{ maxOutputTokens: null, contextTokens: null },
    },
  });
  const own = {
    ...claude,
    ...{ provider: "openai-compatible" as const, baseUrl: "http://127.0.0.1:11434/v1", key: "env:MODEL_KEY" },
    ...{ maxOutputTokens: 4096, contextTokens: 65_536 },
    price: { input: 0.5, output: 2, cacheRead: 0.05, cacheWrite: null },
  };
  const form = startModel(own, settings());
  expect(form).toMatchObject({ place: "ollama", key: { keep: "env", variable: "MODEL_KEY" } });
  expect(modelRequests(form).model).toEqual({
    ...{ provider: "openai-compatible", name: own.name, key: own.key, baseUrl: own.baseUrl },
    ...{ maxOutputTokens: 4096, contextTokens: 65_536, price: own.price },
  });
});

test("another place gets its address and a suggestion, and none of the key that is another server's", () => {
  const start = startModel(claude, settings());
  const ollama = moveTo("ollama", start, settings());
  expect(ollama).toMatchObject({
    name: "qwen3",
    baseUrl: "http://127.0.0.1:11434/v1",
    key: { keep: "none", saved: "" },
  });
  expect(modelRequests(ollama)).toMatchObject({ secret: null, model: { provider: "openai-compatible", key: null } });
  const named = moveTo("other", { ...start, name: "my-own" }, settings());
  expect(named.name).toBe("my-own");
  expect(isTakeable(named)).toBe(false);
  expect(modelProblems(named)).toHaveProperty("baseUrl");
  expect(moveTo("anthropic", named, settings()).key).toMatchObject({ keep: "sealed", saved: "" });
});

test("what can't be taken is said of each field", () => {
  const start = startModel(claude, settings());
  const problems = (part: Partial<typeof start>) => Object.keys(modelProblems({ ...start, ...part }));
  expect(problems({})).toEqual([]);
  expect(problems({ name: " " })).toEqual(["name"]);
  expect(problems({ baseUrl: "api.example" })).toEqual(["baseUrl"]);
  expect(problems({ contextTokens: "many", maxOutputTokens: "0" })).toEqual(["contextTokens", "maxOutputTokens"]);
  expect(problems({ priceInput: "3" })).toEqual(["priceOutput"]);
  expect(problems({ priceCacheRead: "free", priceInput: "3", priceOutput: "1.5" })).toEqual(["priceCacheRead"]);
  const short = { ...start, key: { ...start.key, keep: "sealed" as const, value: "short" } };
  expect(isTakeable(short)).toBe(false);
});
