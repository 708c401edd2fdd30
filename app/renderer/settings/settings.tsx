// Settings: sources first, because nothing happens without one; then how Nightjar speaks and asks, and where things lie.
import { useView } from "../api/queries.ts";
import { addSourceRoute, type Route } from "../frame/route.ts";
import { Answered, PageHead } from "../parts/page.tsx";
import { texts } from "../texts/settings.ts";
import { Asking } from "./asking.tsx";
import { Destinations, Listening, Speaking } from "./forms.tsx";
import { Files, Rules, Secrets } from "./lists.tsx";
import { Sources } from "./sources/sources.tsx";

export function Settings({ at }: { at: Route }) {
  const query = useView("settings.get");
  const status = useView("status.get").data;
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <Answered query={query}>
        {(settings) => (
          <>
            <Sources settings={settings} adding={at.ref === addSourceRoute.ref} />
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
