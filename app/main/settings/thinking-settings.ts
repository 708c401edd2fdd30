// What config.yaml says of the model, its limits, MCP servers and folders, as values. Promises: what could not work as it is
// written is a mistake with its line. Refuses: keys that would travel in clear, secrets where a reference belongs.
import type { RawConfig } from "./config-schema.ts";
import { readFolders } from "./folder-settings.ts";
import { defaultSettings, type LimitSettings, type ModelSettings, type Settings } from "./model.ts";
import { isOpenTo, parseBase } from "./service-url.ts";
import { readServer } from "./server-settings.ts";
import type { RawLimits, RawModel } from "./thinking-schema.ts";
import type { Path } from "./yaml-text.ts";

type Add = (path: Path, reason: string) => void;

const maxOutputDefault = 8192;
const contextDefault = { anthropic: 200_000, "openai-compatible": 32_768 } as const;
export const anthropicUrl = "https://api.anthropic.com";

export function readThinking(raw: RawConfig, add: Add): Pick<Settings, "model" | "limits" | "mcpServers" | "folders"> {
  return {
    model: raw.model ? readModel(raw.model, (path, why) => add(["model", ...path], why)) : null,
    limits: readLimits(raw.limits ?? {}),
    mcpServers: Object.entries(raw.mcp_servers ?? {}).map(([name, given]) =>
      readServer(name, given, (path, why) => add(["mcp_servers", name, ...path], why)),
    ),
    folders: readFolders(raw.folders ?? [], (path, why) => add(["folders", ...path], why)),
  };
}

function readLimits(raw: RawLimits): LimitSettings {
  const { limits } = defaultSettings;
  return {
    runSteps: raw.run_steps ?? limits.runSteps,
    runSeconds: raw.run_seconds ?? limits.runSeconds,
    dayTokens: raw.day_tokens ?? limits.dayTokens,
    dayUsd: raw.day_usd ?? limits.dayUsd,
  };
}

function readModel(raw: RawModel, add: Add): ModelSettings {
  const { provider, price } = raw;
  const key = raw.key ?? null;
  const written = raw.base_url ?? (provider === "anthropic" ? anthropicUrl : null);
  if (written === null) {
    add(
      [],
      'The model needs "base_url": where its server answers, such as "http://127.0.0.1:11434/v1" for Ollama on this computer.',
    );
  }
  const base = written === null ? null : parseBase(written);
  if (base?.ok === false) add(["base_url"], `The model's base_url can not be used: ${base.reason}.`);
  if (base?.ok === true && key !== null && isOpenTo(base.url)) {
    add(
      ["base_url"],
      "The model's key would travel unencrypted. Write https:// in base_url, or leave the key out if the server needs none.",
    );
  }
  if (key === null && base?.ok === true && base.url.origin === anthropicUrl) {
    add([], 'The model needs "key": a reference such as "keychain:anthropic" or "env:ANTHROPIC_API_KEY".');
  }
  return {
    ...{ provider, key, name: raw.name.trim() },
    baseUrl: base?.ok === true ? versioned(provider, base.text) : "",
    maxOutputTokens: raw.max_output_tokens ?? maxOutputDefault,
    contextTokens: raw.context_tokens ?? contextDefault[provider],
    price: price
      ? {
          ...{ input: price.input, output: price.output },
          cacheRead: price.cache_read ?? null,
          cacheWrite: price.cache_write ?? null,
        }
      : null,
  };
}

const versioned = (provider: ModelSettings["provider"], base: string): string =>
  provider === "anthropic" && !base.endsWith("/v1") ? `${base}/v1` : base;
