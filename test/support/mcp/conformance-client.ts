// The client that the conformance suite runs: `node conformance-client.ts <server's address>`. It is Nightjar's own main side, tool
// host process, credential proxy, gate and sign-in; it starts the server, signs in where that is wanted, and calls each of its tools
// once with what their schemas ask for. The person in it presses “Sign in” whenever it is wanted, three times at the most.
import { fileURLToPath } from "node:url";
import type { JsonObject } from "../../../app/main/engine/worker/ports.ts";
import type { SignInSettings } from "../../../app/main/settings/model.ts";
import { createSignIns } from "../../../app/main/signin/sign-ins.ts";
import { nodeHostLauncher } from "../../../app/main/toolhost/launch-node.ts";
import { serverCredentials } from "../../../app/main/toolhost/launches.ts";
import { createToolHost } from "../../../app/main/toolhost/tool-host.ts";
import { openProxyWorld, wallClock } from "../proxy.ts";
import { memoryVault } from "./memory-vault.ts";

const url = process.argv.at(-1) ?? "";
const scenario = process.env["MCP_CONFORMANCE_SCENARIO"] ?? "";
const context = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as Record<string, string>;
const entry = fileURLToPath(new URL("../../../app/toolhost/index.ts", import.meta.url));
const wait = (ms: number, wake: () => void) => {
  const timer = setTimeout(wake, ms);
  return () => clearTimeout(timer);
};
const vault = memoryVault();
/** Where the person has registered Nightjar themselves, or has put up a page that says who it is. */
const registered = (): SignInSettings | null => {
  if (scenario === "auth/basic-cimd") {
    return { clientId: "https://conformance-test.local/client-metadata.json", clientSecret: null };
  }
  if (context["client_id"] === undefined) return null;
  if (context["client_secret"] !== undefined) void vault.set("suite", context["client_secret"], true);
  return { clientId: context["client_id"], clientSecret: "keychain:suite" };
};
const servers = [
  {
    ...{ kind: "url" as const, name: "suite", enabled: true, timeoutSeconds: 60, repeatable: [], url, key: null },
    ...{ header: { name: "Authorization", value: "Bearer {secret}" }, signIn: registered() },
  },
];
const proxy = openProxyWorld({ secret: vault.resolve, ownCredentials: () => serverCredentials(servers, signIns) });
/** The browser: it goes where the page sends it, and back. */
async function browse(page: string): Promise<boolean> {
  const answer = await fetch(page, { redirect: "manual" });
  const back = answer.headers.get("location");
  if (back === null) return false;
  await (await fetch(back)).text();
  return true;
}
const signIns = createSignIns({
  ...{ servers: () => servers, vault, untilQuit: () => true, clock: wallClock, wait, changed: () => undefined },
  ...{ send: proxy.proxy.outgoing.send, open: browse, signedIn: () => undefined },
});
const host = createToolHost({
  launch: nodeHostLauncher(entry, process.env),
  servers: () => servers,
  seen: { read: () => ({}), write: () => undefined },
  ...{ proxy: proxy.proxy, wait, signIns, challenged: signIns.challenged },
  ...{ clock: wallClock, environment: process.env, secret: vault.resolve },
  log: {
    info: () => {},
    warn: (facts, said) => console.error(said, facts),
    error: (facts, said) => console.error(said, facts),
  },
  ...{ home: () => ({ ports: [], folders: [] }), secretValues: () => [], destinations: () => [] },
  // The person agrees and fills in nothing: the defaults must go back.
  onElicitation: () => Promise.resolve({ action: "accept", content: {} }),
  limits: { backoffMilliseconds: { first: 0, most: 0 } },
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

let pressed = 0;
/** Whether it is worth another try. */
async function signInIfWanted(): Promise<boolean> {
  if (signIns.state("suite").kind !== "wanted" || pressed >= 3) return false;
  pressed += 1;
  const done = await signIns.begin("suite");
  console.log(done.sentence);
  return done.ok;
}

async function callAll(): Promise<boolean> {
  for (const { name, inputSchema } of host.specs()) {
    const args = filledIn(JSON.parse(inputSchema) as JsonObject);
    const call = { tool: name, arguments: args, effectKey: "ek_suite" };
    const outcome = await host.call(call, new AbortController().signal);
    console.log(name, JSON.stringify(outcome));
    if (outcome.kind !== "done") return false;
  }
  return true;
}

let well = false;
do {
  await host.start("suite");
  const [view] = host.states();
  if (view?.state.state === "ready") well = await callAll();
  else console.error(JSON.stringify(view?.state));
} while (!well && (await signInIfWanted()));
if (!well) process.exitCode = 1;
signIns.close();
await host.close();
await proxy.close();
