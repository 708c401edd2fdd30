// The servers whose tools an agent may use: pasted from another app or added one by one.
import { ClipboardPaste, Plus } from "lucide-react";
import { useState } from "react";
import type { ServerRow, ServersAdded, ToEnterRow } from "../../../preload/contract/thinking-settings.ts";
import type { Done, SettingsView } from "../../../preload/contract/views.ts";
import { Button } from "../../parts/button.tsx";
import { OutcomeLine } from "../../parts/outcome.tsx";
import { Region } from "../../parts/page.tsx";
import { texts as words } from "../../texts/servers.ts";
import { PasteDialog } from "./paste-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { ServerCard } from "./server-card.tsx";
import { ServerDialog } from "./server-dialog.tsx";

interface Props {
  servers: readonly ServerRow[];
  settings: SettingsView;
}

export function Servers({ servers, settings }: Props) {
  const [edited, setEdited] = useState<ServerRow | "new" | null>(null);
  const [pasting, setPasting] = useState(false);
  const [wanted, setWanted] = useState<ToEnterRow | null>(null);
  const [said, setSaid] = useState<Done | null>(null);
  const added = (report: ServersAdded | null) => {
    setPasting(false);
    if (report === null) return;
    const left = report.refused.map(({ name, reason }) => words.pasteForm.refused(name, reason));
    setSaid({ ok: report.done.ok && left.length === 0, sentence: [report.done.sentence, ...left].join(" ") });
    setWanted(report.toEnter[0] ?? null);
  };
  const closed = (done: Done | null) => {
    setEdited(null);
    setWanted(null);
    if (done !== null) setSaid(done);
  };
  const ways = (
    <span className="flex flex-wrap gap-2">
      <Button size="small" onClick={() => setPasting(true)}>
        <ClipboardPaste size={13} aria-hidden="true" />
        {words.paste}
      </Button>
      <Button size="small" onClick={() => setEdited("new")}>
        <Plus size={13} aria-hidden="true" />
        {words.add}
      </Button>
    </span>
  );
  return (
    <Region
      name={words.heading}
      heading={words.heading}
      count={servers.length}
      {...(servers.length === 0 ? {} : { aside: ways })}
    >
      <div role="status" className="not-empty:mb-2">
        {said !== null && <OutcomeLine ok={said.ok} sentence={said.sentence} />}
      </div>
      {servers.length === 0 ? (
        <div className="rounded-card border border-dashed border-strong px-5 py-5">
          <p className="mb-3 max-w-[60ch] text-ink2">{words.none}</p>
          {ways}
        </div>
      ) : (
        <div className="flex flex-col gap-3">
          {servers.map((server) => (
            <ServerCard
              key={server.name}
              server={server}
              settings={settings}
              edit={() => setEdited(server)}
              enter={setWanted}
              said={setSaid}
            />
          ))}
        </div>
      )}
      <PasteDialog key={pasting ? "pasting" : "not pasting"} open={pasting} close={added} />
      <ServerDialog
        key={edited === null ? "closed" : edited === "new" ? "new" : `edit ${edited.name}`}
        edited={edited}
        settings={settings}
        taken={servers.map(({ name }) => name)}
        close={closed}
      />
      <SecretDialog key={wanted?.reference ?? "none"} wanted={wanted} settings={settings} close={closed} />
    </Region>
  );
}
