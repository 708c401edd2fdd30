// What the person should see until it is mended, at the top of every view, each with its one step.
import { CircleAlert, TriangleAlert } from "lucide-react";
import type { Notice } from "../../preload/contract/views.ts";
import { useCommand } from "../api/queries.ts";
import { Button } from "../parts/button.tsx";
import { texts } from "../texts/frame.ts";
import { goTo } from "./route.ts";

export function Notices({ notices }: { notices: readonly Notice[] }) {
  if (notices.length === 0) return null;
  return (
    <div className="mb-6 flex flex-col gap-2">
      {notices.map((notice) => (
        <NoticeLine key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function NoticeLine({ notice }: { notice: Notice }) {
  const retry = useCommand("listener.retry", ["status", "settings"]);
  const bad = notice.level === "bad";
  const Icon = bad ? CircleAlert : TriangleAlert;
  const act = () => {
    switch (notice.action) {
      case "open_settings":
        return goTo({ view: "settings", ref: null });
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
      className={`flex animate-appear items-start gap-3 rounded-card border px-4 py-3 shadow-card slim:flex-wrap
        bg-raised ${bad ? "border-bad/50" : "border-warn-line"}`}
    >
      <Icon
        size={17}
        strokeWidth={1.75}
        aria-hidden="true"
        className={`mt-0.5 shrink-0 ${bad ? "text-bad" : "text-warn"}`}
      />
      <div className="min-w-0 flex-1 text-head">
        <p>{notice.text}</p>
        {outcome !== null && <p className="mt-1 font-medium">{outcome}</p>}
      </div>
      {notice.action !== null && (
        <Button size="small" onClick={act} busy={retry.isPending}>
          {texts.noticeActions[notice.action]}
        </Button>
      )}
    </div>
  );
}
