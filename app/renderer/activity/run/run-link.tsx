// Leads from a run on an event's way to how the model thought in it.
import { routeHash } from "../../frame/route.ts";
import { texts } from "../../texts/run.ts";

export function RunLink({ id }: { id: number }) {
  return (
    <p className="text-head">
      <a
        href={routeHash({ view: "activity", ref: `run-${id}` })}
        className="rounded-sm text-accent underline decoration-1 underline-offset-2 hover:decoration-2"
      >
        {texts.link}
      </a>
    </p>
  );
}
