// One event alone, where a card, a message or a mark of the day points to it.
import { ArrowLeft } from "lucide-react";
import { routeHash } from "../frame/route.ts";
import { useActivityDetail } from "../api/queries.ts";
import { PageHead } from "../parts/page.tsx";
import { texts } from "../texts/activity.ts";
import { Detail } from "./detail.tsx";

export function OneEvent({ id }: { id: number }) {
  const detail = useActivityDetail(id).data;
  return (
    <>
      <a
        href={routeHash({ view: "activity", ref: null })}
        className="mb-2 -ml-1 inline-flex items-center gap-1 rounded-control px-1 text-head font-medium text-ink2 hover:text-ink"
      >
        <ArrowLeft size={14} aria-hidden="true" />
        {texts.back}
      </a>
      <PageHead title={texts.oneEvent(id)} {...(detail == null ? {} : { lead: detail.cause })} />
      <div className="rounded-card border border-line bg-panel px-4 py-4">
        <Detail id={id} />
      </div>
    </>
  );
}
