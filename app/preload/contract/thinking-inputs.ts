// Input schemas of the channels for model, limits, servers and folders: shapes and bounds; what they mean together the settings check.
// Refuses: keys in clear where a reference belongs, and folders by name: a new one is chosen in the system's own dialog.
import { z } from "zod";

const nothing = z.undefined();
/** `env:NAME` or `keychain:NAME`. */
const reference = z.string().regex(/^(env:[A-Za-z_][A-Za-z0-9_]*|keychain:[a-zA-Z0-9._-]{1,100})$/);
const line = (most: number) => z.string().min(1).max(most);
const tokens = z.number().int().min(1).max(10_000_000).nullable();
const dollars = z.number().min(0).max(100_000);
const serverName = z.string().min(1).max(64);
const serverBasics = {
  name: serverName,
  enabled: z.boolean(),
  timeoutSeconds: z.number().int().min(1).max(3600).nullable(),
};
const path = line(4000);

export const thinkingInputs = {
  "thinking.get": nothing,
  "model.save": z.strictObject({
    provider: z.enum(["anthropic", "openai-compatible"]),
    name: line(200),
    key: reference.nullable(),
    /** Null: the provider's own. */
    baseUrl: line(2000).nullable(),
    maxOutputTokens: tokens,
    contextTokens: tokens,
    price: z
      .strictObject({ input: dollars, output: dollars, cacheRead: dollars.nullable(), cacheWrite: dollars.nullable() })
      .nullable(),
  }),
  "model.remove": nothing,
  /** One tiny request to the model's server, as the settings have it. */
  "model.try": nothing,
  "limits.save": z.strictObject({
    runSteps: z.number().int().min(1).max(1000),
    runSeconds: z.number().int().min(1).max(86_400),
    dayTokens: z.number().int().min(0).max(1_000_000_000_000),
    dayUsd: z.number().min(0).max(1_000_000),
  }),
  /** What pasted text would add; nothing is written. */
  "servers.read": z.strictObject({ text: z.string().min(1).max(200_000) }),
  "servers.import": z.strictObject({ text: z.string().min(1).max(200_000) }),
  /** Values of variables that look like secrets are sealed, and their references written in their place. */
  "servers.save": z.union([
    z.strictObject({
      ...serverBasics,
      kind: z.literal("command"),
      command: line(4000),
      args: z.array(z.string().max(20_000)).max(200),
      env: z.record(line(200), z.string().max(20_000)).refine((all) => Object.keys(all).length <= 200),
      cwd: line(4000).nullable(),
    }),
    z.strictObject({
      ...serverBasics,
      kind: z.literal("url"),
      url: line(4000),
      key: reference.nullable(),
      header: line(1200).nullable(),
    }),
  ]),
  "servers.remove": z.strictObject({ name: serverName }),
  "servers.enable": z.strictObject({ name: serverName, enabled: z.boolean() }),
  /** Starts it anew, whatever went wrong before. */
  "servers.start": z.strictObject({ name: serverName }),
  /** The person has looked at its tools; `print` says at which. */
  /** Answered when the person is back from their browser, or has not come back. */
  "servers.signIn": z.strictObject({ name: serverName }),
  "servers.signOut": z.strictObject({ name: serverName }),
  "servers.acknowledge": z.strictObject({ name: serverName, print: z.string().min(1).max(100) }),
  /** Opens the system's dialog; what is chosen there is added. */
  "folders.choose": z.strictObject({ write: z.boolean() }),
  /** Of one that stands there. */
  "folders.change": z.strictObject({ path, write: z.boolean(), trusted: z.boolean() }),
  "folders.remove": z.strictObject({ path }),
} as const;
