// Dead events: what failed every attempt, with its reason, to be retried or discarded.
import { Sunrise } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import type { Done } from "../../preload/contract/views.ts";
import { useView } from "../api/queries.ts";
import { goTo } from "../frame/route.ts";
import { Button } from "../parts/button.tsx";
import { ListNotes, type Said } from "../parts/list-note.tsx";
import { Answered, Empty, PageHead, Region } from "../parts/page.tsx";
import { texts } from "../texts/dead.ts";
import { DeadCard } from "./dead-card.tsx";

/** The last few sentences are enough: each also changes what the list shows. */
const keptSentences = 3;

export function Dead() {
  const query = useView("dead.list");
  const { said, say } = useSaid();
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <ListNotes label={texts.outcomes} said={said} />
      <Answered query={query}>
        {(events) => (
          <Region name={texts.title}>
            {events.length === 0 ? (
              <Empty icon={Sunrise} title={texts.empty.title} lead={texts.empty.lead} rest={texts.empty.rest}>
                <Button onClick={() => goTo({ view: "activity", ref: null })}>{texts.empty.step}</Button>
              </Empty>
            ) : (
              <div className="flex flex-col gap-3">
                {events.map((event) => (
                  <DeadCard key={event.id} event={event} say={say} />
                ))}
              </div>
            )}
          </Region>
        )}
      </Answered>
    </>
  );
}

function useSaid() {
  const [said, setSaid] = useState<readonly Said[]>([]);
  const count = useRef(0);
  const say = useCallback((done: Done) => {
    count.current += 1;
    const one = { id: count.current, ...done };
    setSaid((before) => [...before, one].slice(-keptSentences));
  }, []);
  return { said, say };
}
