// What the person should see until it is mended, at the top of every view, each with its one step.
import { CircleAlert, TriangleAlert } from "lucide-react";
import type { Notice, View } from "../../preload/contract/views.ts";
import { useCommand } from "../api/queries.ts";
import { Button } from "../parts/button.tsx";
import { usePressed, useStill } from "../parts/pressed.ts";
import { texts } from "../texts/frame.ts";
import { goTo, limitsRoute } from "./route.ts";

/** On the view that a notice leads to, the notice is not needed: what it says stands there. */
const leadsTo: Partial<Record<NonNullable<Notice["action"]>, View>> = {
  open_dead: "dead",
  open_permissions: "permissions",
  open_activity: "activity",
};

export function Notices({ notices: latest, view }: { notices: readonly Notice[]; view: View }) {
  const notices = useStill(latest, usePressed());
  const shown = notices.filter(({ action }) => action === null || leadsTo[action] !== view);
  if (shown.length === 0) return null;
  return (
    <div className="mb-6 flex flex-col gap-2">
      {shown.map((notice) => (
        <NoticeLine key={notice.id} notice={notice} view={view} />
      ))}
    </div>
  );
}

function NoticeLine({ notice, view }: { notice: Notice; view: View }) {
  const retry = useCommand("listener.retry", ["status", "settings"]);
  const bad = notice.level === "bad";
  const Icon = bad ? CircleAlert : TriangleAlert;
  const act = () => {
    switch (notice.action) {
      case "open_settings":
        return goTo({ view: "settings", ref: null });
      case "open_limits":
        return goTo(limitsRoute);
      case "open_permissions":
        return goTo({ view: "permissions", ref: null });
      case "open_activity":
        return goTo({ view: "activity", ref: null });
      case "open_dead":
        return goTo({ view: "dead", ref: null });
      case "retry_listener":
        return retry.mutate(undefined);
      case null:
        return;
    }
  };
  const outcome = retry.error?.message ?? (retry.data?.ok === false ? retry.data.sentence : null);
  return (
    <div
      role={bad ? "alert" : "status"}
      className={`flex animate-appear items-start gap-3 rounded-card border px-4 py-2 shadow-card slim:flex-wrap
        bg-raised ${bad ? "border-bad/50" : "border-warn-line"}`}
    >
      <Icon
        size={17}
        strokeWidth={1.75}
        aria-hidden="true"
        className={`mt-1.5 shrink-0 ${bad ? "text-bad" : "text-warn"}`}
      />
      <div className="min-w-0 flex-1 py-1 text-head slim:basis-[70%]">
        <p>{notice.text}</p>
        {outcome !== null && <p className="mt-1 font-medium">{outcome}</p>}
      </div>
      {notice.action !== null && !(notice.action === "open_settings" && view === "settings") && (
        // Below the words, and under their beginning, where there is no room beside them.
        <span className="flex slim:mb-1 slim:ml-[29px]">
          <Button size="small" onClick={act} busy={retry.isPending}>
            {texts.noticeActions[notice.action]}
          </Button>
        </span>
      )}
    </div>
  );
}
