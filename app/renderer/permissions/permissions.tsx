// Permissions: the switch first, then what may be done without asking, with what, and what was done and answered so far.
import { useLayoutEffect, useRef } from "react";
import { useView } from "../api/queries.ts";
import type { Route } from "../frame/route.ts";
import { Answered, PageHead } from "../parts/page.tsx";
import { texts } from "../texts/permissions.ts";
import { AutoMode } from "./auto-mode.tsx";
import { Credentials } from "./credentials.tsx";
import { Grants } from "./grants.tsx";
import { History } from "./history.tsx";
import { Outgoing } from "./outgoing.tsx";
import { partId } from "./part-id.ts";
import { Rules } from "./rules.tsx";
import { Standing } from "./standing.tsx";
import { Uses } from "./uses.tsx";

export function Permissions({ at }: { at: Route & { visit: number } }) {
  const query = useView("permissions.get");
  useShown(at, query.data !== undefined);
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <Answered query={query}>
        {(view) => (
          <>
            <Outgoing offSince={view.outgoing.offSince} now={view.now} />
            <Rules view={view} />
            <Standing />
            <AutoMode on={view.autoMode} />
            <Credentials view={view} />
            <Grants view={view} />
            <Uses now={view.now} />
            <History now={view.now} />
          </>
        )}
      </Answered>
    </>
  );
}

/** Brings the rule or credential that a card points to before the eyes, once per visit. */
function useShown({ ref, visit }: Route & { visit: number }, drawn: boolean): void {
  const shown = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (ref === null || !drawn || shown.current === visit) return;
    const element = document.getElementById(partId(ref));
    if (element === null) return;
    shown.current = visit;
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
  }, [ref, visit, drawn]);
}
