// Auto mode: a second look that can only tighten.
import { useCommand } from "../api/queries.ts";
import { Outcome } from "../parts/outcome.tsx";
import { Region } from "../parts/page.tsx";
import { Switch } from "../parts/switch.tsx";
import { texts } from "../texts/permissions.ts";

export function AutoMode({ on }: { on: boolean }) {
  const words = texts.auto;
  const set = useCommand("permissions.setAutoMode", ["permissions", "settings"]);
  return (
    <Region name={words.heading} heading={words.heading}>
      <div className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4 shadow-card">
        <div className="flex items-start gap-3">
          <Switch label={words.name} on={on} busy={set.isPending} onChange={(wanted) => set.mutate({ on: wanted })} />
          <div className="min-w-0">
            <p className="font-semibold">{on ? words.on : words.off}</p>
            <p className="text-ink2">{words.lead}</p>
          </div>
        </div>
        <div className="absolute has-[p]:static">
          <Outcome of={set} />
        </div>
      </div>
    </Region>
  );
}
