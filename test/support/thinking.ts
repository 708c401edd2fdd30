// A world with a scripted model, and how its events, effects and words are looked at.
import type { PermissionRule } from "../../app/main/engine/permissions/rule.ts";
import { createWorld, type World } from "./engine.ts";
import type { Script } from "./model-server/script.ts";
import { scriptedModel, thinkInProcess } from "./thinker.ts";

export const allow: PermissionRule = {
  ...{ tool: "http.request", methods: ["PUT"], host: "api.test", path: null, folder: null, recipient: null },
  ...{ amountMax: null, credential: null, decide: "allow", trusted: false, windowSeconds: null, line: 1, exact: false },
};
export const put = (n: number) => ({
  name: "http_request",
  input: { method: "PUT", url: `https://api.test/item/${n}` },
});
export const post = (n: number) => ({
  name: "http_request",
  input: { method: "POST", url: `https://api.test/item/${n}` },
});
export const get = (n: number) => ({
  name: "http_request",
  input: { method: "GET", url: `https://api.test/look/${n}` },
});
export const tell = (text: string) => ({ name: "message", input: { text } });
export const specs = [
  {
    name: "http.request",
    description: "One request.",
    inputSchema: JSON.stringify({
      type: "object",
      properties: { method: { type: "string" }, url: { type: "string" } },
    }),
  },
];

export async function worldOf(script: Script, permissions: PermissionRule[] = [allow]) {
  const world = await createWorld({ permissions });
  const model = scriptedModel(script);
  Object.assign(world, { models: model, thinker: thinkInProcess, specs });
  return { world, model };
}

/** Lets the loop of the agent, which takes turns of its own, come to its end: nothing runs and nothing is due at once. */
export async function quiet(world: World, dead = () => false): Promise<void> {
  for (let still = 0; still < 20 && !dead(); ) {
    await world.clock.settle();
    still = world.engine.status().working === null ? still + 1 : 0;
  }
}

/** The same, up to a moment in the middle of a run. */
export async function until(world: World, there: () => boolean): Promise<void> {
  while (!there()) await world.clock.settle();
}

export const effects = (world: World) => world.called.filter(({ arguments: args }) => args["method"] !== "GET");
export const keys = (world: World) => new Set(effects(world).map(({ effectKey }) => effectKey)).size;
export const bodies = (world: World) => world.rows<{ body: string }>("select body from outbox where kind = 'message'");
