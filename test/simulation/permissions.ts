// Permissions in a random life: rules that change, calls, and a second, plain reading of what may reach the outside.
// Promises: it looks at a call in the moment it leaves. Refuses: to ask the engine's own decision.
import type { PermissionRule } from "../../app/main/engine/permissions/rule.ts";
import type { JsonObject, ToolCall, ToolOutcome } from "../../app/main/engine/worker/ports.ts";
import type { World } from "../support/engine.ts";
import type { Random } from "../support/random.ts";
import type { Outside } from "./invariants.ts";

const methods = ["GET", "PUT", "POST", "DELETE"] as const;

export function randomArguments(random: Random, name: string): JsonObject {
  return { method: random.pick(methods), url: `https://api.test${random.pick(["", "/free", "/closed"])}/${name}` };
}

export function randomRules(random: Random): PermissionRule[] {
  return Array.from({ length: random.below(5) }, (_, n) => ({
    ...{ tool: random.pick(["*", "http.request"]), methods: random.chance(0.5) ? null : [random.pick(methods)] },
    ...{ host: random.chance(0.5) ? null : "api.test", path: random.pick([null, "/free", "/closed"]) },
    ...{ folder: null, recipient: null, amountMax: null, credential: null },
    decide: random.pick(["allow", "allow", "allow", "ask", "deny"] as const),
    ...{ trusted: random.chance(0.4), windowSeconds: random.pick([null, 300]), line: n + 1 },
  }));
}

interface Row {
  id: string;
  session: string;
  decision: string;
  provenance: string;
  starts: number;
  approved: 0 | 1;
  /** Whether its session holds text from outside: an event's, or the answer to an earlier call. */
  outside: 0 | 1;
}

const look = `
select t.id, t.session, t.decision, t.provenance, t.starts,
  exists (select 1 from approvals a where a.tool_call = t.id and a.answer in ('yes', 'again')) as approved,
  exists (select 1 from inbox i where i.session = t.session and i.trust = 'untrusted' and i.run is not null)
    or exists (select 1 from tool_calls o where o.session = t.session and o.id <> t.id and o.status in ('done', 'failed')
      and o.starts > 0) as outside
from tool_calls t where t.effect_key = ?`;

/** Notes what is wrong with a call that leaves now. */
export function checkCall(world: World, call: ToolCall, outside: Outside): void {
  const wrong = (what: string) => void outside.wrong.push(`${call.effectKey}: ${what}`);
  const [row] = world.rows<Row>(look, call.effectKey);
  if (row === undefined) return wrong("it is not written down");
  if (world.engine.outgoing.offSince() !== null) wrong("the switch is off");
  if (outside.gone.has(call.effectKey)) wrong("the person changed it");
  const { method, url } = call.arguments as { method: string; url: string };
  const path = new URL(url).pathname;
  const fits = world.settings.permissions.filter(
    (rule) =>
      (rule.methods === null || rule.methods.includes(method)) &&
      (rule.path === null || path.startsWith(`${rule.path}/`)),
  );
  // What began under its answer, or under an earlier permission, is not begun anew.
  if (row.starts === 1 && fits.some((rule) => rule.decide === "deny")) wrong("a rule denies it");
  if (row.approved === 1) return;
  if (row.decision !== "allow") return wrong("nobody allowed it, and nobody said yes");
  if (row.starts > 1 || method === "GET") return;
  if (row.outside === 1 && row.provenance === "clean") wrong("its session read text from outside and counts as clean");
  if (!fits.some((rule) => rule.decide === "allow" && (row.provenance === "clean" || !rule.trusted))) {
    wrong(`no rule allows it for a run that is ${row.provenance}`);
  }
}

/** A call whose answer does not come until the switch cuts it: before it was sent, or after. */
export function cutBySwitch(world: World, random: Random, happen: () => void): Promise<ToolOutcome> {
  return new Promise((resolve) => {
    world.engine.outgoing.onChange((offSince) => {
      if (offSince === null) return;
      if (random.chance(0.5)) return resolve({ kind: "transient", reason: "not sent: the switch is off" });
      if (random.chance(0.5)) happen();
      resolve({ kind: "unknown", reason: "cut by the switch" });
    });
  });
}
