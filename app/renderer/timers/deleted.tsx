// What was just deleted, with the way back: it has the focus that its row had.
import { Undo2 } from "lucide-react";
import { useCommand } from "../api/queries.ts";
import { Button } from "../parts/button.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { texts } from "../texts/timers.ts";

export interface DeletedTimer {
  id: string;
  name: string;
}

export function Deleted({ timer, back }: { timer: DeletedTimer; back: () => void }) {
  const putBack = useCommand("timers.putBack", ["timers", "status"]);
  const undo = () => putBack.mutate({ id: timer.id }, { onSuccess: ({ ok }) => ok && back() });
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-dashed border-strong px-4 py-2.5">
      <p role="status" className="min-w-0 line-clamp-2 flex-1 basis-56 text-head break-words text-ink2">
        {texts.deleted(timer.name)}
      </p>
      <Button autoFocus size="small" busy={putBack.isPending} onClick={undo}>
        <Undo2 size={12} aria-hidden="true" />
        {texts.undo}
      </Button>
      <Outcome of={putBack} />
    </div>
  );
}
