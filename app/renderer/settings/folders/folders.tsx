// The folders whose files Nightjar's own tools may use. A new one is chosen in the system's dialog, which main opens.
import { FolderPlus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { FolderRow } from "../../../preload/contract/thinking-settings.ts";
import type { Done } from "../../../preload/contract/views.ts";
import { useCommand } from "../../api/queries.ts";
import { Breakable } from "../../parts/breakable.tsx";
import { Button, IconButton } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { OutcomeLine } from "../../parts/outcome.tsx";
import { Region } from "../../parts/page.tsx";
import { Select } from "../../parts/select.tsx";
import { texts } from "../../texts/servers.ts";

const words = texts.folders;
const writes = (["read", "write"] as const).map((value) => ({ value, label: words.writes[value] }));
const trusts = (["outside", "own"] as const).map((value) => ({ value, label: words.trusts[value] }));

export function Folders({ folders }: { folders: readonly FolderRow[] }) {
  const [said, setSaid] = useState<Done | null>(null);
  const choose = useCommand("folders.choose", ["settings"]);
  const telling = { onSuccess: setSaid, onError: (error: Error) => setSaid({ ok: false, sentence: error.message }) };
  const add = (
    <Button size="small" busy={choose.isPending} onClick={() => choose.mutate({ write: false }, telling)}>
      <FolderPlus size={13} aria-hidden="true" />
      {choose.isPending ? words.choosing : words.choose}
    </Button>
  );
  return (
    <Region
      name={words.heading}
      heading={words.heading}
      count={folders.length}
      {...(folders.length === 0 ? {} : { aside: add })}
    >
      <div role="status" className="not-empty:mb-2">
        {said !== null && <OutcomeLine ok={said.ok} sentence={said.sentence} />}
      </div>
      {folders.length === 0 ? (
        <div className="rounded-card border border-dashed border-strong px-5 py-5">
          <p className="mb-3 max-w-[60ch] text-ink2">{words.none}</p>
          {add}
        </div>
      ) : (
        <>
          <p className="mb-2 text-ink2">{words.lead}</p>
          <ul className="rounded-card border border-line bg-raised shadow-card">
            {folders.map((folder) => (
              <Folder key={folder.path} folder={folder} telling={telling} />
            ))}
          </ul>
        </>
      )}
    </Region>
  );
}

interface FolderProps {
  folder: FolderRow;
  telling: { onSuccess: (done: Done) => void; onError: (error: Error) => void };
}

function Folder({ folder, telling }: FolderProps) {
  const { path, write, trusted } = folder;
  const change = useCommand("folders.change", ["settings"]);
  const remove = useCommand("folders.remove", ["settings"]);
  const set = (part: Partial<FolderRow>) => change.mutate({ ...folder, ...part }, telling);
  return (
    <li className="border-line px-4 py-3 not-first:border-t">
      <Confirm
        question={words.removeSure(path)}
        yes={words.removeYes}
        no={words.removeNo}
        act={() => remove.mutate({ path }, telling)}
      >
        {(ask) => (
          <div className="flex flex-col gap-2">
            <div className="flex items-start gap-2">
              <code className="min-w-0 flex-1 pt-1 [overflow-wrap:anywhere]">
                <Breakable text={path} />
              </code>
              <span className="-mr-1">
                <IconButton icon={Trash2} label={words.remove(path)} onClick={ask} />
              </span>
            </div>
            <div className="flex flex-wrap gap-2">
              <Select
                label={words.write(path)}
                value={write ? "write" : "read"}
                items={writes}
                onChange={(next) => set({ write: next === "write" })}
              />
              <Select
                label={words.trusted(path)}
                value={trusted ? "own" : "outside"}
                items={trusts}
                onChange={(next) => set({ trusted: next === "own" })}
              />
            </div>
          </div>
        )}
      </Confirm>
    </li>
  );
}
