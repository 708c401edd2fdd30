// The client that the conformance suite runs: `node conformance-client.ts <server's address>`. It is Nightjar's own main side, tool
// host process, credential proxy and gate; it starts the server, and calls each of its tools once with what their schemas ask for.
import { fileURLToPath } from "node:url";
import { nodeHostLauncher } from "../../../app/main/toolhost/launch-node.ts";
import { createToolHost } from "../../../app/main/toolhost/tool-host.ts";
import type { JsonObject } from "../../../app/main/engine/worker/ports.ts";
import { openProxyWorld, wallClock } from "../proxy.ts";

const url = process.argv.at(-1) ?? "";
const entry = fileURLToPath(new URL("../../../app/toolhost/index.ts", import.meta.url));
const proxy = openProxyWorld();
const host = createToolHost({
  launch: nodeHostLauncher(entry, process.env),
  servers: () => [
    {
      ...{ kind: "url", name: "suite", enabled: true, timeoutSeconds: 60, repeatable: [], url, key: null },
      header: { name: "Authorization", value: "Bearer {secret}" },
    },
  ],
  seen: { read: () => ({}), write: () => undefined },
  proxy: proxy.proxy,
  wait: (ms, wake) => {
    const timer = setTimeout(wake, ms);
    return () => clearTimeout(timer);
  },
  ...{ clock: wallClock, environment: process.env, secret: () => ({ state: "missing" }) },
  log: {
    info: () => {},
    warn: (facts, said) => console.error(said, facts),
    error: (facts, said) => console.error(said, facts),
  },
  ...{ home: () => ({ ports: [], folders: [] }), secretValues: () => [], destinations: () => [] },
  // The person agrees and fills in nothing: the defaults must go back.
  onElicitation: () => Promise.resolve({ action: "accept", content: {} }),
});

/** Something of each type that is asked for. */
function filledIn(schema: JsonObject): JsonObject {
  const properties = (schema.properties ?? {}) as Record<string, { type?: string }>;
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type }], at) => [
      name,
      type === "number" || type === "integer" ? at + 2 : type === "boolean" ? true : "text",
    ]),
  );
}

await host.start("suite");
const [view] = host.states();
if (view?.state.state !== "ready") {
  console.error(JSON.stringify(view?.state));
  process.exitCode = 1;
}
for (const { name, inputSchema } of host.specs()) {
  const args = filledIn(JSON.parse(inputSchema) as JsonObject);
  const outcome = await host.call({ tool: name, arguments: args, effectKey: "ek_suite" }, new AbortController().signal);
  console.log(name, JSON.stringify(outcome));
  if (outcome.kind !== "done") process.exitCode = 1;
}
await host.close();
await proxy.close();
