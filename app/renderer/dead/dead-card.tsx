// One dead event: what it was, why it died, its payload, and Retry or Discard.
import { TriangleAlert } from "lucide-react";
import { memo, useId } from "react";
import type { DeadEvent, Done } from "../../preload/contract/views.ts";
import { useMainNow } from "../api/main-clock.ts";
import { useCommand } from "../api/queries.ts";
import { useFormat } from "../format.ts";
import { routeHash } from "../frame/route.ts";
import { Button } from "../parts/button.tsx";
import { causeIcon } from "../parts/cause-icon.ts";
import { CodeBlock } from "../parts/code-block.tsx";
import { Disclosure } from "../parts/disclosure.tsx";
import { prettyJson } from "../parts/pretty-json.ts";
import { texts } from "../texts/dead.ts";

export const DeadCard = memo(function DeadCard({ event, say }: { event: DeadEvent; say: (done: Done) => void }) {
  const id = useId();
  const format = useFormat();
  const now = useMainNow(0);
  const retry = useCommand("dead.retry", ["dead", "activity", "status"]);
  const discard = useCommand("dead.discard", ["dead", "activity", "status"]);
  const busy = retry.isPending || discard.isPending;
  // The card may be gone before the answer is drawn, so the list says it, not the card.
  const saying = {
    onSuccess: say,
    onError: (error: Error) => say({ ok: false, sentence: error.message }),
  };
  const Icon = causeIcon(event.cause);
  const at = (seconds: number) => format.moment(seconds, now);
  const facts = [
    texts.attempts(event.attempts),
    texts.received(at(event.receivedAt)),
    event.diedAt === null ? "" : texts.died(at(event.diedAt)),
    event.redelivered === 0
      ? ""
      : texts.redelivered(event.redelivered, event.redeliveredAt === null ? null : at(event.redeliveredAt)),
  ].filter((fact) => fact !== "");

  return (
    <article
      aria-labelledby={`${id}-title`}
      aria-busy={busy || undefined}
      className="rounded-card border border-line bg-raised p-4 shadow-card focus-within:border-strong"
    >
      <div className="flex items-start gap-3">
        <Icon size={17} strokeWidth={1.75} aria-hidden="true" className="mt-[3px] shrink-0 text-ink2" />
        <div className="min-w-0 flex-1">
          <h2 id={`${id}-title`} className="text-card font-semibold break-words">
            {event.cause}
          </h2>
          <p className="text-head text-ink2">{facts.join(" · ")}</p>
        </div>
      </div>
      <div className="mt-3 flex items-start gap-2.5 rounded-control border border-line bg-code px-3 py-2">
        <TriangleAlert size={15} strokeWidth={1.75} aria-hidden="true" className="mt-[3px] shrink-0 text-bad" />
        <p className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">{event.error}</p>
      </div>
      <div className="mt-2.5">
        <Disclosure label={texts.payload}>
          {() => <CodeBlock label={texts.payload}>{prettyJson(event.payload)}</CodeBlock>}
        </Disclosure>
      </div>
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        <Button variant="primary" busy={busy} onClick={() => retry.mutate({ id: event.id }, saying)}>
          {texts.retry}
        </Button>
        <Button busy={busy} onClick={() => discard.mutate({ id: event.id }, saying)}>
          {texts.discard}
        </Button>
        <a
          href={routeHash({ view: "activity", ref: String(event.id) })}
          className="ml-auto rounded-control px-2 py-1.5 text-head font-medium text-ink2 hover:text-ink hover:underline"
        >
          {texts.activity}
        </a>
      </div>
    </article>
  );
});
