// The list of events: pages by the last id seen, filtered by source, rows opened in place. New events wait behind a line
// while the person has scrolled.
import { Activity as ActivityIcon } from "lucide-react";
import { useMemo, useState } from "react";
import type { ActivityRow } from "../../preload/contract/views.ts";
import { useActivity, useView } from "../api/queries.ts";
import { addSourceRoute, goTo } from "../frame/route.ts";
import { Button } from "../parts/button.tsx";
import { NewLine } from "../parts/new-line.tsx";
import { Answered, Empty, PageHead } from "../parts/page.tsx";
import { Select } from "../parts/select.tsx";
import { texts } from "../texts/activity.ts";
import { useScrolled } from "../parts/scrolled.ts";
import { splitFresh } from "./fresh.ts";
import { Rows } from "./rows.tsx";
import { Spent } from "./spent.tsx";

const every = "";

export function ActivityList() {
  const [source, setSource] = useState(every);
  const query = useActivity(source === every ? null : source);
  const rows = useMemo(() => query.data?.pages.flat(), [query.data]);
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead}>
        <SourceFilter source={source} setSource={setSource} />
      </PageHead>
      <Spent />
      <Answered query={{ data: rows, error: query.error, refetch: query.refetch }}>
        {(all) =>
          all.length === 0 ? (
            <NoEvents source={source} />
          ) : (
            <>
              <Listed key={source} rows={all} />
              <div className="mt-4 flex justify-center">
                {query.hasNextPage ? (
                  <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    {query.isFetchingNextPage ? texts.loadingOlder : texts.older}
                  </Button>
                ) : (
                  <p className="text-small text-ink2">{texts.end}</p>
                )}
              </div>
            </>
          )
        }
      </Answered>
    </>
  );
}

function Listed({ rows }: { rows: readonly ActivityRow[] }) {
  const [hold, letIn] = useScrolled();
  const [newest, setNewest] = useState(0);
  const { shown, fresh } = splitFresh(rows, hold ? newest : null);
  const top = shown[0]?.id ?? 0;
  if (top !== newest) setNewest(top);
  const showNew = () => {
    letIn();
    window.scrollTo(0, 0);
  };
  return (
    <>
      <NewLine text={fresh === 0 ? "" : texts.fresh(fresh)} show={showNew} />
      <Rows rows={shown} />
    </>
  );
}

/** Sources that can have made an event: the configured ones, and Nightjar's own two. */
function SourceFilter({ source, setSource }: { source: string; setSource: (source: string) => void }) {
  const settings = useView("settings.get").data;
  const names = [...(settings?.sources.map(({ name }) => name) ?? []), "timer", "approval"];
  const items = [{ value: every, label: texts.allSources }, ...names.map((name) => ({ value: name, label: name }))];
  return <Select label={texts.filter} value={source} onChange={setSource} items={items} />;
}

function NoEvents({ source }: { source: string }) {
  if (source !== every) return <p className="text-ink2">{texts.emptySource(source)}</p>;
  const words = texts.empty;
  return (
    <Empty icon={ActivityIcon} title={words.title} lead={words.lead} rest={words.rest}>
      <Button variant="primary" onClick={() => goTo(addSourceRoute)}>
        {words.step}
      </Button>
    </Empty>
  );
}
