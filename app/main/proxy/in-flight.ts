// Requests that are under way, by their grant. Promises: whoever revokes a grant can cut them at once. Refuses: to cut others.

export interface Flight {
  signal: AbortSignal;
  end(): void;
}

export interface InFlight {
  /** @param outer the caller's own end; its reason is told where it is a sentence */
  add(grant: string, outer: AbortSignal): Flight;
  /** @param grants ids, or `all` @param reason without a full stop */
  cut(grants: readonly string[] | "all", reason: string): void;
}

export function createInFlight(): InFlight {
  const byGrant = new Map<string, Set<AbortController>>();
  return {
    add(grant, outer) {
      const controller = new AbortController();
      const stop = (): void => controller.abort(typeof outer.reason === "string" ? outer.reason : "it was stopped");
      if (outer.aborted) stop();
      else outer.addEventListener("abort", stop, { once: true });
      const flights = byGrant.get(grant) ?? new Set();
      byGrant.set(grant, flights.add(controller));
      return {
        signal: controller.signal,
        end: () => {
          outer.removeEventListener("abort", stop);
          flights.delete(controller);
          if (flights.size === 0 && byGrant.get(grant) === flights) byGrant.delete(grant);
        },
      };
    },
    cut(grants, reason) {
      for (const grant of grants === "all" ? [...byGrant.keys()] : grants)
        for (const controller of byGrant.get(grant) ?? []) controller.abort(reason);
    },
  };
}
