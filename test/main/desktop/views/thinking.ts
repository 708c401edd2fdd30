// The real engine with the real loop of the agent, a scripted model whose requests are counted, and the views of its runs.
import { createCauseLines } from "../../../../app/main/desktop/views/cause-lines.ts";
import { createCauseReader } from "../../../../app/main/desktop/views/cause-reader.ts";
import { createRunViews } from "../../../../app/main/desktop/views/run-view.ts";
import type { PermissionRule } from "../../../../app/main/engine/permissions/rule.ts";
import { createModelRequests } from "../../../../app/main/engine/sessions/model-requests.ts";
import { createCauseQueries } from "../../../../app/main/engine/views/causes.ts";
import { defaultSettings } from "../../../../app/main/settings/model.ts";
import type { RunStep } from "../../../../app/preload/contract/runs.ts";
import { createWorld, type World } from "../../../support/engine.ts";
import type { Script } from "../../../support/model-server/script.ts";
import { scriptedModel, thinkInProcess } from "../../../support/thinker.ts";

const allow: PermissionRule = {
  ...{ tool: "http.request", methods: ["GET"], host: "api.test", path: null, folder: null, recipient: null },
  ...{ amountMax: null, credential: null, decide: "allow", trusted: false, windowSeconds: null, line: 1, exact: false },
};
export const request = (method: string, n: number) => ({
  name: "http_request",
  input: { method, url: `https://api.test/item/${n}` },
});
export const tell = (text: string) => ({ name: "message", input: { text } });
const specs = [
  {
    name: "http.request",
    description: "One request.",
    inputSchema: JSON.stringify({
      type: "object",
      properties: { method: { type: "string" }, url: { type: "string" } },
    }),
  },
];
const use = { input: 100, output: 20, cacheRead: 300, cacheWrite: 10, costMicros: 1500 };

/** A world whose model answers by the script; each request is written down as main's own do it. */
export async function thinkingWorld(script: Script, contextTokens = 100_000) {
  const world = await createWorld({ permissions: [allow] });
  const model = scriptedModel(script);
  const hold: { until: Promise<void> | null } = { until: null };
  const models: World["models"] = {
    chosen: () => {
      const chosen = model.chosen();
      return chosen === null ? null : { ...chosen, contextTokens };
    },
    ask: async (asked, signal) => {
      const requests = createModelRequests(world.store);
      const { session, run } = asked;
      const id = requests.begin(
        { purpose: "thought", session, run, provider: "anthropic", model: "scripted" },
        { input: 0, output: 0, costMicros: null },
        world.clock.now(),
      );
      await hold.until;
      const reply = await model.ask(asked, signal);
      const status = reply.kind === "answered" ? reply.status : null;
      requests.end(id, { status, use, error: null, wish: null }, world.clock.now() + 2);
      return reply;
    },
  };
  Object.assign(world, { models, thinker: thinkInProcess, specs });
  return { world, hold, views: () => viewsOf(world) };
}

function viewsOf(world: World) {
  const { cause } = createCauseQueries(world.store);
  return createRunViews({
    parts: {
      ...{ store: world.store, clock: world.clock, zone: () => "UTC" },
      settings: { current: () => defaultSettings, rules: () => [], problems: () => [] },
    },
    causes: createCauseLines(cause),
    causeReader: createCauseReader((id, max) => cause(id, max)?.payload ?? null),
    hosts: () => [],
  });
}

export async function quiet(world: World): Promise<void> {
  for (let still = 0; still < 20; ) {
    await world.clock.settle();
    still = world.engine.status().working === null ? still + 1 : 0;
  }
}

export const stepsOf = (views: ReturnType<typeof viewsOf>, run: number, mark = views.run(run)?.mark ?? 0) => {
  const page = views.steps(run, { after: mark });
  if (page === null) throw new Error("no such run");
  return page;
};
export const of = <K extends RunStep["kind"]>(steps: readonly RunStep[], kind: K) =>
  steps.filter((step): step is Extract<RunStep, { kind: K }> => step.kind === kind);
