// Today: the day as a band, what waits for an answer, what was said and what is held.
// Promises that nothing moves under a press, or takes a click just after it moved; what is new waits while one has scrolled.
import { Sun } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { TodayView } from "../../preload/contract/views.ts";
import { useMainNow } from "../api/main-clock.ts";
import { useView } from "../api/queries.ts";
import { useFormat } from "../format.ts";
import { addSourceRoute, goTo, type Route } from "../frame/route.ts";
import { Button } from "../parts/button.tsx";
import { NewLine } from "../parts/new-line.tsx";
import { Answered, Empty, PageHead } from "../parts/page.tsx";
import { usePressed, useStill } from "../parts/pressed.ts";
import { usePointerAnchor, useScrolled } from "../parts/scrolled.ts";
import { GroundContext, useGround } from "../parts/steady.tsx";
import { texts } from "../texts/today.ts";
import { cardKey, useAnswers } from "./approvals/answers.ts";
import { Approvals } from "./approvals/approvals.tsx";
import { arrange } from "./approvals/arrivals.ts";
import { cardElementId } from "./approvals/card.tsx";
import { useGone } from "./approvals/gone.ts";
import { Outcomes } from "./approvals/outcomes.tsx";
import { Composer } from "./talk/composer.tsx";
import { Heard } from "./talk/heard.tsx";
import { DayStrip } from "./day/day-strip.tsx";
import { Digest, deliveryElementId } from "./digest/digest.tsx";
import { countFresh, type Said } from "./digest/fresh.ts";

type At = Route & { visit: number };

export function Today({ at }: { at: At }) {
  const query = useView("today.get");
  return (
    <>
      {query.data === undefined && <PageHead title={texts.title} />}
      <Answered query={query}>
        {(view) => <TodayOf view={view} at={at} askAgain={() => void query.refetch()} />}
      </Answered>
    </>
  );
}

function TodayOf({ view: latest, at, askAgain }: { view: TodayView; at: At; askAgain: () => void }) {
  const format = useFormat();
  const minute = useMainNow(60);
  const box = useRef<HTMLDivElement>(null);
  const [hold, letIn] = useScrolled();
  const answers = useAnswers();
  const [pointerInside, setPointerInside] = useState(false);
  const pressed = usePressed();
  const { view, settled } = useStill({ view: latest, settled: answers.settled }, pressed);
  usePointerAnchor(box);
  const ground = useGround(box);
  useNewDay(view.day.until, minute, askAgain);

  useGone(view.approvals, answers);
  const open = view.approvals.filter((card) => !settled.has(cardKey(card)));
  const [known, setKnown] = useState<readonly string[]>([]);
  const cards = arrange(known, open, cardKey, { hold, keepPlaces: pointerInside });
  const standing = cards.shown.map(({ key }) => key);
  if (standing.join("\n") !== known.join("\n")) setKnown(standing);

  const [said, setSaid] = useState<Said>(view);
  const freshMessages = countFresh(said, view);
  const messagesWait = hold && freshMessages > 0;
  if (!messagesWait && said !== view) setSaid(view);

  useShown(at, view);
  const showNew = () => {
    letIn();
    const first = cards.waiting[0];
    requestAnimationFrame(() => show(first === undefined ? deliveriesId : cardElementId(first.id)));
  };

  const showOwn = () => {
    letIn();
    requestAnimationFrame(() => {
      const top = document.getElementById(deliveriesId)?.getBoundingClientRect().top ?? 0;
      if (top < 0 || top > window.innerHeight / 2) window.scrollBy(0, top - headRoomPixels);
    });
  };

  const { events, runs, said: things } = view.day.counts;
  const empty = view.approvals.length === 0 && known.length === 0 && view.day.counts.events === 0;
  return (
    <GroundContext value={ground}>
      <div ref={box} className="flex min-h-[calc(100dvh-88px)] flex-col slim:min-h-[calc(100dvh-112px)]">
        <PageHead title={texts.title} lead={`${format.day(minute)} · ${texts.counts(events, runs, things)}`} />
        <DayStrip day={view.day} now={minute} />
        <NewLine text={texts.arrivals(cards.waiting.length, messagesWait ? freshMessages : 0)} show={showNew} />
        <Approvals
          shown={cards.shown}
          answers={answers}
          setPointerInside={setPointerInside}
          showEdited={(approval) => {
            letIn();
            goTo({ view: "today", ref: approval });
          }}
        />
        <Outcomes settled={[...settled.values()]} pressed={pressed} />
        <div id={deliveriesId} tabIndex={-1} className="outline-none">
          <Digest said={messagesWait ? said : view} now={minute} letIn={letIn}>
            {empty ? <EmptyToday /> : <NothingSaid />}
          </Digest>
        </div>
        <Heard view={view} />
        <Composer view={view.conversation} sent={showOwn} />
      </div>
    </GroundContext>
  );
}

/** What stays above the newest message when the page is brought to it. */
const headRoomPixels = 72;
const deliveriesId = "deliveries";

/** Asks for the new day's strip when midnight has passed; everything else main tells by itself. */
function useNewDay(until: number, now: number, askAgain: () => void): void {
  const asked = useRef(0);
  useEffect(() => {
    if (now < until || asked.current === until) return;
    asked.current = until;
    askAgain();
  }, [until, now, askAgain]);
}

/** Brings what a notification or a mark of the day points to before the person's eyes, once per visit. */
function useShown(at: At, view: TodayView): void {
  const shown = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (at.ref === null || shown.current === at.visit) return;
    const isCard = view.approvals.some((card) => card.id === at.ref);
    if (show(isCard ? cardElementId(at.ref) : deliveryElementId(at.ref))) shown.current = at.visit;
  }, [at, view]);
}

function show(elementId: string): boolean {
  const element = document.getElementById(elementId);
  if (element === null) return false;
  element.scrollIntoView({ block: "nearest" });
  element.focus({ preventScroll: true });
  return true;
}

function NothingSaid() {
  return (
    <p className="text-ink2">
      {texts.digest.nothing} {texts.digest.nothingRest}
    </p>
  );
}

function EmptyToday() {
  const settings = useView("settings.get").data;
  const words = texts.empty;
  const noSource = settings?.sources.length === 0;
  return (
    <Empty icon={Sun} title={words.title} lead={words.lead} {...(noSource ? { rest: words.noSource } : {})}>
      {noSource && (
        <Button variant="primary" onClick={() => goTo(addSourceRoute)}>
          {words.addSource}
        </Button>
      )}
    </Empty>
  );
}
