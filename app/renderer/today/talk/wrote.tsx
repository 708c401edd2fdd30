// What the person wrote, with how it stands: working with a way to stop it, waiting and why, given up with a way to try again.
import { memo } from "react";
import type { WroteItem } from "../../../preload/contract/conversation.ts";
import { useCommand } from "../../api/queries.ts";
import { useFormat } from "../../format.ts";
import { routeHash } from "../../frame/route.ts";
import { Button } from "../../parts/button.tsx";
import { Linked } from "../../parts/linked.tsx";
import { Outcome } from "../../parts/outcome.tsx";
import { texts } from "../../texts/talk.ts";

const wordsShown = 40;

export const Wrote = memo(function Wrote({ item, now }: { item: WroteItem; now: number }) {
  const format = useFormat();
  const state = texts.state(item);
  return (
    <div className="flex flex-col items-end gap-1" data-wrote={item.id}>
      <div className="max-w-[85%] min-w-0 rounded-card bg-sleep px-3.5 py-2">
        <span className="sr-only">{texts.you}: </span>
        <p className="break-words whitespace-pre-line">
          <Linked text={item.text} />
        </p>
      </div>
      <div className="flex max-w-full flex-wrap items-center justify-end gap-x-2.5 gap-y-1 text-small text-ink2">
        {state !== "" && (
          <span className={`min-w-0 break-words ${item.state === "dead" ? "text-bad" : ""}`}>{state}</span>
        )}
        {item.state === "working" && item.run !== null && <Stop run={item.run} item={item} />}
        {item.state === "dead" && <Retry id={item.id} />}
        <a
          href={routeHash({ view: "activity", ref: String(item.id) })}
          className="rounded-sm text-ink3 tabular-nums hover:text-ink hover:underline"
        >
          <time dateTime={new Date(item.at * 1000).toISOString()}>{format.moment(item.at, now)}</time>
        </a>
      </div>
    </div>
  );
});

function Stop({ run, item }: { run: number; item: WroteItem }) {
  const stop = useCommand("activity.stopRun", ["outbox", "activity", "run", "status"]);
  const words = item.text.length > wordsShown ? `${item.text.slice(0, wordsShown)}…` : item.text;
  return (
    <>
      <Button
        size="small"
        busy={stop.isPending}
        aria-label={texts.stopIt(words)}
        onClick={() => stop.mutate({ id: run })}
      >
        {texts.stop}
      </Button>
      <Outcome of={stop} />
    </>
  );
}

function Retry({ id }: { id: number }) {
  const retry = useCommand("dead.retry", ["outbox", "dead", "activity", "status"]);
  return (
    <>
      <Button size="small" busy={retry.isPending} onClick={() => retry.mutate({ id })}>
        {texts.retry}
      </Button>
      <Outcome of={retry} />
    </>
  );
}
