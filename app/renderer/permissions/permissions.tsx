// Permissions: the switch first, then what may be done without asking, with what, and what was done and answered so far.
import { useView } from "../api/queries.ts";
import { Answered, PageHead } from "../parts/page.tsx";
import { texts } from "../texts/permissions.ts";
import { AutoMode } from "./auto-mode.tsx";
import { Credentials } from "./credentials.tsx";
import { Grants } from "./grants.tsx";
import { History } from "./history.tsx";
import { Outgoing } from "./outgoing.tsx";
import type { Shown } from "../parts/shown.ts";
import { useShown } from "./part-id.ts";
import { Rules } from "./rules.tsx";
import { Standing } from "./standing.tsx";
import { Uses } from "./uses.tsx";

export function Permissions({ at }: { at: Shown }) {
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
            <Uses at={at} now={view.now} />
            <History at={at} now={view.now} />
          </>
        )}
      </Answered>
    </>
  );
}
