// What Nightjar answered in the conversation: plain text with true links, and what it offers.
import { memo } from "react";
import type { DigestGroup } from "../../../preload/contract/views.ts";
import { useFormat } from "../../format.ts";
import { Linked } from "../../parts/linked.tsx";
import { texts } from "../../texts/talk.ts";
import { texts as digestTexts } from "../../texts/today.ts";
import { Offer } from "./offer.tsx";

export const Reply = memo(function Reply({ group, now }: { group: DigestGroup; now: number }) {
  const format = useFormat();
  return (
    <ul className="flex flex-col gap-2">
      {group.items.map(({ id, body, created, offer }) => (
        <li key={id} className="mr-auto max-w-[85%] min-w-0 rounded-card border border-line bg-raised px-3.5 py-2.5">
          <span className="sr-only">{texts.nightjar}: </span>
          <p className="break-words whitespace-pre-line">
            <Linked text={body} />
          </p>
          {offer !== undefined && <Offer of={offer} now={now} />}
          <p className="mt-1 text-small text-ink3 tabular-nums">
            <time dateTime={new Date(created * 1000).toISOString()}>{format.moment(created, now)}</time>
            {group.repeated && ` · ${digestTexts.digest.repeated}`}
          </p>
        </li>
      ))}
    </ul>
  );
});
