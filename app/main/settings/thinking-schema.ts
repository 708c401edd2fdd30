// The form of what a thinking agent needs in config.yaml: model, limits, MCP servers, folders. Refuses: unknown keys, and a key in
// clear text where only a reference may stand.
import { z } from "zod";
import { list, map, reference, seconds, text, whole, yesNo } from "./schema-parts.ts";

const line = (most: number) => {
  const error = `must be a text of 1 to ${most} characters on one line`;
  return z.string({ error }).refine((value) => value.trim() !== "" && value.length <= most && !/\p{Cc}/u.test(value), {
    error,
  });
};
const keyError =
  "must be env:NAME or keychain:NAME, never the key itself: enter it under Settings, or put it in an environment variable";
const key = reference(keyError);

const amount = (what: string, most: number) => {
  const error = `must be ${what} from 0 to ${most}`;
  return z.number({ error }).min(0, { error }).max(most, { error });
};
const dollars = amount("a number of US dollars for a million tokens", 100_000);

export const providers = ["anthropic", "openai-compatible"] as const;

export const modelSchema = z.strictObject(
  {
    provider: z.enum(providers, { error: `must be one of ${providers.join(", ")}` }),
    name: line(200),
    key: key.nullish(),
    base_url: line(2000).nullish(),
    max_output_tokens: whole(1, 1_000_000, " of tokens").nullish(),
    context_tokens: whole(2000, 10_000_000, " of tokens").nullish(),
    price: z
      .strictObject(
        { input: dollars, output: dollars, cache_read: dollars.nullish(), cache_write: dollars.nullish() },
        map,
      )
      .nullish(),
  },
  { error: "must be a map with provider and name" },
);

export const limitsSchema = z.strictObject(
  {
    run_steps: whole(1, 1000).nullish(),
    run_seconds: whole(1, 86_400, " of seconds").nullish(),
    day_tokens: whole(0, 1_000_000_000_000, " of tokens").nullish(),
    day_usd: amount("a number of US dollars", 1_000_000).nullish(),
  },
  map,
);

/** YAML reads `8080` and `true` as what they are; a program is handed texts. */
const word = z
  .union([z.string(), z.number(), z.boolean()], { error: "must be a text" })
  .transform(String)
  .pipe(z.string().max(20_000, { error: "must not be longer than 20000 characters" }));

const server = z.strictObject(
  {
    command: line(4000).nullish(),
    args: z.array(word, list).max(200, { error: "must not have more than 200 entries" }).nullish(),
    env: z.record(z.string(), word, { error: "must be a map of variables and their values" }).nullish(),
    cwd: line(4000).nullish(),
    url: line(4000).nullish(),
    key: key.nullish(),
    header: text.nullish(),
    oauth: z
      .strictObject(
        { client_id: line(2000), client_secret: key.nullish() },
        { error: "must be a map with client_id (and client_secret)" },
      )
      .nullish(),
    enabled: yesNo.nullish(),
    timeout: seconds.nullish(),
    repeatable: z.array(line(128), list).max(200, { error: "must not have more than 200 entries" }).nullish(),
  },
  { error: "must be a map with command (and args, env, cwd) or url (and key)" },
);

export const serversSchema = z.record(z.string(), server, {
  error: "must be a map: each server's name, and behind it a map with command or url",
});

export const foldersSchema = z
  .array(
    z.strictObject(
      { path: line(4000), write: yesNo.nullish(), trusted: yesNo.nullish() },
      { error: "must be a map with path" },
    ),
    list,
  )
  .max(100, { error: "must not have more than 100 entries" });

export type RawModel = z.infer<typeof modelSchema>;
export type RawLimits = z.infer<typeof limitsSchema>;
export type RawServer = z.infer<typeof server>;
export type RawFolders = z.infer<typeof foldersSchema>;
