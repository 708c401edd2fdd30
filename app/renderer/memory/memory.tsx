// Memory: what every run goes by, what was noted down and where that is from, what was said; all of it to be read, corrected, undone.
import { NotebookPen, Plus } from "lucide-react";
import { useCallback, useState } from "react";
import type { MemoryDone, MemoryEntry, MemoryView } from "../../preload/contract/memory.ts";
import { useView } from "../api/queries.ts";
import { Button } from "../parts/button.tsx";
import { Answered, Empty, PageHead, Region } from "../parts/page.tsx";
import { texts } from "../texts/memory.ts";
import { Changes } from "./changes.tsx";
import { Clashes } from "./clashes.tsx";
import { Detail } from "./detail.tsx";
import { EditContext, EntryDialog, useEdit } from "./entry-dialog.tsx";
import { Instructions } from "./instructions.tsx";
import { Rows } from "./rows.tsx";
import { Said, SayContext } from "./said.tsx";
import { Results, SearchBox } from "./search.tsx";

export function Memory() {
  const query = useView("memory.get");
  const [words, setWords] = useState("");
  const [opened, setOpened] = useState<string | null>(null);
  const [said, setSaid] = useState<MemoryDone | null>(null);
  const [editing, setEditing] = useState<MemoryEntry | "new" | null>(null);
  const look = useCallback((next: string) => {
    setWords(next);
    setOpened(null);
  }, []);
  const searching = words.trim() !== "";
  return (
    <SayContext value={setSaid}>
      <EditContext value={setEditing}>
        <Said done={said} />
        <PageHead title={texts.title} lead={texts.lead} />
        <SearchBox query={words} setQuery={look} />
        {searching && <Results query={words} open={setOpened} />}
        {searching && opened !== null && (
          <div className="mb-[26px] rounded-card border border-line bg-panel p-4">
            <Detail key={opened} path={opened} />
          </div>
        )}
        {/* What is typed in the instructions outlives a search. */}
        <div hidden={searching}>
          <Answered query={query}>{(view) => <Whole view={view} />}</Answered>
        </div>
        {/* Here, so that whatever moves in the lists below takes nothing that is typed. */}
        <EntryDialog edited={editing} close={() => setEditing(null)} />
      </EditContext>
    </SayContext>
  );
}

function Whole({ view }: { view: MemoryView }) {
  const { notes, tasks, problems } = view;
  return (
    <>
      <Clashes clashes={view.clashes} />
      {problems.length > 0 && (
        <Region name={texts.problems.heading} heading={texts.problems.heading} count={problems.length}>
          <ul className="rounded-card border border-line bg-raised px-4 py-2.5 shadow-card">
            {problems.map((problem) => (
              <li key={problem} className="py-1 text-head break-words select-text">
                {problem}
              </li>
            ))}
          </ul>
        </Region>
      )}
      <Instructions saved={view.instructions} />
      <Region name={texts.tasks.heading} heading={texts.tasks.heading} count={tasks.length}>
        {tasks.length === 0 ? (
          <p className="text-ink2">{texts.tasks.none}</p>
        ) : (
          <Rows rows={tasks} label={texts.tasks.list} />
        )}
      </Region>
      <Notes notes={notes} />
      <Changes changes={view.changes} />
    </>
  );
}

function Notes({ notes }: { notes: MemoryView["notes"] }) {
  const edit = useEdit();
  const words = texts.notes;
  const add = (
    <Button size="small" variant={notes.length === 0 ? "primary" : "plain"} onClick={() => edit("new")}>
      <Plus size={13} aria-hidden="true" />
      {words.add}
    </Button>
  );
  return (
    <Region
      name={words.heading}
      heading={words.heading}
      count={notes.length}
      {...(notes.length === 0 ? {} : { aside: add })}
    >
      {notes.length === 0 ? (
        <Empty icon={NotebookPen} title={words.empty.title} lead={words.empty.lead}>
          {add}
        </Empty>
      ) : (
        <Rows rows={notes} label={words.list} />
      )}
    </Region>
  );
}
