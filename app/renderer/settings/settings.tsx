// Settings: sources first, because nothing happens without one; then how Nightjar speaks and asks, and where things lie.
import type { SettingsView } from "../../preload/contract/views.ts";
import { useView } from "../api/queries.ts";
import { addSourceRoute, limitsRoute } from "../frame/route.ts";
import { Answered, PageHead } from "../parts/page.tsx";
import { type Shown, usePart } from "../parts/shown.ts";
import { texts } from "../texts/settings.ts";
import { Asking } from "./asking.tsx";
import { Destinations, Listening, Speaking } from "./forms.tsx";
import { Folders } from "./folders/folders.tsx";
import { Limits } from "./limits/limits.tsx";
import { Files, Rules, Secrets } from "./lists.tsx";
import { Model } from "./model/model.tsx";
import { Servers } from "./servers/servers.tsx";
import { Sources } from "./sources/sources.tsx";

const limitsId = "settings-limits";

/** What an agent that thinks works with. */
function Thinking({ settings, at }: { settings: SettingsView; at: Shown }) {
  const query = useView("thinking.get");
  usePart(at, at.ref === limitsRoute.ref ? limitsId : null, "start", query.data === undefined);
  return (
    <Answered query={query}>
      {(view) => (
        <>
          <Model model={view.model} settings={settings} />
          <div id={limitsId} tabIndex={-1} className="scroll-mt-6 outline-none">
            <Limits view={view} />
          </div>
          <Servers servers={view.servers} settings={settings} />
          <Folders folders={view.folders} />
        </>
      )}
    </Answered>
  );
}

export function Settings({ at }: { at: Shown }) {
  const query = useView("settings.get");
  const status = useView("status.get").data;
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <Answered query={query}>
        {(settings) => (
          <>
            <Sources settings={settings} adding={at.ref === addSourceRoute.ref} />
            <Thinking settings={settings} at={at} />
            <Speaking settings={settings} />
            <Asking settings={settings} />
            <Destinations settings={settings} />
            <Rules settings={settings} />
            <Secrets settings={settings} />
            <Listening settings={settings} url={status?.listener.url ?? null} />
            <Files settings={settings} />
          </>
        )}
      </Answered>
    </>
  );
}
