// Activity: every event, newest first; one of them alone when something points at it; or a run, step by step.
import type { Route } from "../frame/route.ts";
import { ActivityList } from "./list.tsx";
import { OneEvent } from "./one-event.tsx";
import { OneRun } from "./run/one-run.tsx";

export function Activity({ at }: { at: Route }) {
  const id = at.ref !== null && /^[1-9]\d{0,14}$/.test(at.ref) ? Number(at.ref) : null;
  const [, run] = /^run-([1-9]\d{0,14})$/.exec(at.ref ?? "") ?? [];
  if (run !== undefined) return <OneRun key={run} id={Number(run)} />;
  return id === null ? <ActivityList /> : <OneEvent key={id} id={id} />;
}
