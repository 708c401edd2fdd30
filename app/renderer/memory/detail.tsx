// A note or task whole: its text, where each part of it came from, and what can be done with it.
import { TriangleAlert } from "lucide-react";
import type { MemoryEntry } from "../../preload/contract/memory.ts";
import { useMemoryEntry } from "../api/queries.ts";
import { routeHash } from "../frame/route.ts";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Linked } from "../parts/linked.tsx";
import { Answered } from "../parts/page.tsx";
import { texts } from "../texts/memory.ts";
import { useEdit } from "./entry-dialog.tsx";
import { useMemoryCommand } from "./said.tsx";

const words = texts.detail;

export function Detail({ path }: { path: string }) {
  const query = useMemoryEntry(path);
  return (
    <Answered query={query}>
      {(entry) => (entry === null ? <p className="text-ink2">{words.gone}</p> : <Whole entry={entry} />)}
    </Answered>
  );
}

function Whole({ entry }: { entry: MemoryEntry }) {
  const edit = useEdit();
  const remove = useMemoryCommand("memory.remove");
  const trust = useMemoryCommand("memory.trust");
  const one = { path: entry.path, base: entry.hash };
  return (
    <>
      {entry.flaw !== null && (
        <p className="mb-3 flex gap-2 text-head text-bad">
          <TriangleAlert size={15} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
          <span className="min-w-0 break-words">{entry.flaw}</span>
        </p>
      )}
      <p className="break-words whitespace-pre-line select-text [overflow-wrap:anywhere]">
        <Linked text={entry.shown.trim()} />
      </p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-small text-ink2">
        {entry.pointer !== null && (
          <>
            <dt>{words.pointer}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere] select-text">
              <Linked text={entry.pointer} />
            </dd>
          </>
        )}
        <dt>{words.history}</dt>
        <dd className="min-w-0 break-words">
          <Origins of={entry.origins} />
        </dd>
        <dt className="sr-only">{texts.row.from("")}</dt>
        <dd className="col-span-2 min-w-0">
          <code className="text-small [overflow-wrap:anywhere]">memory/{entry.path}</code>
        </dd>
      </dl>
      {!entry.trusted && entry.flaw === null && (
        <p className="mt-3 max-w-[64ch] text-small text-warn">{words.untrusted}</p>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Confirm
          question={words.removeSure(entry.title)}
          yes={words.removeYes}
          no={words.removeNo}
          act={() => remove.send(one)}
        >
          {(ask) => (
            <>
              <Button size="small" onClick={() => edit(entry)}>
                {words.edit}
              </Button>
              {!entry.trusted && entry.flaw === null && (
                <Button size="small" busy={trust.busy} onClick={() => trust.send(one)}>
                  {words.trust}
                </Button>
              )}
              <Button size="small" variant="quiet" busy={remove.busy} onClick={ask}>
                {words.remove}
              </Button>
            </>
          )}
        </Confirm>
      </div>
    </>
  );
}

/** One name once, with the events of all its runs. */
function Origins({ of: origins }: { of: MemoryEntry["origins"] }) {
  const names = [...new Set(origins.map(({ from }) => from))];
  return names.map((name, at) => {
    const events = [
      ...new Set(origins.flatMap(({ from, eventId }) => (from === name && eventId !== null ? [eventId] : []))),
    ];
    return (
      <span key={name}>
        {at > 0 && ", "}
        {name}
        {events.map((id) => (
          <span key={id}>
            {" · "}
            <a
              href={routeHash({ view: "activity", ref: String(id) })}
              className="rounded-sm underline decoration-1 underline-offset-2 hover:decoration-2"
            >
              {words.event(id)}
            </a>
          </span>
        ))}
      </span>
    );
  });
}
