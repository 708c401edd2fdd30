// Where the person is: one view and, sometimes, one thing in it, kept in the address's fragment so that Back works.
import { useSyncExternalStore } from "react";
import type { View } from "../../preload/contract/views.ts";

export interface Route {
  view: View;
  /** An inbox id, a delivery id, an approval id, or a part of a view; null for the view itself. */
  ref: string | null;
}

/** Settings with the dialog for a new source open. */
export const addSourceRoute: Route = { view: "settings", ref: "add-source" };

/** Settings at the limits of the model. */
export const limitsRoute: Route = { view: "settings", ref: "limits" };

export const views: readonly View[] = ["today", "dead", "timers", "activity", "memory", "permissions", "settings"];

/** An address nobody made, such as one of a later version, leads to Today. */
export function parseRoute(hash: string): Route {
  const [, name = "", ref = ""] = /^#\/([a-z]+)(?:\/(.+))?$/.exec(hash) ?? [];
  const view = views.find((known) => known === name);
  if (view === undefined) return { view: "today", ref: null };
  return { view, ref: ref === "" ? null : decodePart(ref) };
}

function decodePart(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

export function routeHash({ view, ref }: Route): string {
  return ref === null ? `#/${view}` : `#/${view}/${encodeURIComponent(ref)}`;
}

/** Goes there; going where one already is tells the view again, so that a second click on a notification works. */
export function goTo(route: Route): void {
  const hash = routeHash(route);
  if (location.hash === hash) window.dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = hash;
}

/** Forgets the one thing that was shown, so that Back and a reload do not show it again. */
export function forgetRef(view: View): void {
  history.replaceState(null, "", routeHash({ view, ref: null }));
}

let visits = 0;
function subscribe(listener: () => void): () => void {
  const count = () => {
    visits += 1;
    listener();
  };
  window.addEventListener("hashchange", count);
  return () => window.removeEventListener("hashchange", count);
}

/** The route, and a number that rises with every visit, also to the same place. */
export function useRoute(): Route & { visit: number } {
  const visit = useSyncExternalStore(subscribe, () => visits);
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return { ...parseRoute(hash), visit };
}
