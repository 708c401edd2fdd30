// The one switch for everything that leaves: off with one click, on again with one more after a word.
import { useState } from "react";
import { useCommand } from "../api/queries.ts";
import { useFormat } from "../format.ts";
import { Button } from "../parts/button.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { Region } from "../parts/page.tsx";
import { Switch } from "../parts/switch.tsx";
import { texts } from "../texts/permissions.ts";

const words = texts.outgoing;

export function Outgoing({ offSince, now }: { offSince: number | null; now: number }) {
  const format = useFormat();
  const set = useCommand("outgoing.set", ["permissions", "approvals", "outbox"]);
  const [sure, setSure] = useState(false);
  const on = offSince === null;
  const asking = sure && !on;
  const toggle = (wanted: boolean) => {
    if (wanted) setSure(true);
    else set.mutate({ off: true });
  };
  return (
    <Region name={words.heading} heading={words.heading}>
      <div
        className={`flex flex-col gap-3 rounded-card border bg-raised p-4 shadow-card ${on ? "border-line" : "border-warn-line"}`}
      >
        <div className="flex items-start gap-3">
          <Switch label={words.name} on={on} busy={set.isPending} onChange={toggle} />
          <div className="min-w-0">
            <p className={`font-semibold ${on ? "" : "text-warn"}`}>{on ? words.on : words.off}</p>
            <p className="text-ink2">{on ? words.onLead : words.offSince(format.moment(offSince, now))}</p>
            {!on && <p className="text-ink2">{words.offRest}</p>}
          </div>
        </div>
        {asking && (
          <div role="group" aria-label={words.sure} className="flex animate-appear flex-wrap items-center gap-2">
            <p className="min-w-0 flex-1 basis-56 text-head">{words.sure}</p>
            <Button
              size="small"
              variant="primary"
              autoFocus
              onClick={() => {
                setSure(false);
                set.mutate({ off: false });
              }}
            >
              {words.yes}
            </Button>
            <Button size="small" variant="quiet" onClick={() => setSure(false)}>
              {words.no}
            </Button>
          </div>
        )}
        <div className="absolute has-[p]:static">
          <Outcome of={set} />
        </div>
      </div>
    </Region>
  );
}
