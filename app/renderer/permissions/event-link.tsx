// Leads from a line to the event that caused it, in Activity.
import { routeHash } from "../frame/route.ts";
import { texts } from "../texts/permissions.ts";

export function EventLink({ id }: { id: number | null }) {
  if (id === null) return null;
  return (
    <>
      {" · "}
      <a
        href={routeHash({ view: "activity", ref: String(id) })}
        className="rounded-sm underline decoration-1 underline-offset-2 hover:text-ink hover:decoration-2"
      >
        {texts.event}
      </a>
    </>
  );
}
