// What models have used today, in one quiet line under the head of Activity; nothing while nothing was used.
import { useView } from "../api/queries.ts";
import { limitsRoute, routeHash } from "../frame/route.ts";
import { texts } from "../texts/run.ts";
import { spentText } from "./run/use-text.ts";

export function Spent() {
  const view = useView("activity.spent").data;
  const text = view === undefined ? null : spentText(view.use);
  if (text === null) return null;
  return (
    <p className="-mt-3.5 mb-5 text-small text-ink2 tabular-nums">
      {text}
      {" · "}
      <a
        href={routeHash(limitsRoute)}
        className="rounded-sm underline decoration-1 underline-offset-2 hover:text-ink hover:decoration-2"
      >
        {texts.spent.limits}
      </a>
    </p>
  );
}
