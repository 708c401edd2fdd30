// Every secret that the settings refer to, and for what. Promises: whatever is added to the settings is added here once, and is then
// looked up, kept and told of like the others. Refuses: values.
import type { Settings } from "./model.ts";
import { referenceIn } from "./server-settings.ts";

export interface NamedReference {
  /** `env:NAME` or `keychain:NAME`. */
  reference: string;
  what: "source" | "credential" | "model" | "server";
  /** The name of the source, credential, model or server. */
  name: string;
}

/** In the order of the file's sections; one that is named twice stands twice. */
export function referencesIn({
  sources,
  credentials,
  model,
  mcpServers,
}: Pick<Settings, "sources" | "credentials" | "model" | "mcpServers">): NamedReference[] {
  const of = (what: NamedReference["what"], name: string, some: readonly (string | null)[]) =>
    some.flatMap((reference) => (reference === null ? [] : [{ reference, what, name }]));
  return [
    ...sources.flatMap(({ name, secret, nextSecret }) => of("source", name, [secret, nextSecret])),
    ...credentials.flatMap(({ name, secret }) => of("credential", name, [secret])),
    ...(model === null ? [] : of("model", model.name, [model.key])),
    ...mcpServers.flatMap((server) =>
      of(
        "server",
        server.name,
        server.kind === "url"
          ? [server.key, server.signIn?.clientSecret ?? null]
          : Object.values(server.env).map(referenceIn),
      ),
    ),
  ];
}
