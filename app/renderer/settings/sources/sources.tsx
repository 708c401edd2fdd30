// The sources: who may post to Nightjar, each with its address, its secret's state and a way to try it.
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Done, SettingsView, SourceRow } from "../../../preload/contract/views.ts";
import { forgetRef } from "../../frame/route.ts";
import { Button } from "../../parts/button.tsx";
import { OutcomeLine } from "../../parts/outcome.tsx";
import { Region } from "../../parts/page.tsx";
import { texts } from "../../texts/settings.ts";
import { ExchangeDialog } from "./exchange-dialog.tsx";
import { SourceCard } from "./source-card.tsx";
import { SourceDialog } from "./source-dialog.tsx";
import { isUntilQuit } from "./source-form.ts";

const words = texts.sources;

interface Props {
  settings: SettingsView;
  /** Begins with the dialog for a new source. */
  adding: boolean;
}

export function Sources({ settings, adding }: Props) {
  const [edited, setEdited] = useState<SourceRow | "new" | null>(adding ? "new" : null);
  const [exchanged, setExchanged] = useState<SourceRow | null>(null);
  const [said, setSaid] = useState<Done | null>(null);
  const { sources } = settings;
  const add = (
    <Button size="small" variant={sources.length === 0 ? "primary" : "plain"} onClick={() => setEdited("new")}>
      <Plus size={13} aria-hidden="true" />
      {words.add}
    </Button>
  );
  return (
    <Region
      name={words.heading}
      heading={words.heading}
      count={sources.length}
      {...(sources.length === 0 ? {} : { aside: add })}
    >
      <div role="status" className="not-empty:mb-2">
        {said !== null && <OutcomeLine ok={said.ok} sentence={said.sentence} />}
      </div>
      {sources.length === 0 ? (
        <div className="rounded-card border border-dashed border-strong px-5 py-5">
          <p className="mb-3 max-w-[60ch] text-ink2">{words.none}</p>
          {add}
        </div>
      ) : (
        <div className="flex flex-col gap-3">
          {sources.map((source) => (
            <SourceCard
              key={source.name}
              source={source}
              untilQuit={isUntilQuit(source, settings)}
              now={settings.now}
              edit={() => setEdited(source)}
              exchange={() => setExchanged(source)}
              said={setSaid}
            />
          ))}
        </div>
      )}
      <SourceDialog
        key={edited === null ? "closed" : edited === "new" ? "new" : edited.name}
        edited={edited}
        settings={settings}
        close={(done) => {
          setEdited(null);
          if (adding) forgetRef("settings");
          if (done !== null) setSaid(done);
        }}
      />
      <ExchangeDialog
        key={exchanged === null ? "none" : `exchange ${exchanged.name}`}
        source={exchanged}
        settings={settings}
        close={(done) => {
          setExchanged(null);
          if (done !== null) setSaid(done);
        }}
      />
    </Region>
  );
}
