// Leads to a part of Permissions: a rule, a credential, a line of the audit, an answer.
import type { ReactNode } from "react";
import { routeHash } from "../frame/route.ts";

/** @param part as in "rule:3", "credential:github", "use:12", "answer:ap_…" */
export function PartLink({ part, children }: { part: string; children: ReactNode }) {
  return (
    <a
      href={routeHash({ view: "permissions", ref: part })}
      className="rounded-sm underline decoration-1 underline-offset-2 hover:text-ink hover:decoration-2"
    >
      {children}
    </a>
  );
}
