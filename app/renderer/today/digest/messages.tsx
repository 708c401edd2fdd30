// The messages of one delivery, or the held ones, as a list.
import { Skull, TriangleAlert } from "lucide-react";
import { memo } from "react";
import type { DigestItem } from "../../../preload/contract/views.ts";
import { useFormat } from "../../format.ts";
import { routeHash } from "../../frame/route.ts";
import { causeIcon } from "../../parts/cause-icon.ts";
import { Linked } from "../../parts/linked.tsx";
import { texts } from "../../texts/today.ts";

interface Props {
  items: readonly DigestItem[];
  now: number;
  urgent?: boolean;
  dashed?: boolean;
}

export const Messages = memo(function Messages({ items, now, urgent = false, dashed = false }: Props) {
  return (
    <ul>
      {items.map((item) => (
        <li
          key={item.id}
          className={`flex items-start gap-3.5 border-t px-3.5 py-2.5 ${dashed ? "border-dashed border-strong" : "border-line"}`}
        >
          <MessageIcon item={item} urgent={urgent || item.urgent} />
          <div className="min-w-0 flex-1">
            <p className="break-words whitespace-pre-line">
              <Linked text={item.body} />
            </p>
            {item.cause !== "" && <Cause item={item} />}
          </div>
          <Created created={item.created} now={now} />
        </li>
      ))}
    </ul>
  );
});

function MessageIcon({ item, urgent }: { item: DigestItem; urgent: boolean }) {
  const Icon = urgent ? TriangleAlert : item.kind === "dead" ? Skull : causeIcon(item.cause);
  return (
    <Icon
      size={15}
      strokeWidth={1.75}
      aria-hidden="true"
      className={`mt-[3px] shrink-0 ${urgent ? "text-bad" : "text-ink2"}`}
    />
  );
}

function Cause({ item }: { item: DigestItem }) {
  if (item.eventId === null) return <p className="text-small text-ink2">{item.cause}</p>;
  return (
    <p className="text-small text-ink2">
      <a
        href={routeHash({ view: "activity", ref: String(item.eventId) })}
        title={texts.digest.event}
        className="rounded-sm hover:text-ink hover:underline"
      >
        {item.cause}
      </a>
    </p>
  );
}

function Created({ created, now }: { created: number; now: number }) {
  const format = useFormat();
  return (
    <time
      dateTime={new Date(created * 1000).toISOString()}
      className="shrink-0 pt-px text-small leading-[20px] text-ink3 tabular-nums"
    >
      {format.moment(created, now)}
    </time>
  );
}
