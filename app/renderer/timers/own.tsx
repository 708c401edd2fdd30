// What the owner of a timer may do with it: a reminder is changed and deleted here, a schedule of the configuration in its file.
import { FileText, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { TimerRow } from "../../preload/contract/views.ts";
import { useCommand } from "../api/queries.ts";
import { Button } from "../parts/button.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { texts } from "../texts/timers.ts";
import type { DeletedTimer } from "./deleted.tsx";
import { EditReminder } from "./edit-reminder.tsx";

interface Props {
  timer: TimerRow;
  deleted: (timer: DeletedTimer) => void;
}

export function Own({ timer, deleted }: Props) {
  const [editing, setEditing] = useState(false);
  const remove = useCommand("timers.remove", ["timers", "status"]);
  const openFile = useCommand("settings.openFile", []);
  if (timer.origin === "config")
    return (
      <div className="mt-3 -ml-2.5 flex flex-wrap items-center gap-3">
        <Button
          size="small"
          variant="quiet"
          busy={openFile.isPending}
          onClick={() => openFile.mutate({ file: "config.yaml" })}
        >
          <FileText size={12} aria-hidden="true" />
          {texts.inFile}
        </Button>
        <Outcome of={openFile} />
      </div>
    );
  if (timer.origin !== "person") return null;
  const gone = () => deleted({ id: timer.id, name: timer.name });
  return (
    <div className="mt-3 -ml-2.5 flex flex-wrap items-center gap-1">
      {timer.says !== null && (
        <Button size="small" variant="quiet" onClick={() => setEditing(true)}>
          <Pencil size={12} aria-hidden="true" />
          {texts.edit}
        </Button>
      )}
      <Button
        size="small"
        variant="quiet"
        busy={remove.isPending}
        onClick={() => remove.mutate({ id: timer.id }, { onSuccess: ({ ok }) => ok && gone() })}
      >
        <Trash2 size={12} aria-hidden="true" />
        {texts.delete}
      </Button>
      <Outcome of={remove} />
      {timer.says !== null && <EditReminder timer={timer} open={editing} setOpen={setEditing} />}
    </div>
  );
}
