// Timers: a line for a new reminder, what is due next, what was missed and why.
import { AlarmClock } from "lucide-react";
import { useCallback, useState } from "react";
import type { TimerRow } from "../../preload/contract/views.ts";
import { useCommand, useView } from "../api/queries.ts";
import { Button } from "../parts/button.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { Answered, Empty, PageHead, Region } from "../parts/page.tsx";
import { texts } from "../texts/timers.ts";
import { Deleted, type DeletedTimer } from "./deleted.tsx";
import { NewReminder } from "./new-reminder.tsx";
import { Timer } from "./timer.tsx";

export function Timers() {
  const query = useView("timers.list");
  const [gone, setGone] = useState<DeletedTimer | null>(null);
  const back = useCallback(() => setGone(null), []);
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <NewReminder />
      {gone !== null && <Deleted key={gone.id} timer={gone} back={back} />}
      <Answered query={query}>
        {(timers) => (timers.length === 0 ? <NoTimers /> : <Groups timers={timers} deleted={setGone} />)}
      </Answered>
    </>
  );
}

function Groups({ timers, deleted }: { timers: readonly TimerRow[]; deleted: (timer: DeletedTimer) => void }) {
  const groups = [
    { name: texts.schedules, rows: timers.filter((timer) => timer.kind === "schedule") },
    { name: texts.followUps, rows: timers.filter((timer) => timer.kind === "follow_up") },
  ].filter((group) => group.rows.length > 0);
  return groups.map(({ name, rows }) => (
    <Region key={name} name={name} heading={name} count={rows.length}>
      <div className="flex flex-col gap-3">
        {rows.map((timer) => (
          <Timer key={timer.id} timer={timer} deleted={deleted} />
        ))}
      </div>
    </Region>
  ));
}

function NoTimers() {
  const open = useCommand("settings.openFile", []);
  return (
    <>
      <Empty icon={AlarmClock} title={texts.empty.title} lead={texts.empty.lead} rest={texts.empty.rest}>
        <Button busy={open.isPending} onClick={() => open.mutate({ file: "config.yaml" })}>
          {texts.empty.step}
        </Button>
      </Empty>
      <div className="mt-3">
        <Outcome of={open} />
      </div>
    </>
  );
}
