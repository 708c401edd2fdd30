// Activity: every event, newest first, or one of them alone when something points at it.
import type { Route } from "../frame/route.ts";
import { ActivityList } from "./list.tsx";
import { OneEvent } from "./one-event.tsx";

export function Activity({ at }: { at: Route }) {
  const id = at.ref !== null && /^[1-9]\d{0,14}$/.test(at.ref) ? Number(at.ref) : null;
  return id === null ? <ActivityList /> : <OneEvent key={id} id={id} />;
}
