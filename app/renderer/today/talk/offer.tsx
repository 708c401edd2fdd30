// What was offered with a reply, and the buttons that answer it. Promises: a press is a message of the person's, one however often it
// is pressed. Refuses: to act on an offer that is no longer open.
import { useState } from "react";
import type { Offer as Offered, OfferView } from "../../../preload/contract/conversation.ts";
import { useCommand } from "../../api/queries.ts";
import { useFormat } from "../../format.ts";
import { goTo } from "../../frame/route.ts";
import { Button } from "../../parts/button.tsx";
import { Outcome } from "../../parts/outcome.tsx";
import { texts } from "../../texts/talk.ts";

const words = texts.offer;

export function Offer({ of: { id, offer, settled }, now }: { of: OfferView; now: number }) {
  if (offer.kind === "settings") {
    return (
      <div className="mt-2.5">
        <Button size="small" onClick={() => goTo({ view: "settings", ref: null })}>
          {words.settings}
        </Button>
      </div>
    );
  }
  return (
    <div className="mt-2.5 flex flex-col gap-2.5">
      {offer.kind === "reminder" && <Occurrences of={offer} now={now} />}
      {settled === null ? (
        <Answers id={id} offer={offer} />
      ) : (
        <p className="text-small text-ink2">{words.settled[settled]}</p>
      )}
    </div>
  );
}

function Occurrences({ of, now }: { of: Extract<Offered, { kind: "reminder" }>; now: number }) {
  const format = useFormat();
  return (
    <p className="flex flex-wrap items-center gap-1.5 text-small text-ink2">
      <span>{words.next}</span>
      {of.next.map((at, index) => (
        <time
          key={at}
          dateTime={new Date(at * 1000).toISOString()}
          className={`rounded-full border px-2.5 py-0.5 tabular-nums ${index === 0 ? "border-accent/40 font-medium text-ink" : "border-line dark:border-strong"}`}
        >
          {format.moment(at, now)}
        </time>
      ))}
    </p>
  );
}

function Answers({ id, offer }: { id: number; offer: Exclude<Offered, { kind: "settings" }> }) {
  const write = useCommand("conversation.write", ["outbox", "status"]);
  // A second press is the same message: each button keeps its own id.
  const [ids] = useState(() => Array.from({ length: 12 }, () => crypto.randomUUID()));
  const busy = write.isPending || write.data?.ok === true;
  const say = (at: number, text: string, yes: boolean | null) => () =>
    write.mutate({ id: ids[at] ?? crypto.randomUUID(), text, offer: yes === null ? null : { id, yes } });
  const yes = offer.kind === "forget" ? words.remove : words.set;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {offer.kind === "choices" ? (
          offer.choices.map(({ label, phrase }, at) => (
            <Button key={phrase} size="small" busy={busy} onClick={say(at, phrase, null)}>
              <span className="max-w-[60ch] truncate">{label}</span>
            </Button>
          ))
        ) : (
          <>
            <Button size="small" variant="primary" busy={busy} onClick={say(0, yes, true)}>
              {yes}
            </Button>
            <Button size="small" busy={busy} onClick={say(1, words.leave, false)}>
              {words.leave}
            </Button>
          </>
        )}
      </div>
      {write.data?.ok !== true && <Outcome of={write} />}
    </>
  );
}
